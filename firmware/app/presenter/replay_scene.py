"""Scenes of a past game: the table, and the revealed dice."""

from display.scene import RevealScene, TableScene, VerdictPanel
from firmware.app.presenter.scene_parts import View, claim_picture, hints, notice, said_by, seat_panels
from firmware.app.presenter.verdict_scene import TONE, WORD
from firmware.menus.game_replay import ReplayMode, knew_line
from firmware.rules.events import Adjudicated


def replay_scene(view: View, mode: ReplayMode) -> TableScene | RevealScene:
    """Builds an action of a past game, as the viewer knew it."""
    step = mode.shown
    return _table(view, mode) if step.verdict is None else _reveal(view, mode, step.verdict)


def _table(view: View, mode: ReplayMode) -> TableScene:
    step, state, knew = mode.shown, mode.shown.state, mode.knew
    claim, owner = state.claim, state.owner
    came = " ".join(map(view.sentence, step.came))
    told = mode.advice or (None if knew is None else knew_line(state.seats, knew))
    return TableScene(
        seats=seat_panels(
            view,
            state,
            turn=lambda seat: seat == state.turn,
            owner=lambda seat: seat == state.owner,
        ),
        who="",
        what=view.sentence(step.said),
        prompt=came if told is None else view.sentence(told),
        hints=hints(view),
        claim=None if claim is None else claim_picture(view, claim, state),
        claim_by="" if claim is None or owner is None else said_by(view, claim, state.seats[owner]),
        status=_status(view, mode),
        notice=notice(view),
    )


def _reveal(view: View, mode: ReplayMode, last: Adjudicated) -> RevealScene:
    step, state = mode.shown, mode.shown.state
    owner = state.seats[last.owner]
    actual = last.actual if last.actual is not None and not isinstance(last.actual, int) else None
    return RevealScene(
        serial=-1 - mode.number,
        seats=seat_panels(view, state, dict(last.lost), owner=lambda seat: seat == last.owner),
        headline=_headline(view, mode, last),
        claim=claim_picture(view, last.claim, state),
        claim_by=said_by(view, last.claim, owner),
        actual=None if actual is None else claim_picture(view, actual, state),
        photographs=(),
        verdict=VerdictPanel(
            view.say(f"verdict.{WORD[last.verdict]}"), TONE[last.verdict], tuple(map(view.sentence, step.came))
        ),
        hints=hints(view),
        odds=_status(view, mode),
        notice=notice(view),
    )


def _headline(view: View, mode: ReplayMode, last: Adjudicated) -> str:
    """Returns who challenged whom, as at the table; otherwise what the record says."""
    seats = mode.shown.state.seats
    if last.challenger is None:
        return view.sentence(mode.shown.said)
    return view.say("verdict.headline", challenger=seats[last.challenger], owner=seats[last.owner])


def _status(view: View, mode: ReplayMode) -> str:
    """Returns the position in the game, the viewer, and the speed."""
    viewer = mode.viewer
    eyes = "replay.jarl" if mode.advised else "replay.table" if viewer is None else "replay.eyes"
    parts = [
        view.say("table.round", n=mode.shown.round),
        f"{mode.number + 1} / {len(mode.steps)}",
        view.say(eyes, name="" if viewer is None else mode.game.state.seats[viewer]),
    ]
    if mode.playing:
        parts.append(view.say("replay.pace", times=mode.speed))
    return " · ".join(parts)
