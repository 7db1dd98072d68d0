"""Adjudicates a written game: the JSON of RECORD.md, and the record annotated for people."""

from dataclasses import dataclass
from typing import Any, Final

from firmware.rules.claims import Claim, Pair, write_claim
from firmware.rules.commands import Move, MoveKind, Refusal
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.games.registry import ladder_of, legal, out, ruleset
from firmware.rules.record.narration import tell
from firmware.rules.record.notation import (
    NoRecordError,
    RecordError,
    Tag,
    Undoes,
    find_tag,
    parse_action,
    read_header,
    seat_names,
)
from firmware.rules.record.replay import Replay, set_up
from firmware.rules.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Remark:
    """What came of a line, in words."""

    line: int
    text: str
    said: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What comes of a record. With an `error` the state is the one before its line; None when no game could begin."""

    tags: tuple[Tag, ...]
    state: GameState | None
    remarks: tuple[Remark, ...]
    error: RecordError | None

    @property
    def is_record(self) -> bool:
        """Whether the text was a record at all."""
        return not isinstance(self.error, NoRecordError)


def judge(text: str) -> Judgement:
    """Replays a record up to its end or to the first line that is refused."""
    tags: tuple[Tag, ...] = ()
    remarks: list[Remark] = []
    replay: Replay | None = None
    try:
        tags, lines = read_header(text)
        replay = Replay(set_up(tags))
        seats = replay.state.seats
        for number, content in lines:
            action = parse_action(number, content, seats)
            played = replay.play(action)
            if isinstance(played, Refusal):
                raise RecordError(number, played.reason)
            replay, step = played
            said = _taken_back(replay.state) if isinstance(action, Undoes) else tell(step.before, step.events)
            remarks.append(Remark(number, content, said))
    except RecordError as error:
        return Judgement(tags, replay.state if replay else None, tuple(remarks), error)
    return Judgement(tags, replay.state, tuple(remarks), None)


def _taken_back(state: GameState) -> str:
    turn = f"; it is {state.seats[state.turn]}'s turn" if state.turn is not None else ""
    return f"The last action is taken back{turn}."


# For people


def annotated(file: str, judgement: Judgement) -> str:
    """The record with what came of every line, in words."""
    width = max((len(remark.text) for remark in judgement.remarks), default=0)
    width = min(width, 48)
    lines = [f"{file}: {_heading(judgement)}"]
    for remark in judgement.remarks:
        lines.append(f"{remark.line:4}  {remark.text:{width}}  {remark.said}".rstrip())
    if judgement.error is not None:
        what = "refused" if judgement.is_record else "no record"
        lines.append(f"{judgement.error.line:4}  {what}: {judgement.error.message}")
    if judgement.state is not None:
        lines.append(f"      {_standing(judgement.state)}")
    return "\n".join(lines)


def _heading(judgement: Judgement) -> str:
    state = judgement.state
    if state is None:
        return "cannot be played"
    return f"{ruleset(state.ruleset).title}; {', '.join(state.seats)}"


def _standing(state: GameState) -> str:
    words = ruleset(state.ruleset).stock_word[1]
    stock = ", ".join(f"{name} {amount}" for name, amount in zip(state.seats, state.stock, strict=True))
    points = ""
    if state.points:
        points = "; points: " + ", ".join(f"{n} {p}" for n, p in zip(state.seats, state.points, strict=True))
    turn = f"; {state.seats[state.turn]} is to act" if state.turn is not None else ""
    return f"{words[0].upper()}{words[1:]}: {stock}{points}{turn}."


# For programs

PHASES: Final = {
    Phase.ROLL_OFF: "roll-off",
    Phase.OPEN: "open",
    Phase.CLAIMING: "open",
    Phase.FACING: "facing",
    Phase.REVEALING: "facing",
    Phase.OVER: "over",
}


def as_json(file: str, judgement: Judgement) -> dict[str, Any]:
    """The object that RECORD.md specifies; without a state (a header that cannot be played) its fields are empty."""
    state, error = judgement.state, judgement.error
    about = {"file": file, "rules": _rules(judgement), "seats": list(_seats(judgement))}
    failed = {"error": None if error is None else {"line": error.line, "message": error.message}}
    if state is None:
        empty: dict[str, Any] = {
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
        return {**about, **empty, **failed}
    over = state.phase is Phase.OVER
    return {
        **about,
        "stock": list(state.stock),
        "out": list(out(state)),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "starter": None if over else state.starter,
        "tied": list(state.tied) if state.phase is Phase.ROLL_OFF and state.tied else None,
        "claim": None if state.claim is None else written(state, state.claim),
        "owner": state.owner,
        "worth": state.worth,
        "seen": sorted(state.seen),
        "shown": [list(dice) for dice in state.shown] if state.shown else None,
        "points": list(state.points) if state.points else None,
        "legal": _legal(state),
        "last": None if state.last is None else _last(state, state.last),
        "winners": list(state.winners),
        "losers": list(state.losers),
        **failed,
    }


def written(state: GameState, claim: Claim) -> str:
    """A claim in the notation's words, two dice as the ruleset reads them."""
    return write_claim(claim, ladder_of(state).low_first)


def word(state: GameState, move: Move) -> str:
    """A move in the notation's words: `roll 1-3`, `bid 4x5`, `sum 13`, `challenge`."""
    if move.claim is None:
        return move.kind.value
    claim = written(state, move.claim)
    return claim if move.kind is MoveKind.SUM else f"{move.kind.value} {claim}"


def _legal(state: GameState) -> dict[str, list[str]]:
    words = {str(seat): [word(state, move) for move in legal(state, seat)] for seat in range(len(state.seats))}
    return {seat: moves for seat, moves in words.items() if moves}


def _last(state: GameState, last: Adjudicated) -> dict[str, Any]:
    truth = {Verdict.UPHELD: True, Verdict.REFUTED: False}
    actual = last.actual
    return {
        "claim": written(state, last.claim),
        "claim_true": truth.get(last.verdict) if last.verdict is not None else None,
        "actual": written(state, actual) if isinstance(actual, Pair) else actual,
        "challenger": last.challenger,
        "owner": last.owner,
        "lost": {str(seat): paid for seat, paid in last.lost},
    }


def _rules(judgement: Judgement) -> str | None:
    tag = find_tag(judgement.tags, "Rules")
    return tag.values[0] if tag else None


def _seats(judgement: Judgement) -> tuple[str, ...]:
    if judgement.state is not None:
        return judgement.state.seats
    try:
        return seat_names(judgement.tags)
    except RecordError:
        return ()
