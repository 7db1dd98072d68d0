"""Writes the game record (RECORD.md), and builds one from the events of a game."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from firmware.rules.claims import Bid, Hands, Pair, write_claim
from firmware.rules.errors import EventError
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
from firmware.rules.message import Message, message
from firmware.rules.options import write_value
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
from firmware.rules.record.header import FORBIDDEN_IN_NAMES, Tag
from firmware.rules.record.notation import Record, RecordLine

Render = Callable[[Message], str]
"""Renders a message in some language; `str` gives English."""


def write_record(record: Record, render: Render = str) -> str:
    """Writes a record, which `read_record` reads back. Comments are lost; `render` words the rulings."""
    rules = record.tag("Rules")
    low_first = rules is not None and rules.values == ("viking",)
    header = [f"[{tag.name} {' '.join(_quote(value) for value in tag.values)}]" for tag in record.tags]
    seats = record.seats
    lines = [write_action(line.action, seats, low_first, render) for line in record.lines]
    return "\n".join([*header, "", *lines, ""] if lines else [*header, ""])


def write_action(action: Action, seats: Sequence[str], low_first: bool, render: Render = str) -> str:
    """Writes an action as its line; two dice low digit first if the game reads them so."""
    match action:
        case Undoes():
            return "undo"
        case Deals(hands):
            return f"deal {' / '.join(_dice(hand) for hand in hands)}"
        case RollsOff(throws):
            return f"roll-off {', '.join(f'{seats[seat]} {face}' for seat, face in throws)}"
        case Ruling(seat, delta, reason):
            return f"ruling {seats[seat]} {delta:+}{_points(action)} {_quote(render(reason))}"
        case Accepts(seat):
            return f"{seats[seat]} accepts"
        case Challenges(seat):
            return f"{seats[seat]} challenges"
        case Bids(seat):
            return f"{seats[seat]} {_bid(action)}"
        case Rolls(seat) | Passes(seat) | Shows(seat):
            return f"{seats[seat]} {_with_two_dice(action, low_first)}"


def _with_two_dice(action: Rolls | Passes | Shows, low_first: bool) -> str:
    def pair(dice: Pair | None) -> str:
        return "?" if dice is None else write_claim(dice, low_first)

    match action:
        case Rolls(_, dice, claim, blind):
            return f"{'blind' if blind else 'rolls'} {pair(dice)} claims {pair(claim)}"
        case Passes(_, None):
            return "passes"
        case Passes(_, claim):
            return f"passes claims {pair(claim)}"
        case Shows(_, dice):
            return f"shows {pair(dice)}"


def _bid(action: Bids) -> str:
    claim = action.claim
    bid = f"bids {write_claim(claim)}" if isinstance(claim, Bid) else f"sums {claim.value}"
    return f"shows {_dice(action.shown)} rerolls {_dice(action.rerolled)} {bid}" if action.shown else bid


def _points(action: Ruling) -> str:
    if not action.of_points:
        return ""
    return " point" if abs(action.delta) == 1 else " points"


def _dice(dice: Sequence[Die]) -> str:
    return " ".join("?" if die is None else str(die) for die in dice)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def record_of(events: Iterable[Event], tags: Sequence[Tag] = ()) -> Record:
    """Builds the record of a game from its events (without undone ones) and further header tags.

    Only revealed dice are in it; all others are `?`. Unfinished actions (a roll without a claim, a challenge without a
    reveal) are left out. Raises EventError if no game was started.
    """
    writer: _Writer | None = None
    for event in events:
        if isinstance(event, Started):
            writer = _Writer(event, tags)
        elif writer is None:
            raise EventError(message("A game begins with Started, not with {event}.", event=type(event).__name__))
        else:
            writer.add(event)
    if writer is None:
        raise EventError(message("Without events there is no game."))
    return writer.record()


class _Writer:
    """Collects actions, and remembers where hidden dice belong, to fill them in when revealed."""

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
            case RoundOpened(seat) if self._is_chosen():
                # The host chose who opens: the header says so, and an earlier roll-off decided nothing.
                self._opens = seat
                self._actions = [action for action in self._actions if not isinstance(action, RollsOff)]
            case Rolled(_, blind):
                self._blind = blind
            case Declared(seat, claim):
                self._rolled_at = len(self._actions)
                self._actions.append(Rolls(seat, None, claim, self._blind))
            case Dealt(held):
                self._dealt_at = len(self._actions)
                self._actions.append(Deals(tuple((None,) * dice for dice in held if dice)))
            case Adjudicated():
                self._adjudicated(event)
            case _:
                self._actions += _plain_actions(event)
        self._last = event

    def _is_chosen(self) -> bool:
        """Whether somebody chose who opens the round, instead of a roll-off or a ruling."""
        last = self._last
        return not (isinstance(last, RolledOff) and not last.tied) and not isinstance(last, Ruled | Scored | GameOver)

    def _adjudicated(self, event: Adjudicated) -> None:
        revealed = event.revealed
        if event.ending is Ending.SHOWN:
            self._actions.append(Shows(event.owner, revealed if isinstance(revealed, Pair) else None))
        elif event.ending is Ending.CHALLENGE and event.challenger is not None:
            kept_hidden = self._game.must_show(self._started.options, revealed)
            if isinstance(revealed, Hands):
                self._fill_hands(revealed)
            elif revealed is not None and not kept_hidden:
                self._fill_roll(revealed)
            self._actions.append(Challenges(event.challenger))
            if kept_hidden:
                # No line may claim such a roll, so the round is written as the table would have ruled.
                reason = message("a 21 was kept hidden")
                self._actions += [Ruling(seat, paid, reason) for seat, paid in event.lost]

    def _fill_roll(self, revealed: Pair) -> None:
        """Fills the revealed dice into the last roll."""
        if self._rolled_at is not None:
            roll = self._actions[self._rolled_at]
            if isinstance(roll, Rolls):
                self._actions[self._rolled_at] = replace(roll, dice=revealed)

    def _fill_hands(self, revealed: Hands) -> None:
        """Fills the revealed dice into every seat's last re-roll, or into the deal if it did not re-roll.

        Of dice re-rolled before that, only those then shown are known.
        """
        dealt_at = self._dealt_at
        if dealt_at is None:
            return
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
        return Record((*self._tags, *tags), tuple(RecordLine(action) for action in self._actions))


def _plain_actions(event: Event) -> tuple[Action, ...]:
    """Returns the actions for an event that needs no context; () for one without a line."""
    match event:
        case RolledOff(throws, _) if throws:
            return (RollsOff(throws),)
        case Passed(seat, claim):
            return (Passes(seat, claim),)
        case Accepted(seat):
            return (Accepts(seat),)
        case BidMade(seat, claim, _, shown, rerolled):
            return (Bids(seat, claim, shown, (None,) * rerolled),)
        case Ruled(seat, delta, reason):
            return (Ruling(seat, delta, reason),)
        case Scored(seat, delta, reason):
            return (Ruling(seat, delta, reason, of_points=True),)
        case _:
            return ()


_UNWRITABLE = re.compile(rf"[;\s{re.escape(FORBIDDEN_IN_NAMES)}]+")


def _writable(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names without the notation's reserved characters, still unique and never empty."""
    written: list[str] = []
    for seat, name in enumerate(names, start=1):
        plain = _UNWRITABLE.sub(" ", name).strip() or f"Seat {seat}"
        written.append(f"{plain} {seat}" if plain in written else plain)
    return tuple(written)
