"""Replays a record: sets up the game of its header, then plays it line by line.

Dice that nobody may see during play (those on the line of a roll or a deal) are kept apart from the state until they
are revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from firmware.rules.claims import Hands, Pair
from firmware.rules.commands import (
    Accept,
    Challenge,
    ChooseOpener,
    Command,
    Deal,
    Declare,
    MakeBid,
    Pass,
    Refusal,
    Reveal,
    Roll,
    RollOff,
    Rule,
    Score,
    Show,
    Unread,
)
from firmware.rules.decide import decide
from firmware.rules.errors import HeaderError, SetupError
from firmware.rules.events import Event, RollVoided
from firmware.rules.evolve import fold
from firmware.rules.games.registry import ruleset
from firmware.rules.history import History
from firmware.rules.message import message, plural
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
from firmware.rules.record.header import Tag, find_tag, seat_names
from firmware.rules.state import GameState, Phase

Cups = tuple[tuple[Die, ...], ...]
"""The dice of every seat by index, shown ones included."""


def set_up(tags: Sequence[Tag]) -> History:
    """Begins the game of a header; raises RecordError for the line of a bad tag."""
    given = {name: find_tag(tags, name) for name in ("Rules", "Seats", "Opens", "Stock")}
    rules_tag, seats_tag = given["Rules"], given["Seats"]
    if rules_tag is None or seats_tag is None:
        raise HeaderError(tags[-1].line if tags else 1, message("The header needs the tags Rules and Seats."))
    options = {tag.values[0]: tag for tag in tags if tag.name == "Option"}
    names = seat_names(tags)
    try:
        game = ruleset(rules_tag.values[0])
        opens = _opens(given["Opens"], names)
        stock = _stock(given["Stock"])
        events = game.new_game(names, {name: tag.values[1] for name, tag in options.items()}, stock, opens)
    except SetupError as error:
        blamed = options.get(error.option or "") or given.get(error.tag) or seats_tag
        raise HeaderError(blamed.line, error.message) from None
    return History.begin(events)


def _opens(tag: Tag | None, names: Sequence[str]) -> int | None:
    if tag is None:
        return None
    name = " ".join(tag.values[0].split())
    if name not in names:
        unknown = message('No seat is called "{name}"; there are {known}.', name=name, known=", ".join(names))
        raise SetupError("Opens", unknown)
    return names.index(name)


def _stock(tag: Tag | None) -> tuple[int, ...] | None:
    if tag is None:
        return None
    words = tag.values[0].split()
    bad = next((word for word in words if not (word.isascii() and word.isdigit() and len(word) < 6)), None)
    if bad is not None:
        problem = message('"{text}" is not a stock', text=bad)
        raise SetupError("Stock", problem.with_remedy(message('write one number for each seat, such as "6 5 0"')))
    return tuple(int(word) for word in words)


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """What a line changed: the state before it and its events, () for an `undo`."""

    before: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A record played up to here."""

    history: History
    dice: Pair | Cups | None = None
    """The hidden dice; None if unknown or absent."""
    previous: Replay | None = None

    @property
    def state(self) -> GameState:
        """The state; without the tag `Opens` and without a roll-off, the first live seat opens."""
        state = self.history.state
        return fold(self._first_opens(state), state)

    def play(self, action: Action) -> tuple[Replay, PlayedLine] | Refusal:
        """Plays one more line; the replay itself is unchanged."""
        if isinstance(action, Undoes):
            return self._undo()
        before = self.history.state
        opening = () if isinstance(action, RollsOff | Ruling) else self._first_opens(before)
        state = fold(opening, before)
        attempt = _LineAttempt(state, self.dice)
        refused = attempt.play(action)
        if refused is not None:
            return refused
        history = self.history.act((*opening, *attempt.events))
        return Replay(history, attempt.dice, self), PlayedLine(state, tuple(attempt.events))

    def _undo(self) -> tuple[Replay, PlayedLine] | Refusal:
        undone = self.history.undo()
        if isinstance(undone, Refusal):
            return undone
        if self.previous is None:
            raise ValueError("A history that goes back has a replay that goes back.")
        return self.previous, PlayedLine(self.state, ())

    @staticmethod
    def _first_opens(state: GameState) -> tuple[Event, ...]:
        if state.phase is not Phase.ROLL_OFF or state.tied:
            return ()
        first = ruleset(state.ruleset).live_from(state.options, state.stock, 0)
        opened = decide(state, ChooseOpener(first))
        return () if isinstance(opened, Refusal) else opened


class _LineAttempt:
    """Plays one line, which may need several commands; if one is refused, the attempt is discarded."""

    def __init__(self, state: GameState, dice: Pair | Cups | None) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def play(self, action: Action) -> Refusal | None:
        match action:
            case Rolls():
                return self._rolls(action)
            case Passes(seat, claim):
                return self._do(Pass(seat, claim))
            case Accepts(seat):
                return self._end_round(Accept(seat))
            case Challenges(seat):
                return self._end_round(Challenge(seat), Reveal(self._revealed()))
            case Shows(seat, dice):
                return self._shows(seat, dice)
            case Deals(hands):
                return self._deals(hands)
            case Bids():
                return self._bids(action)
            case RollsOff(throws):
                return self._do(RollOff(throws))
            case Ruling(seat, delta, reason, of_points):
                return self._do(Score(seat, delta, reason) if of_points else Rule(seat, delta, reason))
            case Undoes():
                return Refusal(message("An undo is not played."))

    def _do(self, *commands: Command) -> Refusal | None:
        for command in commands:
            decision = decide(self.state, command)
            if isinstance(decision, Refusal):
                return decision
            self.state = fold(decision, self.state)
            self.events += decision
        return None

    def _end_round(self, *commands: Command) -> Refusal | None:
        refused = self._do(*commands)
        if refused is None:
            self.dice = None
        return refused

    def _revealed(self) -> Pair | Hands | Unread:
        match self.dice:
            case Pair():
                return self.dice
            case None:
                return Unread(message("the dice are not in the record"))
            case cups:
                hands = tuple(tuple(die for die in hand if die is not None) for hand in cups)
                if [len(hand) for hand in hands] != [len(hand) for hand in cups]:
                    return Unread(message("the record has only some of the dice"))
                return Hands(hands)

    def _rolls(self, action: Rolls) -> Refusal | None:
        refused = self._do(Roll(action.seat, action.blind))
        if refused is None and ruleset(self.state.ruleset).must_show(self.state.options, action.dice):
            return Refusal(message("A rolled 21 must be shown; it cannot be claimed as something else."))
        self.dice = action.dice
        return refused or self._do(Declare(action.seat, action.claim))

    def _shows(self, seat: int, dice: Pair | None) -> Refusal | None:
        self.dice = dice
        refused = self._end_round(Roll(seat), Show(seat), Reveal(self._revealed()))
        if refused is None and any(isinstance(event, RollVoided) for event in self.events):
            return Refusal(message("Only a rolled 21 may be shown."))
        return refused

    def _deals(self, hands: tuple[tuple[Die, ...], ...]) -> Refusal | None:
        refused = self._do(Deal())
        if refused is not None:
            return refused
        live = [seat for seat, held in enumerate(self.state.held) if held]
        if len(hands) != len(live):
            return Refusal(
                message("There are {hands} hands, but {n} seats in the game.", hands=len(hands), n=len(live))
            )
        cups: list[tuple[Die, ...]] = [()] * len(self.state.seats)
        for seat, hand in zip(live, hands, strict=True):
            if len(hand) != self.state.held[seat]:
                return self._refuse_hand(seat, len(hand))
            cups[seat] = hand
        self.dice = tuple(cups)
        return None

    def _refuse_hand(self, seat: int, dealt: int) -> Refusal:
        name, held = self.state.seats[seat], self.state.held[seat]
        return Refusal(
            plural(
                "{name} holds {n} die, but {dealt} were dealt.",
                "{name} holds {n} dice, but {dealt} were dealt.",
                held,
                name=name,
                dealt=dealt,
            )
        )

    def _bids(self, action: Bids) -> Refusal | None:
        name = self.state.seats[action.seat]
        shown_before = self.state.shown[action.seat] if self.state.shown else ()
        refused = self._do(MakeBid(action.seat, action.claim, action.shown, len(action.rerolled)))
        if refused is not None or not action.shown or not isinstance(self.dice, tuple):
            return refused
        hidden: Counter[Die] = Counter(self.dice[action.seat])
        hidden.subtract(shown_before)
        # A die that nobody saw may be any of those shown now.
        lacking = Counter[Die](action.shown) - hidden
        if lacking.total() > hidden[None]:
            return Refusal(message("{name} has no hidden {face} to show.", name=name, face=next(iter(lacking)) or 0))
        hand = (*shown_before, *action.shown, *action.rerolled)
        self.dice = (*self.dice[: action.seat], hand, *self.dice[action.seat + 1 :])
        return None
