"""Splits the text of a record into the tags of its header and the lines after them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from firmware.rules.errors import HeaderError, NoRecordError
from firmware.rules.message import message

NEEDED_TAGS = ("Rules", "Seats")
SINGLE_TAGS = ("Rules", "Seats", "Opens", "Stock")
FORBIDDEN_IN_NAMES = '#"[]'
QUOTED = r'"(?:[^"\\]|\\.)*"'
"""A quoted text, as a regular expression."""

_TAG = re.compile(rf"\[\s*([A-Za-z][A-Za-z0-9_-]*)((?:\s+{QUOTED})+)\s*\]")
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Tag:
    """A header tag; unknown ones are kept. `line` is ignored in comparisons."""

    name: str
    values: tuple[str, ...]
    line: int = field(default=0, compare=False)


def read_header(text: str) -> tuple[tuple[Tag, ...], tuple[tuple[int, str], ...]]:
    """Returns the tags and the other lines, as (number, text without comment); raises HeaderError for a bad tag."""
    tags: list[Tag] = []
    lines: list[tuple[int, str]] = []
    for number, content in _contents(text):
        if content.startswith("[") and not lines:
            tags.append(_parse_tag(number, content))
        else:
            # A late tag is refused by `parse_action`, after the lines before it have been played.
            lines.append((number, content))
    _check_needed(tags)
    _check_repeated(tags)
    return tuple(tags), tuple(lines)


def find_tag(tags: Sequence[Tag], name: str) -> Tag | None:
    """Returns the first tag of this name."""
    return next((tag for tag in tags if tag.name == name), None)


def seat_names(tags: Sequence[Tag]) -> tuple[str, ...]:
    """Returns the names in the tag `Seats`, blanks collapsed; raises HeaderError for an unusable name."""
    tag = find_tag(tags, "Seats")
    if tag is None:
        return ()
    names = tuple(" ".join(name.split()) for name in tag.values[0].split(";"))
    for name in names:
        bad = next((sign for sign in name if sign in FORBIDDEN_IN_NAMES), None)
        if bad is not None:
            raise HeaderError(tag.line, message("The name {name} must not contain {sign}.", name=name, sign=bad))
    return names


def unquote(quoted: str) -> str:
    """Returns the text between quotation marks with its escapes resolved."""
    return _ESCAPED.sub(lambda found: {"n": "\n"}.get(found[1], found[1]), quoted[1:-1])


def _contents(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1, without comments."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        content = _strip_comment(line).strip()
        if content:
            yield number, content


def _strip_comment(line: str) -> str:
    quoted = escaped = False
    for place, sign in enumerate(line):
        if escaped:
            escaped = False
        elif quoted and sign == "\\":
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted:
            return line[:place]
    return line


def _parse_tag(number: int, content: str) -> Tag:
    found = _TAG.fullmatch(content)
    if found is None:
        raise HeaderError(number, message('A tag is written [Name "value"].'))
    name, values = found[1], tuple(unquote(quoted) for quoted in re.findall(QUOTED, found[2]))
    if name in SINGLE_TAGS and len(values) != 1:
        raise HeaderError(number, message('The tag {tag} has one value: [{tag} "value"].', tag=name))
    if name == "Option" and len(values) != 2:
        raise HeaderError(number, message('An option has a name and a value: [Option "end" "gambling"].'))
    return Tag(name, values, number)


def _check_needed(tags: Sequence[Tag]) -> None:
    missing = [name for name in NEEDED_TAGS if find_tag(tags, name) is None]
    if missing == ["Rules"]:
        lacks = message("The header lacks the tag Rules").with_remedy(message('add [Rules "viking"]'))
        raise HeaderError(tags[-1].line, lacks)
    if missing == ["Seats"]:
        lacks = message("The header lacks the tag Seats").with_remedy(message('add [Seats "Astrid; Bjorn; Sigrid"]'))
        raise HeaderError(tags[-1].line, lacks)
    if missing:
        raise NoRecordError(
            1,
            message('This is not a game record: one begins with [Rules "viking"] and [Seats "Astrid; Bjorn; Sigrid"].'),
        )


def _check_repeated(tags: Sequence[Tag]) -> None:
    """Allows unknown tags any number of times, every other tag and option once."""
    given: set[tuple[str, ...]] = set()
    for tag in tags:
        if tag.name not in (*SINGLE_TAGS, "Option"):
            continue
        key = (tag.name, tag.values[0]) if tag.name == "Option" else (tag.name,)
        if key in given:
            remedy = message("keep one of them")
            if tag.name == "Option":
                twice = message('The option "{option}" is given twice', option=tag.values[0])
            else:
                twice = message("The tag {tag} is given twice", tag=tag.name)
            raise HeaderError(tag.line, twice.with_remedy(remedy))
        given.add(key)
