"""Scenes of the box games up to the reveal: the roll-off and the round."""

from dataclasses import replace

from display.scene import ClaimDial, HandOver, TableScene, ThrowPanel
from firmware.app.presenter.scene_parts import (
    View,
    claim_by,
    claim_picture,
    hints,
    notice,
    seal_slip,
    seats,
    stake,
    status,
)
from firmware.rules.commands import MoveKind
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.roll_off import RollOffMode, opening_throws


def roll_off_scene(view: View, mode: RollOffMode) -> TableScene:
    """Builds the roll-off: who throws, all throws so far; in a tie, who throws again and why."""
    thrower, tie = mode.thrower, mode.tie()
    if mode.resting is not None:
        prompt = view.say("table.resting_prompt")
    else:
        prompt = view.say("throw.prompt") if tie is None else view.render(tie)
    return TableScene(
        seats=seats(view, turn=lambda seat: seat == thrower),
        who=view.name(thrower),
        what=view.say("what.throw"),
        prompt=prompt,
        hints=hints(view),
        throws=_throws(view, thrower, mode.face),
        shaking=mode.resting is not None,
        status=status(view),
        notice=notice(view),
    )


def _throws(view: View, lit: int | None, entered: int | None = None) -> tuple[ThrowPanel, ...]:
    """Builds the opening throws; `lit` is the seat that throws or has won."""
    throws = opening_throws(view.active_session)
    return tuple(
        ThrowPanel(
            view.name(seat),
            entered if seat == lit and entered else throw.face,
            lit=seat == lit,
            again=throw.again and not (seat == lit and entered),
            faded=throw.beaten,
        )
        for seat, throw in throws.items()
    )


def opening_scene(view: View, scene: TableScene) -> TableScene:
    """Keeps all throws on the screen, the winner's lit, until the opener has shaken."""
    opener = view.state.turn
    throws = _throws(view, opener) if view.state.phase is Phase.OPEN else ()
    return replace(scene, throws=throws) if throws else scene


def box_round_scene(view: View, mode: BoxRoundMode) -> TableScene:
    """Builds a round up to the reveal."""
    state = view.state
    claims = mode.claims()
    who, what, prompt = _words(view, mode)
    standing = state.claim if state.phase in (Phase.ANSWERING, Phase.REVEALING, Phase.CLAIMING) else None
    resting = mode.waiting is not None and state.phase is Phase.CLAIMING
    # Whoever must claim sees what CLAIM says, even if only one claim is left.
    dialled = len(claims) > (state.phase is not Phase.CLAIMING) and not resting and not mode.must_shake_again()
    dial = ClaimDial(tuple(claim_picture(view, claim) for claim in claims), mode.dial) if dialled else None
    turn = state.challenger if state.phase is Phase.REVEALING and state.challenger is not None else state.turn
    scene = TableScene(
        seats=seats(view, mode.paid, turn=lambda seat: seat == turn, owner=lambda seat: seat == state.owner),
        who=who,
        what=what,
        prompt=prompt,
        hints=hints(view),
        claim=claim_picture(view, standing) if standing else None,
        claim_by=claim_by(view) if standing else "",
        stake=stake(view) if standing else "",
        dial=dial,
        seal=seal_slip(view) if state.phase is not Phase.OPEN else None,
        status=status(view),
        shaking=resting,
        frozen=state.phase is Phase.REVEALING,
        notice=notice(view),
        hand_over=_hand_over(view),
    )
    return opening_scene(view, scene)


def _hand_over(view: View) -> HandOver | None:
    """Returns who gets the box: whoever answers a claim, or opens the round unless they had it at the reveal."""
    state = view.state
    opens = state.phase is Phase.OPEN and not (state.last is not None and state.last.challenger == state.turn)
    if state.turn is None or not (opens or state.phase is Phase.ANSWERING):
        return None
    return HandOver(state.turn, view.say("table.hand_over"))


def _words(view: View, mode: BoxRoundMode) -> tuple[str, str, str]:
    """Returns who acts, what, and what they may do."""
    say, state = view.say, view.state
    name = view.name(state.turn)
    match state.phase:
        case Phase.OPEN:
            return name, *_words_open(view, mode)
        case Phase.CLAIMING:
            return name, *_words_claiming(view, mode)
        case Phase.REVEALING if mode.waiting is not None:
            caller = state.turn if state.challenger is None else state.challenger
            return view.name(caller), say("what.looking"), say("table.looking_prompt")
        case Phase.REVEALING if state.challenger is None:
            return name, say("what.shows"), say("table.challenged_prompt")
        case Phase.REVEALING:
            other = mode.other_challenger()
            prompt = say("table.challenged_prompt" if other is None else "table.challenged_by_prompt")
            return view.name(state.challenger), say("what.challenged"), prompt
        case _:
            return name, say("what.facing"), _facing_prompt(view, mode)


def _words_open(view: View, mode: BoxRoundMode) -> tuple[str, str]:
    say = view.say
    if view.state.phase is Phase.CLAIMING:
        return say("what.shake_again"), say("table.shake_prompt")
    what = say("what.shake_blind" if mode.blind else "what.shake")
    return what, say("table.shake_blind_prompt" if mode.blind else "table.shake_prompt")


def _words_claiming(view: View, mode: BoxRoundMode) -> tuple[str, str]:
    say = view.say
    if mode.waiting is not None:
        return say("what.resting"), say("table.resting_prompt")
    if mode.must_shake_again():
        return _words_open(view, mode)
    shows = mode.can(MoveKind.SHOW)
    if len(mode.claims()) == 1 and not shows:
        return say("what.speak"), say("table.speak_only_prompt")
    if mode.blind:
        return say("what.speak"), say("table.speak_blind_prompt")
    return say("what.speak"), say("table.speak_show_prompt" if shows else "table.speak_prompt")


def _facing_prompt(view: View, mode: BoxRoundMode) -> str:
    say, options = view.say, view.state.options
    if mode.blind:
        return say("table.shake_blind_prompt")
    if mode.can_accept():
        accept = view.amount(options.number("meier_accept"))
        challenge = view.amount(options.number("meier_challenge"))
        return say("table.facing_meier_prompt", accept=accept, challenge=challenge)
    passes, rolls = mode.can(MoveKind.PASS), mode.can(MoveKind.ROLL)
    if passes:
        key = "pass_raise" if len(mode.claims()) > 1 or mode.claims()[0] != view.state.claim else "pass"
        return say(f"table.facing_{key if rolls else key + '_only'}_prompt")
    if len(mode.possible_challengers()) > 1:
        return say("table.facing_any_prompt")
    if view.state.worth is not None:
        return say("table.facing_worth_prompt")
    if not rolls:
        return say("table.facing_last_prompt")
    higher = "min_raise" not in options or options.word("min_raise") == "higher"
    return say("table.facing_higher_prompt" if higher else "table.facing_prompt")
