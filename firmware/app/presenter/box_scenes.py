"""The scenes of the box games up to the reveal: the throw for the opening, and the round."""

from display.scene import ClaimDial, ClaimPicture, TableScene
from firmware.app.presenter.scene_parts import View, claim_by, claim_picture, hints, notice, seal_slip, seats, status
from firmware.rules.commands import MoveKind
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.roll_off import RollOffMode


def roll_off_scene(view: View, mode: RollOffMode) -> TableScene:
    """Shows who throws for the opening."""
    thrower, throws = mode.thrower, view.playing.throws
    return TableScene(
        seats=seats(view, turn=lambda seat: seat == thrower, throw=throws.get),
        headline=view.say("throw.headline", name=view.name(thrower)),
        prompt=view.say("throw.prompt"),
        hints=hints(view),
        claim=ClaimPicture((mode.face,), str(mode.face)),
        shaking=mode.resting is not None,
        status=status(view),
        notice=notice(view),
    )


def box_round_scene(view: View, mode: BoxRoundMode) -> TableScene:
    """Shows a round up to the reveal."""
    state = view.state
    claims = mode.claims()
    headline, prompt = _words(view, mode)
    standing = state.claim if state.phase in (Phase.ANSWERING, Phase.REVEALING, Phase.CLAIMING) else None
    resting = mode.waiting is not None and state.phase is Phase.CLAIMING
    dialled = len(claims) > 1 and not resting and mode.challenger_choice is None and not mode.must_shake_again()
    dial = ClaimDial(tuple(claim_picture(view, claim) for claim in claims), mode.dial) if dialled else None
    turn = state.challenger if state.phase is Phase.REVEALING and state.challenger is not None else state.turn
    turn = turn if mode.challenger_choice is None else mode.challenger_choice
    return TableScene(
        seats=seats(view, mode.paid, turn=lambda seat: seat == turn, owner=lambda seat: seat == state.owner),
        headline=headline,
        prompt=prompt,
        hints=hints(view),
        claim=claim_picture(view, standing) if standing else None,
        claim_by=claim_by(view) if standing else "",
        dial=dial,
        seal=seal_slip(view) if state.phase is not Phase.OPEN else None,
        status=status(view),
        shaking=resting,
        frozen=state.phase is Phase.REVEALING or mode.challenger_choice is not None,
        notice=notice(view),
    )


def _words(view: View, mode: BoxRoundMode) -> tuple[str, str]:
    """Says who is to act, and what they may do."""
    say, state = view.say, view.state
    if mode.challenger_choice is not None:
        return say("table.who_calls"), say("table.who_calls_prompt")
    match state.phase:
        case Phase.OPEN:
            return _words_open(view, mode)
        case Phase.CLAIMING:
            return _words_claiming(view, mode)
        case Phase.REVEALING if mode.waiting is not None:
            return say("table.looking"), say("table.looking_prompt")
        case Phase.REVEALING if state.challenger is None:
            return say("table.shows", name=view.name(state.turn)), say("table.challenged_prompt")
        case Phase.REVEALING:
            return say("table.challenged", name=view.name(state.challenger)), say("table.challenged_prompt")
        case _:
            return say("table.facing", name=view.name(state.turn)), _facing_prompt(view, mode)


def _words_open(view: View, mode: BoxRoundMode) -> tuple[str, str]:
    say, name = view.say, view.name(view.state.turn)
    key = "table.shake_blind" if mode.blind else "table.shake"
    return say(key, name=name), say("table.shake_blind_prompt" if mode.blind else "table.shake_prompt")


def _words_claiming(view: View, mode: BoxRoundMode) -> tuple[str, str]:
    say, name = view.say, view.name(view.state.turn)
    if mode.waiting is not None:
        return say("table.resting"), say("table.resting_prompt")
    if mode.must_shake_again():
        return _words_open(view, mode)
    if mode.blind:
        return say("table.speak", name=name), say("table.speak_blind_prompt")
    shows = mode.can(MoveKind.SHOW)
    return say("table.speak", name=name), say("table.speak_show_prompt" if shows else "table.speak_prompt")


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
