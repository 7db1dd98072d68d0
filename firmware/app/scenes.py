"""What the table is busy with, turned into the scene that the screen draws.

Hidden dice cannot get into any scene but a reveal's: neither a mode nor the state of a game holds them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from display.scene import (
    ClaimPicture,
    Dial,
    Hint,
    ListScene,
    Notice,
    Photograph,
    RevealScene,
    Row,
    Scene,
    SeatPlate,
    SeenDie,
    TableScene,
    Tone,
    VerdictPlate,
    WinnerScene,
)
from firmware.evidence import Evidence
from firmware.rules.claims import Claim, Pair
from firmware.rules.events import Verdict
from firmware.rules.ladder import CLASSIC
from firmware.rules.state import Phase
from firmware.table.mode import Choice, ListMode
from firmware.table.opening import Opening
from firmware.table.round import Round
from firmware.table.table import Table
from firmware.table.verdict import Decided
from firmware.table.winner import Winner

SHOWN_DIGITS = 12
"""So much of a seal's digest stands on the screen."""
_WORD = {Verdict.UPHELD: "upheld", Verdict.REFUTED: "refuted", Verdict.NO_VERDICT: "none", None: "none"}
_TONE = {Verdict.UPHELD: Tone.GOOD, Verdict.REFUTED: Tone.BAD, Verdict.NO_VERDICT: Tone.DOUBT, None: Tone.DOUBT}


def scene_of(table: Table) -> Scene:
    """Gives the scene of the table as it is now."""
    mode = table.mode
    if isinstance(mode, ListMode):
        return _list(table, mode)
    if isinstance(mode, Decided):
        return _reveal(table, mode)
    if isinstance(mode, Winner):
        return _winner(table, mode)
    if isinstance(mode, Opening):
        return _opening(table, mode)
    if isinstance(mode, Round):
        return _round(table, mode)
    raise TypeError(f"No scene shows {type(mode).__name__}.")


def _hints(table: Table) -> tuple[Hint, ...]:
    return tuple(Hint(control, offer.label, offer.enabled) for control, offer in table.offers().items())


def _notice(table: Table) -> Notice | None:
    if not table.notice:
        return None
    return Notice(table.notice, Tone.DOUBT if table.refused else Tone.PLAIN)


def _rows(choices: tuple[Choice, ...]) -> tuple[Row, ...]:
    return tuple(Row(choice.label, choice.value, choice.detail, choice.enabled) for choice in choices)


def _list(table: Table, mode: ListMode) -> ListScene:
    return ListScene(
        title=mode.title,
        subtitle=mode.subtitle,
        rows=_rows(mode.choices()),
        cursor=mode.cursor,
        hints=_hints(table),
        notice=_trouble(table),
        hall=mode.hall,
        changing=mode.changing,
        typing=mode.typing,
    )


def _seats(table: Table, lost: Mapping[int, int] | None = None, **marks: Any) -> tuple[SeatPlate, ...]:
    """The plates of all seats; `marks` give fields of a plate by a function of the seat."""
    session, state = table.playing, table.state
    most = max(session.game.first_stock(state.options), *state.stock)
    out = session.game.out(state)
    functions: dict[str, Callable[[int], Any]] = marks
    return tuple(
        SeatPlate(
            name=name,
            stock=state.stock[seat],
            stock_max=most,
            out=seat in out,
            lost=(lost or {}).get(seat, 0),
            **{field: of(seat) for field, of in functions.items()},
        )
        for seat, name in enumerate(state.seats)
    )


def claim_picture(table: Table, claim: Claim) -> ClaimPicture:
    """Draws a claim of two dice in the order in which the table speaks it, with its name."""
    if not isinstance(claim, Pair):
        raise TypeError(f"{claim} is no claim of two dice.")
    ladder = table.playing.game.ladder(table.state.options) or CLASSIC
    dice = (claim.low, claim.high) if ladder.low_first else (claim.high, claim.low)
    return ClaimPicture(dice, table.texts.say(f"claim.{dice[0]}{dice[1]}"))


def _status(table: Table) -> str:
    state = table.state
    parts = [table.texts.say("table.round", n=state.round)]
    if state.pot:
        parts.append(table.texts.say("table.pot", pot=state.pot))
    return " · ".join(parts)


def _trouble(table: Table) -> Notice | None:
    """The notice of the moment, else what the box lacks."""
    if notice := _notice(table):
        return notice
    if table.journal.trouble:
        return Notice(table.journal.trouble, Tone.BAD)
    if table.eye_trouble:
        return Notice(table.texts.say("table.eye_lost", reason=table.eye_trouble.rstrip(".")), Tone.DOUBT)
    return None


def _seal(table: Table) -> str:
    seal = table.playing.seal
    return table.texts.say("table.seal", digest=seal.digest[:SHOWN_DIGITS]) if seal else ""


def _opening(table: Table, mode: Opening) -> TableScene:
    thrower, throws = mode.thrower, table.playing.throws
    return TableScene(
        seats=_seats(table, turn=lambda seat: seat == thrower, throw=throws.get),
        headline=table.texts.say("throw.headline", name=table.name(thrower)),
        prompt=table.texts.say("throw.prompt"),
        hints=_hints(table),
        claim=ClaimPicture((mode.face,), str(mode.face)),
        shaking=mode.resting is not None,
        status=_status(table),
        notice=_trouble(table),
    )


def _round(table: Table, mode: Round) -> TableScene:
    state = table.state
    claims = mode.claims()
    headline, prompt = _words(table, mode)
    standing = state.claim if state.phase in (Phase.FACING, Phase.REVEALING, Phase.CLAIMING) else None
    resting = mode.waiting is not None and state.phase is Phase.CLAIMING
    speaking = claims and not resting and not mode.must_shake_again()
    dial = Dial(tuple(claim_picture(table, claim) for claim in claims), mode.dial) if speaking else None
    turn = state.challenger if state.phase is Phase.REVEALING else state.turn
    return TableScene(
        seats=_seats(table, mode.paid, turn=lambda seat: seat == turn, owner=lambda seat: seat == state.owner),
        headline=headline,
        prompt=prompt,
        hints=_hints(table),
        claim=claim_picture(table, standing) if standing else None,
        claim_by=table.texts.say("table.says", name=table.name(state.owner)) if standing else "",
        dial=dial,
        seal=_seal(table) if state.phase is not Phase.OPEN else "",
        status=_status(table),
        shaking=resting,
        frozen=state.phase is Phase.REVEALING,
        notice=_trouble(table),
    )


def _words(table: Table, mode: Round) -> tuple[str, str]:
    """Who is to act, and what they may do."""
    say, state = table.texts.say, table.state
    name = table.name(state.turn)
    if state.phase is Phase.OPEN:
        return say("table.shake", name=name), say("table.shake_prompt")
    if state.phase is Phase.CLAIMING:
        if mode.waiting is not None:
            return say("table.resting"), say("table.resting_prompt")
        if mode.must_shake_again():
            return say("table.shake", name=name), say("table.shake_prompt")
        return say("table.speak", name=name), say("table.speak_prompt")
    if state.phase is Phase.REVEALING:
        if mode.waiting is not None:
            return say("table.looking"), say("table.looking_prompt")
        return say("table.challenged", name=table.name(state.challenger)), say("table.challenged_prompt")
    if mode.can_accept():
        accept = table.lives(state.options.number("meier_accept"))
        challenge = table.lives(state.options.number("meier_challenge"))
        return say("table.facing", name=name), say("table.facing_meier_prompt", accept=accept, challenge=challenge)
    higher = state.options.word("min_raise") == "higher"
    return say("table.facing", name=name), say("table.facing_higher_prompt" if higher else "table.facing_prompt")


def _photograph(table: Table, item: Evidence, several: bool) -> Photograph:
    caption = table.texts.say("verdict.sealed_photo" if item.sealed else "verdict.revealed_photo") if several else ""
    dice = tuple(SeenDie(die.face, die.polygon, die.pips) for die in item.sight.dice)
    return Photograph(item.sight.evidence, dice, caption)


def _reveal(table: Table, mode: Decided) -> RevealScene:
    say, state, last = table.texts.say, table.state, mode.last
    evidence = [item for item in table.playing.evidence if item.sight.evidence]
    challenger, owner = table.name(last.challenger), table.name(last.owner)
    actual = claim_picture(table, last.actual) if isinstance(last.actual, Pair) else None
    claim = claim_picture(table, last.claim)
    lines: list[str] = []
    if last.verdict is Verdict.NO_VERDICT:
        lines.append(last.reason or "" if mode.moved else say("verdict.unread_line", reason=last.reason))
        lines.append(say("verdict.table_rules"))
    else:
        if actual:
            key = "verdict.upheld_line" if last.verdict is Verdict.UPHELD else "verdict.refuted_line"
            lines.append(say(key, actual=actual.name, claim=claim.name))
        lines += [say("verdict.pays", name=table.name(seat), lives=table.lives(paid)) for seat, paid in last.lost]
        lines += [say("verdict.out", name=table.name(seat)) for seat, _ in last.lost if not state.stock[seat]]
    return RevealScene(
        serial=mode.number,
        seats=_seats(table, dict(last.lost), owner=lambda seat: seat == last.owner),
        headline=say("verdict.headline", challenger=challenger, owner=owner),
        claim=claim,
        claim_by=say("table.says", name=owner),
        actual=actual,
        photographs=tuple(_photograph(table, item, len(evidence) > 1) for item in evidence),
        verdict=VerdictPlate(say(f"verdict.{_WORD[last.verdict]}"), _TONE[last.verdict], tuple(lines)),
        hints=_hints(table),
        choices=_rows(mode.choices()),
        cursor=mode.cursor,
        seal=_seal(table),
        notice=_trouble(table),
    )


def _winner(table: Table, mode: Winner) -> WinnerScene:
    say, state = table.texts.say, table.state
    if mode.stopped:
        headline, lines = say("winner.stopped"), []
    else:
        names = table.names(state.winners)
        headline = say("winner.one", name=names) if len(state.winners) == 1 else say("winner.headline", names=names)
        if state.pot:
            lines = [say("winner.pot", pot=state.pot, name=table.names(state.winners))]
        else:
            lines = [say("winner.tavern", name=table.name(seat)) for seat in state.losers]
    return WinnerScene(
        headline=headline,
        lines=tuple(lines),
        seats=_seats(table),
        winners=state.winners,
        hints=_hints(table),
        notice=_trouble(table),
    )
