"""The steps of the command line: each gives its exit code and what it has to say."""

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message

from firmware.texts.catalogues import po_files
from firmware.texts.catalogues.extraction import all_templates

Outcome = tuple[int, list[str]]


def extract() -> Outcome:
    """Writes the template of all catalogues."""
    catalogue = po_files.template_catalogue(all_templates())
    po_files.write(po_files.TEMPLATE_FILE, catalogue)
    return 0, [f"{len(catalogue)} texts"]


def update(new: str | None = None) -> Outcome:
    """Extracts, and brings the catalogues up to date; `new` is a language to begin."""
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
    """Compiles the catalogues; 1 where translations are missing."""
    for language in po_files.languages_with_po():
        path = po_files.po_path(language)
        path.with_suffix(".mo").write_bytes(po_files.compiled(po_files.read(path, language)))
    return missing()


def missing() -> Outcome:
    """Lists what is not translated; 1 where anything is."""
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
