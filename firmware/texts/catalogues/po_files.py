"""Reads and writes gettext catalogues; the headers are the same in every run and name nobody."""

from collections.abc import Iterable
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from firmware.texts.catalogues.extraction import Template
from firmware.texts.translations import DOMAIN

LOCALE = Path(__file__).parents[1] / "locale"
TEMPLATE_FILE = LOCALE / f"{DOMAIN}.pot"


def po_path(language: str) -> Path:
    """Returns the catalogue for translators."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def languages_with_po() -> tuple[str, ...]:
    """Returns the languages with a catalogue for translators."""
    return tuple(sorted(path.parents[1].name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def template_catalogue(templates: Iterable[Template]) -> Catalog:
    """Builds the template catalogue of the source texts with all their places."""
    found: dict[tuple[str, str], list[Template]] = {}
    for template in templates:
        found.setdefault(template.key, []).append(template)
    catalogue = Catalog(fuzzy=False)
    for same in found.values():
        # A text used both with and without a plural is one entry, with the plural.
        chosen = next((each for each in same if each.many), same[0])
        places = [(place, 0) for place in sorted({each.place for each in same})]
        comments = list(dict.fromkeys(each.comment for each in same if each.comment))
        texts = (chosen.one, chosen.many) if chosen.many else chosen.one
        catalogue.add(texts, locations=places, auto_comments=comments, context=chosen.context or None)
    return catalogue


def read(path: Path, language: str | None = None) -> Catalog:
    """Reads a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(catalogue: Catalog, template: Catalog) -> Catalog:
    """Updates a catalogue: new texts are untranslated, unused ones are dropped, nothing is guessed."""
    catalogue.update(deepcopy(template), no_fuzzy_matching=True)
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    """Writes a catalogue, or the template if it has no language, keeping the comments at the top."""
    path.parent.mkdir(parents=True, exist_ok=True)
    body = BytesIO()
    write_po(body, catalogue, width=0, omit_header=True, include_lineno=False, ignore_obsolete=True)
    header = "\n".join(f'"{name}: {value}\\n"' for name, value in _headers(catalogue))
    top = "".join(f"{line}\n" for line in _top_comments(path))
    path.write_text(f'{top}msgid ""\nmsgstr ""\n{header}\n\n{body.getvalue().decode().strip()}\n', "utf-8")


def compiled(catalogue: Catalog) -> bytes:
    """Compiles a catalogue; fuzzy translations are left out."""
    plain = _PlainHeader(catalogue)
    for entry in catalogue:
        if entry.id:
            plain[entry.id] = entry
    data = BytesIO()
    write_mo(data, plain)
    return data.getvalue()


def untranslated(catalogue: Catalog) -> list[Message]:
    """Returns the entries without a complete translation, or marked as fuzzy."""
    return [entry for entry in catalogue if entry.id and (entry.fuzzy or not complete(entry, catalogue.num_plurals))]


def complete(entry: Message, forms: int) -> bool:
    """Returns whether an entry is translated in all its forms."""
    strings = entry.string if isinstance(entry.string, list | tuple) else (entry.string,)
    return all(strings) and len(strings) == (forms if entry.pluralizable else 1)


class _PlainHeader(Catalog):
    """An empty catalogue for the language of another, with a header of our own.

    The plural forms are those that the other was translated with: Babel's own change with its version.
    """

    def __init__(self, translated: Catalog) -> None:
        super().__init__(locale=translated.locale)
        self._headers = _headers(translated)

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return self._headers

    @mime_headers.setter
    def mime_headers(self, _value: Iterable[tuple[str, str]]) -> None:
        raise AttributeError("the headers of a compiled catalogue are fixed")


def _headers(catalogue: Catalog) -> list[tuple[str, str]]:
    headers = [("Project-Id-Version", DOMAIN)]
    if catalogue.locale is not None:
        headers.append(("Language", str(catalogue.locale)))
    headers += [
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
    ]
    if catalogue.locale is not None:
        headers.append(("Plural-Forms", catalogue.plural_forms))
    return headers


def _top_comments(path: Path) -> list[str]:
    if not path.exists():
        return []
    top = path.read_text("utf-8").partition('msgid ""')[0]
    return [line for line in top.splitlines() if line.startswith("#")]
