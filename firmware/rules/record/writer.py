"""Writes the game record (RECORD.md), also from the events of a game that was played at the box."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from firmware.rules.claims import Bid, Hands, Pair, write_claim
from firmware.rules.events import (
    Accepted,
    Adjudicated,
    BidMade,
    Dealt,
    Declared,
    Ending,
    Event,
    GameOver,
    Passed,
    Rolled,
    RolledOff,
    RoundOpened,
    Ruled,
    Scored,
    Started,
)
from firmware.rules.games.registry import ruleset
from firmware.rules.options import write_value
from firmware.rules.record.notation import (
    FORBIDDEN_IN_NAMES,
    Accepts,
    Action,
    Bids,
    Challenges,
    Deals,
    Die,
    Line,
    Passes,
    Record,
    Rolls,
    Ruling,
    Shows,
    Tag,
    ThrowsOff,
    Undoes,
)


def write_record(record: Record) -> str:
    """Writes a record; `read_record` reads the same again. Comments are not kept."""
    rules = record.tag("Rules")
    low_first = rules is not None and rules.values == ("viking",)
    header = [f"[{tag.name} {' '.join(_quote(value) for value in tag.values)}]" for tag in record.tags]
    seats = record.seats
    lines = [write_action(line.action, seats, low_first) for line in record.lines]
    return "\n".join([*header, "", *lines, ""] if lines else [*header, ""])


def write_action(action: Action, seats: Sequence[str], low_first: bool) -> str:
    """Writes one action as its line; two dice low digit first where the game reads them so."""

    def pair(dice: Pair | None) -> str:
        return "?" if dice is None else write_claim(dice, low_first)

    match action:
        case Rolls(seat, dice, claim, blind):
            return f"{seats[seat]} {'blind' if blind else 'rolls'} {pair(dice)} claims {pair(claim)}"
        case Passes(seat, claim):
            return f"{seats[seat]} passes" + (f" claims {pair(claim)}" if claim else "")
        case Accepts(seat):
            return f"{seats[seat]} accepts"
        case Challenges(seat):
            return f"{seats[seat]} challenges"
        case Shows(seat, dice):
            return f"{seats[seat]} shows {pair(dice)}"
        case Deals(hands):
            return f"deal {' / '.join(_dice(hand) for hand in hands)}"
        case Bids(seat, claim, shown, rerolled):
            showing = f"shows {_dice(shown)} rerolls {_dice(rerolled)} " if shown else ""
            bid = f"bids {write_claim(claim)}" if isinstance(claim, Bid) else f"sums {claim.value}"
            return f"{seats[seat]} {showing}{bid}"
        case ThrowsOff(throws):
            return f"roll-off {', '.join(f'{seats[seat]} {face}' for seat, face in throws)}"
        case Undoes():
            return "undo"
        case Ruling(seat, delta, reason, of_points):
            points = (" point" if abs(delta) == 1 else " points") if of_points else ""
            return f"ruling {seats[seat]} {delta:+}{points} {_quote(reason)}"


def _dice(dice: Sequence[Die]) -> str:
    return " ".join("?" if die is None else str(die) for die in dice)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def record_of(events: Iterable[Event], tags: Sequence[Tag] = ()) -> Record:
    """The record of a game that was played: its events as they stand after any undo, and further tags for the header.

    Only dice that an adjudication revealed are in it; all others are written `?`. What was begun and not ended (a
    shake without a claim, a challenge without a reveal) is left out. Raises ValueError where no game was started.
    """
    writer: _Writer | None = None
    for event in events:
        if isinstance(event, Started):
            writer = _Writer(event, tags)
        elif writer is None:
            raise ValueError(f"A game begins with Started, not with {type(event).__name__}.")
        else:
            writer.add(event)
    if writer is None:
        raise ValueError("No event, no game.")
    return writer.record()


class _Writer:
    """Gathers lines; keeps where the hidden dice stand, to write them in when they come to light."""

    def __init__(self, started: Started, tags: Sequence[Tag]) -> None:
        self._started = started
        self._game = ruleset(started.ruleset)
        self._tags = tuple(tags)
        self._opens = started.opens
        self._actions: list[Action] = []
        self._last: Event = started
        self._blind = False
        self._rolled_at: int | None = None
        self._dealt_at: int | None = None

    def add(self, event: Event) -> None:
        match event:
            case RolledOff(throws, _) if throws:
                self._actions.append(ThrowsOff(throws))
            case RoundOpened(seat) if self._is_chosen():
                # Somebody chose who opens: the header says so, and what was thrown before decided nothing.
                self._opens = seat
                self._actions = [action for action in self._actions if not isinstance(action, ThrowsOff)]
            case Rolled(_, blind):
                self._blind = blind
            case Declared(seat, claim):
                self._rolled_at = len(self._actions)
                self._actions.append(Rolls(seat, None, claim, self._blind))
            case Passed(seat, claim):
                self._actions.append(Passes(seat, claim))
            case Accepted(seat):
                self._actions.append(Accepts(seat))
            case Dealt(held):
                self._dealt_at = len(self._actions)
                self._actions.append(Deals(tuple((None,) * dice for dice in held if dice)))
            case BidMade(seat, claim, _, shown, rerolled):
                self._actions.append(Bids(seat, claim, shown, (None,) * rerolled))
            case Adjudicated():
                self._adjudicated(event)
            case Ruled(seat, delta, reason):
                self._actions.append(Ruling(seat, delta, reason))
            case Scored(seat, delta, reason):
                self._actions.append(Ruling(seat, delta, reason, of_points=True))
        self._last = event

    def _is_chosen(self) -> bool:
        """Whether a round that is now opened is so neither by the throws nor by a ruling."""
        last = self._last
        return not (isinstance(last, RolledOff) and not last.tied) and not isinstance(last, Ruled | Scored | GameOver)

    def _adjudicated(self, event: Adjudicated) -> None:
        if event.ending is Ending.SHOWN:
            self._actions.append(Shows(event.owner, event.revealed if isinstance(event.revealed, Pair) else None))
        elif event.ending is Ending.CHALLENGE and event.challenger is not None:
            kept = self._game.must_show(self._started.options, event.revealed)
            if isinstance(event.revealed, Hands) and self._dealt_at is not None:
                self._fill_hands(self._dealt_at, event.revealed)
            elif isinstance(event.revealed, Pair) and self._rolled_at is not None and not kept:
                roll = self._actions[self._rolled_at]
                if isinstance(roll, Rolls):
                    self._actions[self._rolled_at] = replace(roll, dice=event.revealed)
            self._actions.append(Challenges(event.challenger))
            if kept:
                # No line may claim such a roll, so the round is written as the table would have settled it.
                self._actions += [Ruling(seat, paid, "a 21 was kept hidden") for seat, paid in event.lost]

    def _fill_hands(self, dealt_at: int, revealed: Hands) -> None:
        """Writes the revealed dice into the last re-roll of every seat, or into the deal where it did not re-roll.

        What was re-rolled later is known only by what was then shown of it.
        """
        hidden: dict[int, tuple[Die, ...]] = {}
        for seat, hand in enumerate(revealed.dice):
            left = Counter(hand)
            for action in self._actions[dealt_at + 1 :]:
                if isinstance(action, Bids) and action.seat == seat:
                    left -= Counter(action.shown)
            hidden[seat] = tuple(sorted(left.elements()))
        for place in range(len(self._actions) - 1, dealt_at, -1):
            action = self._actions[place]
            if isinstance(action, Bids) and action.shown:
                self._actions[place] = replace(action, rerolled=hidden[action.seat])
                hidden[action.seat] = (*sorted(action.shown), *(None,) * len(action.rerolled))
        self._actions[dealt_at] = Deals(tuple(hand for _, hand in sorted(hidden.items()) if hand))

    def record(self) -> Record:
        started = self._started
        names = _writable(started.seats)
        tags = [Tag("Rules", (started.ruleset,))]
        for option in self._game.options:
            value = started.options[option.name]
            if value != option.default:
                tags.append(Tag("Option", (option.name, write_value(value))))
        tags.append(Tag("Seats", ("; ".join(names),)))
        if self._opens is not None:
            tags.append(Tag("Opens", (names[self._opens],)))
        if any(stock != self._game.first_stock(started.options) for stock in started.stock):
            tags.append(Tag("Stock", (" ".join(str(stock) for stock in started.stock),)))
        return Record((*self._tags, *tags), tuple(Line(action) for action in self._actions))


_UNWRITABLE = re.compile(rf"[;\s{re.escape(FORBIDDEN_IN_NAMES)}]+")


def _writable(names: Sequence[str]) -> tuple[str, ...]:
    """The names without the signs that the notation needs for itself, still unique and never empty."""
    written: list[str] = []
    for seat, name in enumerate(names, start=1):
        plain = _UNWRITABLE.sub(" ", name).strip() or f"Seat {seat}"
        written.append(f"{plain} {seat}" if plain in written else plain)
    return tuple(written)
