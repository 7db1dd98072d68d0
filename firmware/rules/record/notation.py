"""Parses the game record (RECORD.md): header tags, then one action per line.

Two extensions. Dice that nobody ever saw are written `?`, as in `Astrid rolls ? claims 1-3` or `deal 2 4 ? / ? ? ?`; a
challenge of such dice gives no verdict, and a `ruling` line then records the table's ruling. In a game with points,
`ruling Bjorn +1 point "why"` changes them. In quoted text a backslash escapes a quotation mark or a backslash; `\\n` is
a new line.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from firmware.rules.claims import Total, parse_bid, parse_pair
from firmware.rules.errors import ActionError, RecordError, RulesError
from firmware.rules.message import Message, literal, message
from firmware.rules.record.actions import (
    Accepts,
    Action,
    Bids,
    Challenges,
    Deals,
    Die,
    Passes,
    Rolls,
    RollsOff,
    Ruling,
    Shows,
    Undoes,
)
from firmware.rules.record.header import QUOTED, Tag, find_tag, read_header, seat_names, unquote


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An action and its line number, which is ignored in comparisons."""

    action: Action
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record."""

    tags: tuple[Tag, ...]
    lines: tuple[RecordLine, ...]

    def tag(self, name: str) -> Tag | None:
        """Returns the tag of this name, if there is one."""
        return find_tag(self.tags, name)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return seat_names(self.tags)


def read_record(text: str) -> Record:
    """Parses a whole record without playing it; raises RecordError for the first bad line.

    `adjudicate` does not use it: it parses and plays line by line.
    """
    tags, rest = read_header(text)
    seats = seat_names(tags)
    return Record(tags, tuple(RecordLine(parse_action(line, words, seats), line) for line, words in rest))


def parse_action(line: int, content: str, seats: Sequence[str]) -> Action:
    """Parses one line without its comment; raises RecordError."""
    if content.startswith("["):
        raise RecordError(line, message("A tag stands before the first action."))
    words, quote, reason = content.partition('"')
    text = " ".join(words.split()) + (f" {quote}{reason}" if quote else "")
    try:
        return _parse_table_line(text, seats) or _parse_seat_line(text, seats)
    except RulesError as error:
        raise RecordError(line, error.message) from None


# Actions of the table

_DICE_OR_UNSEEN = r"([1-6?](?: [1-6?])*)"
_NUMBER = r"([0-9]{1,4})"
_HAND = re.compile(_DICE_OR_UNSEEN)
_THROW = re.compile(r" ([1-6])(?: ?, ?|$)")
_RULING = re.compile(rf"([+-]?){_NUMBER}( points?)? ({QUOTED})")


def _parse_table_line(text: str, seats: Sequence[str]) -> Action | None:
    """Parses a line that does not begin with a seat; None if it is not one, or may be about a seat of such a name."""
    verb, _, rest = text.partition(" ")
    try:
        match verb:
            case "undo" if not rest:
                return Undoes()
            case "deal":
                return _deals(rest)
            case "roll-off":
                return _rolls_off(rest, seats)
            case "ruling":
                return _ruling(rest, seats)
    except RulesError:
        if not _starts_with_seat(text, seats):
            raise
    return None


def _deals(text: str) -> Deals:
    hands = tuple(hand.strip() for hand in text.split("/"))
    for hand in hands:
        if not _HAND.fullmatch(hand):
            problem = message('"{text}" is not a hand', text=_shorten(hand))
            raise ActionError(problem.with_remedy(message("write deal 2 4 4 5 5 / 1 1 4 4 6")))
    return Deals(tuple(_dice(hand) for hand in hands))


def _dice(text: str) -> tuple[Die, ...]:
    return tuple(None if word == "?" else int(word) for word in text.split())


def _rolls_off(text: str, seats: Sequence[str]) -> RollsOff:
    throws: list[tuple[int, int]] = []
    remedy = message("write roll-off Astrid 3, Bjorn 6")
    while text:
        for seat in _starts_with_seat(text, seats):
            if found := _THROW.match(text, len(seats[seat])):
                throws.append((seat, int(found[1])))
                text = text[found.end() :]
                break
        else:
            raise ActionError(message('"{text}" is not a throw', text=_shorten(text)).with_remedy(remedy))
    if not throws:
        raise ActionError(message("A roll-off needs throws").with_remedy(remedy))
    return RollsOff(tuple(throws))


def _ruling(text: str, seats: Sequence[str]) -> Ruling:
    for seat in _starts_with_seat(text, seats):
        if found := _RULING.fullmatch(text[len(seats[seat]) + 1 :]):
            reason = literal(unquote(found[4]))
            return Ruling(seat, int(f"{found[1]}{found[2]}"), reason, of_points=found[3] is not None)
    problem = message("A ruling names a seat, a change and the reason")
    raise ActionError(problem.with_remedy(message('write ruling Bjorn -1 "die on the floor"')))


# Actions of seats


def _starts_with_seat(text: str, seats: Sequence[str]) -> tuple[int, ...]:
    """The seats whose names the text begins with, longest name first."""
    fitting = [seat for seat, name in enumerate(seats) if name and text.startswith(f"{name} ")]
    return tuple(sorted(fitting, key=lambda seat: -len(seats[seat])))


def _parse_seat_line(text: str, seats: Sequence[str]) -> Action:
    """Parses a line that begins with a seat; if several names fit, takes the longest that makes sense."""
    if text in seats:
        idle = message("{name} does nothing here", name=text)
        raise ActionError(idle.with_remedy(message("add one of {verbs}", verbs=_VERBS)))
    problems: list[RulesError] = []
    for seat in _starts_with_seat(text, seats):
        try:
            return _parse_seat_action(seat, text[len(seats[seat]) + 1 :], seats[seat])
        except RulesError as error:
            problems.append(error)
    if problems:
        raise problems[0]
    raise ActionError(
        message(
            '"{text}" does not begin with a seat ({seats}) and is not an action of the table.',
            text=_shorten(text),
            seats=", ".join(seats),
        )
    )


_DICE = r"([1-6]-?[1-6]|\?)"
_FACES = r"([1-6](?: [1-6])*)"


def _rolls(seat: int, found: re.Match[str]) -> Action:
    dice = None if found[2] == "?" else parse_pair(found[2])
    return Rolls(seat, dice, parse_pair(found[3]), blind=found[1] == "blind")


def _passes(seat: int, found: re.Match[str]) -> Action:
    return Passes(seat, parse_pair(found[1]) if found[1] else None)


def _shows(seat: int, found: re.Match[str]) -> Action:
    return Shows(seat, None if found[1] == "?" else parse_pair(found[1]))


def _bids(seat: int, found: re.Match[str]) -> Action:
    shown = tuple(int(face) for face in found[1].split()) if found[1] else ()
    return Bids(seat, parse_bid(found[3]), shown, _dice(found[2] or ""))


def _sums(seat: int, found: re.Match[str]) -> Action:
    return Bids(seat, Total(int(found[1])))


_SEAT_ACTIONS: Final[Mapping[re.Pattern[str], Callable[[int, re.Match[str]], Action]]] = {
    re.compile("accepts"): lambda seat, _: Accepts(seat),
    re.compile("challenges"): lambda seat, _: Challenges(seat),
    re.compile(rf"(rolls|blind) {_DICE} claims (\S+)"): _rolls,
    re.compile(r"passes(?: claims (\S+))?"): _passes,
    re.compile(rf"shows {_DICE}"): _shows,
    re.compile(rf"(?:shows {_FACES} rerolls {_DICE_OR_UNSEEN} )?bids (\S+)"): _bids,
    re.compile(rf"sums {_NUMBER}"): _sums,
}
"""What may follow a seat's name, and how it is parsed."""

_EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "rolls": ("rolls 5-6 claims 1-3",),
    "blind": ("blind 3-1 claims 5-1",),
    "passes": ("passes", "passes claims 6-5"),
    "accepts": ("accepts",),
    "shows": ("shows 2-1", "shows 5 5 rerolls 5 3 bids 4x5"),
    "challenges": ("challenges",),
    "bids": ("bids 4x5",),
    "sums": ("sums 13",),
}
"""A seat's actions by verb, and their notation."""
_VERBS: Final = ", ".join(_EXAMPLES)


def _parse_seat_action(seat: int, text: str, name: str) -> Action:
    for pattern, made in _SEAT_ACTIONS.items():
        if found := pattern.fullmatch(text):
            return made(seat, found)
    verb = text.partition(" ")[0]
    if verb in _EXAMPLES:
        problem = message('"{text}" is not understood', text=_shorten(text))
        raise ActionError(problem.with_remedy(_how_written(name, *_EXAMPLES[verb])))
    problem = message('"{verb}" is not something that {name} can do', verb=_shorten(verb), name=name)
    raise ActionError(problem.with_remedy(message("use one of {verbs}", verbs=_VERBS)))


def _how_written(name: str, form: str, other: str = "") -> Message:
    if other:
        return message("write {name} {form}, or {name} {other}", name=name, form=form, other=other)
    return message("write {name} {form}", name=name, form=form)


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
