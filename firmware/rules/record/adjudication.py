"""Adjudicates a written game: replays it, and returns the JSON of RECORD.md."""

from dataclasses import dataclass
from typing import Any, Final

from firmware.rules.claims import Claim, Pair, write_claim
from firmware.rules.commands import Move, MoveKind, Refusal
from firmware.rules.errors import NoRecordError, RecordError
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.games.registry import ladder_of, legal, out
from firmware.rules.message import Message, message
from firmware.rules.record.actions import Undoes
from firmware.rules.record.header import Tag, find_tag, read_header, seat_names
from firmware.rules.record.narration import narrate
from firmware.rules.record.notation import parse_action
from firmware.rules.record.replay import Replay, set_up
from firmware.rules.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class AnnotatedLine:
    """A line of a record with the sentences about its result."""

    number: int
    text: str
    said: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The result of a record. With an `error`, the state before its line; None if no game could begin."""

    tags: tuple[Tag, ...]
    state: GameState | None
    lines: tuple[AnnotatedLine, ...]
    error: RecordError | None

    @property
    def is_record(self) -> bool:
        """Whether the text is a record at all."""
        return not isinstance(self.error, NoRecordError)


def adjudicate(text: str) -> Adjudication:
    """Replays a record to its end, or to the first illegal or unreadable line."""
    tags: tuple[Tag, ...] = ()
    annotated: list[AnnotatedLine] = []
    replay: Replay | None = None
    try:
        tags, lines = read_header(text)
        replay = Replay(set_up(tags))
        for number, content in lines:
            replay, said = _play_line(replay, number, content)
            annotated.append(AnnotatedLine(number, content, said))
    except RecordError as error:
        return Adjudication(tags, replay.state if replay else None, tuple(annotated), error)
    return Adjudication(tags, replay.state, tuple(annotated), None)


def _play_line(replay: Replay, number: int, content: str) -> tuple[Replay, tuple[Message, ...]]:
    action = parse_action(number, content, replay.state.seats)
    played = replay.play(action)
    if isinstance(played, Refusal):
        raise RecordError(number, played.reason)
    after, line = played
    return after, (_undone(after.state),) if isinstance(action, Undoes) else narrate(line.before, line.events)


def _undone(state: GameState) -> Message:
    if state.turn is None:
        return message("The last action is taken back.")
    return message("The last action is taken back; it is {name}'s turn.", name=state.seats[state.turn])


# The JSON of RECORD.md

PHASES: Final = {
    Phase.ROLL_OFF: "roll-off",
    Phase.OPEN: "open",
    Phase.CLAIMING: "open",
    Phase.ANSWERING: "facing",
    Phase.REVEALING: "facing",
    Phase.OVER: "over",
}


def as_json(file: str, adjudication: Adjudication) -> dict[str, Any]:
    """Returns the object specified in RECORD.md; the error is a `Message` for the caller to render.

    For a header that cannot be played, the fields of the state are empty.
    """
    state, error = adjudication.state, adjudication.error
    return {
        "file": file,
        "rules": _rules(adjudication),
        "seats": list(_seats(adjudication)),
        **(_no_state() if state is None else _state(state)),
        "error": None if error is None else {"line": error.line, "message": error.message},
    }


def _no_state() -> dict[str, Any]:
    return {
        "stock": [],
        "out": [],
        "phase": None,
        "turn": None,
        "starter": None,
        "tied": None,
        "claim": None,
        "owner": None,
        "worth": None,
        "seen": [],
        "shown": None,
        "points": None,
        "legal": {},
        "last": None,
        "winners": [],
        "losers": [],
    }


def _state(state: GameState) -> dict[str, Any]:
    return {
        "stock": list(state.stock),
        "out": list(out(state)),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "starter": None if state.phase is Phase.OVER else state.starter,
        "tied": list(state.tied) if state.phase is Phase.ROLL_OFF and state.tied else None,
        "claim": None if state.claim is None else _claim_notation(state, state.claim),
        "owner": state.owner,
        "worth": state.worth,
        "seen": sorted(state.seen),
        "shown": [list(dice) for dice in state.shown] if state.shown else None,
        "points": list(state.points) if state.points else None,
        "legal": _legal(state),
        "last": None if state.last is None else _last(state, state.last),
        "winners": list(state.winners),
        "losers": list(state.losers),
    }


def _claim_notation(state: GameState, claim: Claim) -> str:
    """Writes a claim in the notation, two dice in the order of the ruleset."""
    return write_claim(claim, ladder_of(state).low_first)


def _move_notation(state: GameState, move: Move) -> str:
    """Writes a move in the notation: `roll 1-3`, `bid 4x5`, `sum 13`, `challenge`."""
    if move.claim is None:
        return move.kind.value
    claim = _claim_notation(state, move.claim)
    return claim if move.kind is MoveKind.SUM else f"{move.kind.value} {claim}"


def _legal(state: GameState) -> dict[str, list[str]]:
    seats = range(len(state.seats))
    words = {str(seat): [_move_notation(state, move) for move in legal(state, seat)] for seat in seats}
    return {seat: moves for seat, moves in words.items() if moves}


def _last(state: GameState, last: Adjudicated) -> dict[str, Any]:
    truth = {Verdict.UPHELD: True, Verdict.REFUTED: False}
    actual = last.actual
    return {
        "claim": _claim_notation(state, last.claim),
        "claim_true": truth.get(last.verdict) if last.verdict is not None else None,
        "actual": _claim_notation(state, actual) if isinstance(actual, Pair) else actual,
        "challenger": last.challenger,
        "owner": last.owner,
        "lost": {str(seat): paid for seat, paid in last.lost},
    }


def _rules(adjudication: Adjudication) -> str | None:
    tag = find_tag(adjudication.tags, "Rules")
    return tag.values[0] if tag else None


def _seats(adjudication: Adjudication) -> tuple[str, ...]:
    if adjudication.state is not None:
        return adjudication.state.seats
    try:
        return seat_names(adjudication.tags)
    except RecordError:
        return ()
