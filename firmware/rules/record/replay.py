"""Replays a record: the game that its header sets up, then line by line what came of it.

What nobody may see during play (the dice on a roll's line, the hands of a deal) is kept beside the state and handed in
at the reveal.
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
from firmware.rules.events import Event, RollVoided
from firmware.rules.evolve import fold
from firmware.rules.games.registry import decide, ruleset
from firmware.rules.history import History
from firmware.rules.options import RulesError
from firmware.rules.record.notation import (
    Accepts,
    Action,
    Bids,
    Challenges,
    Deals,
    Die,
    Passes,
    RecordError,
    Rolls,
    Ruling,
    Shows,
    Tag,
    ThrowsOff,
    Undoes,
    find_tag,
    seat_names,
)
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState, Phase

Cups = tuple[tuple[Die, ...], ...]
"""The dice of every seat by index, shown ones included."""


def set_up(tags: Sequence[Tag]) -> History:
    """The game that a header describes; raises RecordError on the line of the tag that cannot be played."""
    given = {name: find_tag(tags, name) for name in ("Rules", "Seats", "Opens", "Stock")}
    rules_tag, seats_tag = given["Rules"], given["Seats"]
    if rules_tag is None or seats_tag is None:
        raise RecordError(tags[-1].line if tags else 1, "The header needs the tags Rules and Seats.")
    options = {tag.values[0]: tag for tag in tags if tag.name == "Option"}
    names = seat_names(tags)
    try:
        game = ruleset(rules_tag.values[0])
        opens = _opens(given["Opens"], names)
        stock = _stock(given["Stock"])
        events = game.new_game(names, {name: tag.values[1] for name, tag in options.items()}, stock, opens)
    except RulesError as error:
        blamed = options.get(error.option or "") or given.get(error.tag) or seats_tag
        raise RecordError(blamed.line, str(error)) from None
    return History.begin(events)


def _opens(tag: Tag | None, names: Sequence[str]) -> int | None:
    if tag is None:
        return None
    name = " ".join(tag.values[0].split())
    if name not in names:
        raise RulesError("Opens", f'No seat is called "{name}"; there are {", ".join(names)}.')
    return names.index(name)


def _stock(tag: Tag | None) -> tuple[int, ...] | None:
    if tag is None:
        return None
    words = tag.values[0].split()
    bad = next((word for word in words if not (word.isascii() and word.isdigit() and len(word) < 6)), None)
    if bad is not None:
        raise RulesError("Stock", f'"{bad}" is no stock; it is written as one number a seat, such as "6 5 0".')
    return tuple(int(word) for word in words)


@dataclass(frozen=True, slots=True)
class Step:
    """What came of a line: the state before it and its events; () where an `undo` took something back."""

    before: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A record played up to here."""

    history: History
    dice: Pair | Cups | None = None
    """What lies hidden: None where it is not known or nothing lies."""
    previous: Replay | None = None

    @property
    def state(self) -> GameState:
        """The state; a game whose header names no opener and that saw no roll-off is opened by the first live seat."""
        state = self.history.state
        return fold(self._first_opens(state), state)

    def play(self, action: Action) -> tuple[Replay, Step] | Refusal:
        """One line more."""
        if isinstance(action, Undoes):
            return self._undo()
        before = self.history.state
        opening = () if isinstance(action, ThrowsOff | Ruling) else self._first_opens(before)
        state = fold(opening, before)
        attempt = _Attempt(state, self.dice)
        refused = attempt.play(action)
        if refused is not None:
            return refused
        events = (*opening, *attempt.events)
        return Replay(self.history.act(events), attempt.dice, self), Step(state, tuple(attempt.events))

    def _undo(self) -> tuple[Replay, Step] | Refusal:
        undone = self.history.undo()
        if isinstance(undone, Refusal):
            return undone
        if self.previous is None:
            raise ValueError("A history that goes back has a replay that goes back.")
        return self.previous, Step(self.state, ())

    @staticmethod
    def _first_opens(state: GameState) -> tuple[Event, ...]:
        if state.phase is not Phase.ROLL_OFF or state.tied:
            return ()
        game = ruleset(state.ruleset)
        opened = game.decide(state, ChooseOpener(game.live_from(state.options, state.stock, 0)))
        return () if isinstance(opened, Refusal) else opened


class _Attempt:
    """One line being played: several commands, of which none counts when one is refused."""

    def __init__(self, state: GameState, dice: Pair | Cups | None) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    @property
    def game(self) -> Ruleset:
        return ruleset(self.state.ruleset)

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
            case ThrowsOff(throws):
                return self._do(RollOff(throws))
            case Ruling(seat, delta, reason, of_points):
                return self._do(Score(seat, delta, reason) if of_points else Rule(seat, delta, reason))
            case Undoes():
                return Refusal("An undo is no play.")

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
                return Unread("what the dice showed is not in the record")
            case cups:
                hands = tuple(tuple(die for die in hand if die is not None) for hand in cups)
                if [len(hand) for hand in hands] != [len(hand) for hand in cups]:
                    return Unread("what the dice showed is not wholly in the record")
                return Hands(hands)

    def _rolls(self, action: Rolls) -> Refusal | None:
        refused = self._do(Roll(action.seat, action.blind))
        if refused is None and self.game.must_show(self.state.options, action.dice):
            return Refusal("A rolled 21 must be shown, it cannot be claimed as something else.")
        self.dice = action.dice
        return refused or self._do(Declare(action.seat, action.claim))

    def _shows(self, seat: int, dice: Pair | None) -> Refusal | None:
        self.dice = dice
        refused = self._end_round(Roll(seat), Show(seat), Reveal(self._revealed()))
        if refused is None and any(isinstance(event, RollVoided) for event in self.events):
            return Refusal("Only a rolled 21 is shown.")
        return refused

    def _deals(self, hands: tuple[tuple[Die, ...], ...]) -> Refusal | None:
        refused = self._do(Deal())
        if refused is not None:
            return refused
        live = [seat for seat, held in enumerate(self.state.held) if held]
        if len(hands) != len(live):
            return Refusal(f"{len(hands)} hands were dealt, but {len(live)} seats are in the game.")
        cups: list[tuple[Die, ...]] = [()] * len(self.state.seats)
        for seat, hand in zip(live, hands, strict=True):
            if len(hand) != self.state.held[seat]:
                return Refusal(
                    f"{self.state.seats[seat]} holds {self.state.held[seat]} dice, but {len(hand)} were dealt."
                )
            cups[seat] = hand
        self.dice = tuple(cups)
        return None

    def _bids(self, action: Bids) -> Refusal | None:
        name = self.state.seats[action.seat]
        shown_before = self.state.shown[action.seat] if self.state.shown else ()
        refused = self._do(MakeBid(action.seat, action.claim, action.shown, len(action.rerolled)))
        if refused is not None or not action.shown or not isinstance(self.dice, tuple):
            return refused
        hidden: Counter[Die] = Counter(self.dice[action.seat])
        hidden.subtract(shown_before)
        # A die that nobody saw may have been any that is shown now.
        lacking = Counter[Die](action.shown) - hidden
        if lacking.total() > hidden[None]:
            return Refusal(f"{name} has no hidden {next(iter(lacking))} to show.")
        hand = (*shown_before, *action.shown, *action.rerolled)
        self.dice = (*self.dice[: action.seat], hand, *self.dice[action.seat + 1 :])
        return None
