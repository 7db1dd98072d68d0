"""Replays a past game on the table's screen, by itself or step by step, as the table or one seat knew it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware.journal.past_game import GameEnding, PastAction, PastGame
from firmware.odds.game_odds import game_odds
from firmware.players.decisions import SeatDecision, decisions
from firmware.rules.claims import Pair
from firmware.rules.events import Adjudicated, BidMade, Challenged, Declared, Passed
from firmware.rules.message import Message
from firmware.rules.record.narration import narrate
from firmware.rules.state import GameState
from firmware.statistics.known_rounds import KnownClaim, known_rounds
from firmware.table.advice_wording import judgement
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.destinations import GameReplay
from firmware.table.mode import Mode, Offer
from firmware.table.wording import claim_name
from firmware.texts.source import text

SHORTEST, LONGEST = 1.5, 8.0
"""The most seconds that an action stays on the screen: nobody watches others think for longer."""
PACES = (0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """An action: its round, its result, the state after it, and its duration in seconds.

    `knew` are the dice that seats alone had seen at their last claim of this round, if they were revealed. `choices`
    are the decisions in this action that the jarl can comment on.
    """

    round: int
    state: GameState
    said: Message
    came: tuple[Message, ...]
    knew: Mapping[int, KnownClaim]
    verdict: Adjudicated | None
    seconds: float
    choices: tuple[SeatDecision, ...] = ()


class ReplayMode(Mode):
    """A past game. The push plays and stops; the dial steps, or sets the pace while playing.

    `viewer` is the seat whose knowledge is shown, None for what the whole table knew. With `advised`, which CLAIM turns
    on and off, the jarl says of every decision what it would have done.
    """

    def __init__(self, context: Context, shown: GameReplay) -> None:
        """Opens at the first action, stopped."""
        super().__init__(context)
        self.game = shown.game
        self.die_set = die_set = (
            context.die_set if context.die_set and context.die_set.name == shown.game.dice.name else None
        )
        claims = {
            claim.at: claim
            for known in known_rounds(shown.game.events(), game_odds(shown.game.state.options, die_set).model)
            for claim in known.claims
        }
        model = game_odds(shown.game.state.options, None).model
        self.steps = tuple(_steps(shown.game, claims, tuple(decisions(tuple(shown.game.events()), model))))
        self.number = 0
        self.viewer: int | None = None
        self.advised = False
        self.playing = False
        self.pace = PACES.index(1.0)
        self._due: float | None = None

    @property
    def shown(self) -> ReplayStep:
        """The action shown."""
        return self.steps[self.number]

    @property
    def speed(self) -> float:
        """The speed, relative to the game."""
        return PACES[self.pace]

    @property
    def knew(self) -> KnownClaim | None:
        """What the viewer had claimed on which dice, if they were revealed."""
        return None if self.viewer is None else self.shown.knew.get(self.viewer)

    @property
    def advice(self) -> Message | None:
        """What the jarl says about the action on screen; None if it is not asked or has nothing to say."""
        choice = next(iter(self.shown.choices), None)
        if not self.advised or choice is None:
            return None
        commands = self.context.advisor.commands(choice)
        return text("advice.ponders") if commands is None else judgement(choice, commands, self.die_set)

    def offers(self) -> Mapping[str, Offer]:
        """Push plays and stops, REVEAL changes the viewer, CLAIM asks the jarl, CHALLENGE goes back."""
        asks = Offer(self.text("control.no_advice" if self.advised else "control.advice"))
        return {
            **({CLAIM: asks} if self.context.can_advise else {}),
            REVEAL: Offer(self.text("control.whose_eyes")),
            CHALLENGE: Offer(self.text("control.back")),
            DIAL: Offer(self.text("control.replay_stop" if self.playing else "control.replay_play")),
        }

    def press(self, control: str) -> None:
        """Plays or stops, restarts after the end, changes the viewer, asks the jarl, or goes back."""
        if control == DIAL:
            if not self.playing and self.number + 1 == len(self.steps):
                self.number = 0
            self.playing, self._due = not self.playing, None
        elif control == REVEAL:
            self._change_viewer()
        elif control == CLAIM:
            self.viewer, self.advised = None, not self.advised
        else:
            self.go_back()

    def _change_viewer(self) -> None:
        """Goes from the whole table to each seat, and back."""
        after = 0 if self.viewer is None else self.viewer + 1
        self.viewer = None if after == len(self.game.state.seats) else after
        self.advised = False

    def turn(self, steps: int) -> None:
        """Sets the pace while playing, otherwise steps."""
        if self.playing:
            self.pace = max(0, min(len(PACES) - 1, self.pace + steps))
            self._due = None
        else:
            self.number = max(0, min(len(self.steps) - 1, self.number + steps))

    def tick(self, now: float) -> float | None:
        """Advances when the next action is due."""
        if not self.playing:
            return None
        if self._due is not None and now >= self._due:
            self.number += 1
            self._due = None
        if self.number + 1 == len(self.steps):
            self.playing = False
            return None
        if self._due is None:
            self._due = now + self.shown.seconds / self.speed
        return self._due - now


def knew_line(seats: tuple[str, ...], claim: KnownClaim) -> Message:
    """Returns which dice a seat had seen when it claimed, and whether it bluffed."""
    name, dice = seats[claim.seat], " ".join(map(str, claim.saw))
    if not claim.knowing:
        return text("replay.unseen", name=name)
    if not isinstance(claim.claim, Pair):
        return text("replay.cup", name=name, dice=dice)
    return text("replay.bluff" if claim.bluff else "replay.truth", name=name, dice=dice)


def _steps(game: PastGame, claims: Mapping[int, KnownClaim], choices: Sequence[SeatDecision]) -> Iterator[ReplayStep]:
    at, knew, number = len(game.start), dict[int, KnownClaim](), -1
    states = (*(action.before for action in game.actions[1:]), game.state)
    times = (*(action.at for action in game.actions[1:]), game.actions[-1].at if game.actions else 0.0)
    for action, after, then in zip(game.actions, states, times, strict=True):
        if action.before.round != number:
            knew, number = {}, action.before.round
        for place in range(at, at + len(action.events)):
            if place in claims:
                knew = {**knew, claims[place].seat: claims[place]}
        made = tuple(choice for choice in choices if at <= choice.at < at + len(action.events))
        at += len(action.events)
        said = tuple(_lines(action))
        if said:
            verdict = next((event for event in action.events if isinstance(event, Adjudicated)), None)
            seconds = max(SHORTEST, min(LONGEST, then - action.at))
            seconds = seconds if verdict is None else LONGEST
            yield ReplayStep(number, after, said[0], said[1:], knew, verdict, seconds, made)
    yield ReplayStep(game.state.round, game.state, text("replay.end"), (_end(game),), {}, None, LONGEST)


def _lines(action: PastAction) -> Iterator[Message]:
    before = action.before
    for event in action.events:
        match event:
            case Declared(seat, claim) | Passed(seat, claim) | BidMade(seat, claim):
                passed = isinstance(event, Passed)
                said = claim_name(before, claim)
                yield text("replay.passes" if passed else "replay.claims", name=before.seats[seat], claim=said)
            case Challenged(seat):
                yield text("table.challenged", name=before.seats[seat])
    yield from narrate(before, action.events)


def _end(game: PastGame) -> Message:
    names = tuple(game.state.seats[seat] for seat in game.state.winners)
    if game.ending is not GameEnding.WON:
        return text("winner.stopped")
    return text("winner.one", name=names[0]) if len(names) == 1 else text("winner.headline", names=names)
