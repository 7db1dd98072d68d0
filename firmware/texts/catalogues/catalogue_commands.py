"""The steps of the command line: each returns its exit code and its output."""

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message

from firmware.texts.catalogues import po_files
from firmware.texts.catalogues.extraction import all_templates

Outcome = tuple[int, list[str]]


def extract() -> Outcome:
    """Writes the catalogues' template."""
    catalogue = po_files.template_catalogue(all_templates())
    po_files.write(po_files.TEMPLATE_FILE, catalogue)
    return 0, [f"{len(catalogue)} texts"]


def update(new: str | None = None) -> Outcome:
    """Extracts texts and updates the catalogues; `new` is a new language."""
    if new is not None and not _is_language(new):
        return 2, [f"{new} is not a language: give the two letters of one, such as sv."]
    _, said = extract()
    template = po_files.template_catalogue(all_templates())
    for language in sorted({*po_files.languages_with_po(), *([new] if new else [])}):
        path = po_files.po_path(language)
        old = po_files.read(path, language) if path.exists() else Catalog(locale=language, fuzzy=False)
        po_files.write(path, po_files.updated(old, template))
    return 0, [*said, *missing()[1]]


def compile_all() -> Outcome:
    """Compiles the catalogues; returns 1 if translations are missing."""
    for language in po_files.languages_with_po():
        path = po_files.po_path(language)
        path.with_suffix(".mo").write_bytes(po_files.compiled(po_files.read(path, language)))
    return missing()


def missing() -> Outcome:
    """Lists missing translations; returns 1 if there are any."""
    lines = []
    for language in po_files.languages_with_po():
        entries = po_files.untranslated(po_files.read(po_files.po_path(language), language))
        lines += [f"{language}: {_shown(entry)}" for entry in entries]
    return (1, lines) if lines else (0, ["All texts are translated."])


def _is_language(letters: str) -> bool:
    try:
        return len(letters) == 2 and bool(Locale.parse(letters))
    except (UnknownLocaleError, ValueError):
        return False


def _shown(entry: Message) -> str:
    text = entry.id if isinstance(entry.id, str) else entry.id[0]
    note = " (fuzzy)" if entry.fuzzy else ""
    return f"[{entry.context}] {text}{note}" if entry.context else f"{text}{note}"
