"""Reads the game record (RECORD.md): header tags, then one action a line.

Two extensions. For what nobody ever saw: where dice are written, `?` stands for those that never came to light, as in
`Astrid rolls ? claims 1-3` or `deal 2 4 ? / ? ? ?`. A challenge of such dice gives no verdict; a `ruling` line then
tells what the table made of it. And where points are played, `ruling Bjorn +1 point "why"` changes them.

In quoted text a backslash goes before a quotation mark and before a backslash; with an n it stands for a new line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from firmware.rules.claims import Bid, Pair, Total, parse_bid, parse_pair

Die = int | None
"""A face, or None for a die that nobody ever saw."""


class RecordError(ValueError):
    """A line that is no line of a record, or that the rules refuse; `line` counts from 1, `message` is one sentence."""

    def __init__(self, line: int, message: str) -> None:
        """Names the line and says what is wrong with it."""
        super().__init__(f"Line {line}: {message}")
        self.line = line
        self.message = message


class NoRecordError(RecordError):
    """A text that does not even begin as a record does."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A header tag; unknown ones are kept. The line does not count in comparisons."""

    name: str
    values: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Rolls:
    """`NAME rolls 5-6 claims 1-3`, or `blind`; dice are None where nobody ever saw them."""

    seat: int
    dice: Pair | None
    claim: Pair
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Passes:
    """`NAME passes`, or `NAME passes claims 6-5`."""

    seat: int
    claim: Pair | None = None


@dataclass(frozen=True, slots=True)
class Accepts:
    """`NAME accepts`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenges:
    """`NAME challenges`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shows:
    """`NAME shows 2-1`; dice are None where the showing could not be read."""

    seat: int
    dice: Pair | None


@dataclass(frozen=True, slots=True)
class Deals:
    """`deal 2 4 4 5 5 / 1 1 4 4 6`: the hands of the live seats by index."""

    hands: tuple[tuple[Die, ...], ...]


@dataclass(frozen=True, slots=True)
class Bids:
    """`NAME bids 4x5`, `NAME sums 13`, or a bid with Show and Re-roll before it."""

    seat: int
    claim: Bid | Total
    shown: tuple[int, ...] = ()
    rerolled: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowsOff:
    """`roll-off Astrid 3, Bjorn 6`: (seat, face)."""

    throws: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Undoes:
    """`undo`."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """`ruling Bjorn -1 "die on the floor"`; with `of_points`: `ruling Bjorn +1 point "the table looked"`."""

    seat: int
    delta: int
    reason: str
    of_points: bool = False


Action = Rolls | Passes | Accepts | Challenges | Shows | Deals | Bids | ThrowsOff | Undoes | Ruling


@dataclass(frozen=True, slots=True)
class Line:
    """An action and the line it stands on; the line does not count in comparisons."""

    action: Action
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record."""

    tags: tuple[Tag, ...]
    lines: tuple[Line, ...]

    def tag(self, name: str) -> Tag | None:
        """The tag of this name, if there is one."""
        return find_tag(self.tags, name)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return seat_names(self.tags)


SINGLE_TAGS = ("Rules", "Seats", "Opens", "Stock")
FORBIDDEN_IN_NAMES = '#"[]'


def read_record(text: str) -> Record:
    """Reads a record; raises RecordError, which names the first line that is none."""
    tags, rest = read_header(text)
    seats = seat_names(tags)
    return Record(tags, tuple(Line(parse_action(line, words, seats), line) for line, words in rest))


def read_header(text: str) -> tuple[tuple[Tag, ...], tuple[tuple[int, str], ...]]:
    """The tags, and the lines after them as (number, text without comment); raises RecordError for a bad tag."""
    tags: list[Tag] = []
    actions: list[tuple[int, str]] = []
    for number, content in _contents(text):
        if content.startswith("[") and not actions:
            tags.append(_parse_tag(number, content))
        else:
            # A tag that comes too late is refused by `parse_action`, when the lines before it have been played.
            actions.append((number, content))
    _check_tags(tags)
    return tuple(tags), tuple(actions)


def find_tag(tags: Sequence[Tag], name: str) -> Tag | None:
    """The first tag of this name."""
    return next((tag for tag in tags if tag.name == name), None)


def seat_names(tags: Sequence[Tag]) -> tuple[str, ...]:
    """The names in the tag `Seats`, blanks run together; raises RecordError for a name that a line cannot hold."""
    tag = find_tag(tags, "Seats")
    if tag is None:
        return ()
    names = tuple(" ".join(name.split()) for name in tag.values[0].split(";"))
    for name in names:
        bad = next((sign for sign in name if sign in FORBIDDEN_IN_NAMES), None)
        if bad is not None:
            raise RecordError(tag.line, f"The name {name} may not have the sign {bad} in it.")
    return names


# Lines and tags

_STRING = r'"(?:[^"\\]|\\.)*"'
_TAG = re.compile(rf"\[\s*([A-Za-z][A-Za-z0-9_-]*)((?:\s+{_STRING})+)\s*\]")
_ESCAPED = re.compile(r"\\(.)")


def _contents(text: str) -> Iterator[tuple[int, str]]:
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
        raise RecordError(number, 'A tag is written [Name "value"].')
    values = tuple(unquote(quoted) for quoted in re.findall(_STRING, found[2]))
    name = found[1]
    if name in SINGLE_TAGS and len(values) != 1:
        raise RecordError(number, f'The tag {name} has one value: [{name} "value"].')
    if name == "Option" and len(values) != 2:
        raise RecordError(number, 'An option has a name and a value: [Option "end" "gambling"].')
    return Tag(name, values, number)


def _check_tags(tags: Sequence[Tag]) -> None:
    missing = [name for name in ("Rules", "Seats") if find_tag(tags, name) is None]
    if len(missing) == 2:
        raise NoRecordError(
            1,
            'This is no game record: one begins with [Rules "viking"] and [Seats "Astrid; Bjorn; Sigrid"].',
        )
    if missing:
        example = '[Rules "viking"]' if missing == ["Rules"] else '[Seats "Astrid; Bjorn; Sigrid"]'
        raise RecordError(tags[-1].line, f"The header lacks the tag {missing[0]}: add {example}.")
    given: set[tuple[str, ...]] = set()
    for tag in tags:
        key = (tag.name, tag.values[0]) if tag.name == "Option" else (tag.name,)
        if key in given and (tag.name in SINGLE_TAGS or tag.name == "Option"):
            what = f'option "{tag.values[0]}"' if tag.name == "Option" else f"tag {tag.name}"
            raise RecordError(tag.line, f"The {what} is given twice: leave one.")
        given.add(key)


def unquote(quoted: str) -> str:
    """The text between quotation marks, its escapes resolved."""
    return _ESCAPED.sub(lambda found: {"n": "\n"}.get(found[1], found[1]), quoted[1:-1])


# Actions

_DICE = r"([1-6]-?[1-6]|\?)"
_FACES = r"([1-6](?: [1-6])*)"
_DICE_OR_UNSEEN = r"([1-6?](?: [1-6?])*)"
_NUMBER = r"([0-9]{1,4})"
_ROLLS = re.compile(rf"(rolls|blind) {_DICE} claims (\S+)")
_PASSES = re.compile(r"passes(?: claims (\S+))?")
_SHOWS = re.compile(rf"shows {_DICE}")
_BIDS = re.compile(rf"(?:shows {_FACES} rerolls {_DICE_OR_UNSEEN} )?bids (\S+)")
_SUMS = re.compile(rf"sums {_NUMBER}")
_HAND = re.compile(_DICE_OR_UNSEEN)
_THROW = re.compile(r" ([1-6])(?: ?, ?|$)")
_RULING = re.compile(rf"([+-]?){_NUMBER}( points?)? ({_STRING})")
_VERBS = "rolls, blind, passes, accepts, shows, challenges, bids, sums"


def parse_action(line: int, content: str, seats: Sequence[str]) -> Action:
    """Reads one line without its comment; raises RecordError."""
    if content.startswith("["):
        raise RecordError(line, "A tag stands before the first action.")
    words, quote, reason = content.partition('"')
    text = " ".join(words.split()) + (f" {quote}{reason}" if quote else "")
    try:
        return _table_action(text, seats) or _seat_action(text, seats)
    except ValueError as error:
        raise RecordError(line, str(error)) from None


def _table_action(text: str, seats: Sequence[str]) -> Action | None:
    """A line that does not begin with a seat; None when it may yet be a seat of such a name."""
    verb, _, rest = text.partition(" ")
    named = _starts_with_seat(text, seats)
    try:
        match verb:
            case "undo" if not rest:
                return Undoes()
            case "deal":
                return _deals(rest)
            case "roll-off":
                return _throws_off(rest, seats)
            case "ruling":
                return _ruling(rest, seats)
    except ValueError:
        if not named:
            raise
    return None


def _starts_with_seat(text: str, seats: Sequence[str]) -> tuple[int, ...]:
    """The seats whose name the text begins with, longest name first."""
    fitting = [seat for seat, name in enumerate(seats) if name and text.startswith(f"{name} ")]
    return tuple(sorted(fitting, key=lambda seat: -len(seats[seat])))


def _seat_action(text: str, seats: Sequence[str]) -> Action:
    named = _starts_with_seat(text, seats)
    if text in seats:
        raise ValueError(f"{text} does nothing here; there are {_VERBS}.")
    if not named:
        raise ValueError(f'"{_shorten(text)}" begins with no seat ({", ".join(seats)}) and is no action of the table.')
    problems: list[str] = []
    for seat in named:
        try:
            return _deed(seat, text[len(seats[seat]) + 1 :], seats[seat])
        except ValueError as error:
            problems.append(str(error))
    raise ValueError(problems[0])


def _deed(seat: int, text: str, name: str) -> Action:
    if text == "accepts":
        return Accepts(seat)
    if text == "challenges":
        return Challenges(seat)
    if found := _ROLLS.fullmatch(text):
        dice = None if found[2] == "?" else parse_pair(found[2])
        return Rolls(seat, dice, parse_pair(found[3]), blind=found[1] == "blind")
    if found := _PASSES.fullmatch(text):
        return Passes(seat, parse_pair(found[1]) if found[1] else None)
    if found := _SHOWS.fullmatch(text):
        return Shows(seat, None if found[1] == "?" else parse_pair(found[1]))
    if found := _BIDS.fullmatch(text):
        shown = tuple(int(face) for face in found[1].split()) if found[1] else ()
        return Bids(seat, parse_bid(found[3]), shown, _dice(found[2] or ""))
    if found := _SUMS.fullmatch(text):
        return Bids(seat, Total(int(found[1])))
    raise ValueError(_what_is_wrong(text, name))


def _what_is_wrong(text: str, name: str) -> str:
    forms = {
        "rolls": f"{name} rolls 5-6 claims 1-3",
        "blind": f"{name} blind 3-1 claims 5-1",
        "passes": f"{name} passes, or {name} passes claims 6-5",
        "shows": f"{name} shows 2-1, or {name} shows 5 5 rerolls 5 3 bids 4x5",
        "bids": f"{name} bids 4x5",
        "sums": f"{name} sums 13",
        "accepts": f"{name} accepts",
        "challenges": f"{name} challenges",
    }
    verb = text.partition(" ")[0]
    if verb in forms:
        return f'"{_shorten(text)}" is not understood; it is written: {forms[verb]}.'
    return f'"{_shorten(verb)}" is nothing that {name} can do; there are {_VERBS}.'


def _deals(text: str) -> Deals:
    hands = tuple(hand.strip() for hand in text.split("/"))
    for hand in hands:
        if not _HAND.fullmatch(hand):
            raise ValueError(f'"{_shorten(hand)}" is no hand; hands are dealt like this: deal 2 4 4 5 5 / 1 1 4 4 6.')
    return Deals(tuple(_dice(hand) for hand in hands))


def _dice(text: str) -> tuple[Die, ...]:
    return tuple(None if word == "?" else int(word) for word in text.split())


def _throws_off(text: str, seats: Sequence[str]) -> ThrowsOff:
    throws: list[tuple[int, int]] = []
    while text:
        for seat in _starts_with_seat(text, seats):
            if found := _THROW.match(text, len(seats[seat])):
                throws.append((seat, int(found[1])))
                text = text[found.end() :]
                break
        else:
            raise ValueError(f'"{_shorten(text)}" is no throw; it is written: roll-off Astrid 3, Bjorn 6.')
    if not throws:
        raise ValueError("A roll-off needs throws: roll-off Astrid 3, Bjorn 6.")
    return ThrowsOff(tuple(throws))


def _ruling(text: str, seats: Sequence[str]) -> Ruling:
    for seat in _starts_with_seat(text, seats):
        if found := _RULING.fullmatch(text[len(seats[seat]) + 1 :]):
            return Ruling(seat, int(f"{found[1]}{found[2]}"), unquote(found[4]), of_points=found[3] is not None)
    raise ValueError('A ruling names a seat, a change and the reason: ruling Bjorn -1 "die on the floor".')


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
