"""What the table is busy with, turned into the scene that the screen draws.

Hidden dice cannot get into any scene but a reveal's: neither a mode nor the state of a game holds them.
"""

from display.scene import (
    ClaimDial,
    ClaimPicture,
    ListScene,
    Photograph,
    RevealScene,
    Scene,
    TableScene,
    Tone,
    VerdictPanel,
    WinnerScene,
)
from firmware.app.presenter.cup_scenes import count_line, cups_scene, laying_scene, marked
from firmware.app.presenter.page_scenes import cards_scene, pages_scene, pause_scene, step_scene
from firmware.app.presenter.scene_parts import (
    claim_by,
    claim_picture,
    hints,
    notice,
    rows,
    said_by,
    seal,
    seats,
    status,
)
from firmware.journal.evidence import Evidence
from firmware.menus.game_cards import Cards
from firmware.menus.pause import Pause
from firmware.menus.rule_pages import Pages
from firmware.menus.wizard import Step
from firmware.rules.claims import Pair
from firmware.rules.commands import MoveKind
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.state import Phase
from firmware.table.mode import ListMode
from firmware.table.play.bidding import Cups
from firmware.table.play.box_round import Round
from firmware.table.play.roll_off import Opening
from firmware.table.play.showdown import Laying
from firmware.table.play.verdict import Decided
from firmware.table.play.winner import Winner
from firmware.table.table import Table

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
    if isinstance(mode, Cups):
        return cups_scene(table, mode)
    if isinstance(mode, Laying):
        return laying_scene(table, mode)
    if isinstance(mode, Cards):
        return cards_scene(table, mode)
    if isinstance(mode, Step):
        return step_scene(table, mode)
    if isinstance(mode, Pages):
        return pages_scene(table, mode)
    if isinstance(mode, Pause):
        return pause_scene(table, mode)
    raise TypeError(f"No scene shows {type(mode).__name__}.")


def _list(table: Table, mode: ListMode) -> ListScene:
    return ListScene(
        title=mode.title,
        subtitle=mode.subtitle,
        rows=rows(mode.choices()),
        cursor=mode.cursor,
        hints=hints(table),
        notice=notice(table),
        festive=mode.hall,
        changing=mode.changing,
        typing=mode.typing,
    )


def _opening(table: Table, mode: Opening) -> TableScene:
    thrower, throws = mode.thrower, table.playing.throws
    return TableScene(
        seats=seats(table, turn=lambda seat: seat == thrower, throw=throws.get),
        headline=table.texts.say("throw.headline", name=table.name(thrower)),
        prompt=table.texts.say("throw.prompt"),
        hints=hints(table),
        claim=ClaimPicture((mode.face,), str(mode.face)),
        shaking=mode.resting is not None,
        status=status(table),
        notice=notice(table),
    )


def _round(table: Table, mode: Round) -> TableScene:
    state = table.state
    claims = mode.claims()
    headline, prompt = _words(table, mode)
    standing = state.claim if state.phase in (Phase.FACING, Phase.REVEALING, Phase.CLAIMING) else None
    resting = mode.waiting is not None and state.phase is Phase.CLAIMING
    dialled = len(claims) > 1 and not resting and mode.caller is None and not mode.must_shake_again()
    dial = ClaimDial(tuple(claim_picture(table, claim) for claim in claims), mode.dial) if dialled else None
    turn = state.challenger if state.phase is Phase.REVEALING and state.challenger is not None else state.turn
    turn = turn if mode.caller is None else mode.caller
    return TableScene(
        seats=seats(table, mode.paid, turn=lambda seat: seat == turn, owner=lambda seat: seat == state.owner),
        headline=headline,
        prompt=prompt,
        hints=hints(table),
        claim=claim_picture(table, standing) if standing else None,
        claim_by=claim_by(table) if standing else "",
        dial=dial,
        seal=seal(table) if state.phase is not Phase.OPEN else "",
        status=status(table),
        shaking=resting,
        frozen=state.phase is Phase.REVEALING or mode.caller is not None,
        notice=notice(table),
    )


def _words(table: Table, mode: Round) -> tuple[str, str]:
    """Who is to act, and what they may do."""
    say, state = table.texts.say, table.state
    if mode.caller is not None:
        return say("table.who_calls"), say("table.who_calls_prompt")
    match state.phase:
        case Phase.OPEN:
            return _words_open(table, mode)
        case Phase.CLAIMING:
            return _words_claiming(table, mode)
        case Phase.REVEALING if mode.waiting is not None:
            return say("table.looking"), say("table.looking_prompt")
        case Phase.REVEALING if state.challenger is None:
            return say("table.shows", name=table.name(state.turn)), say("table.challenged_prompt")
        case Phase.REVEALING:
            return say("table.challenged", name=table.name(state.challenger)), say("table.challenged_prompt")
        case _:
            return say("table.facing", name=table.name(state.turn)), _facing_prompt(table, mode)


def _words_open(table: Table, mode: Round) -> tuple[str, str]:
    say, name = table.texts.say, table.name(table.state.turn)
    key = "table.shake_blind" if mode.blind else "table.shake"
    return say(key, name=name), say("table.shake_blind_prompt" if mode.blind else "table.shake_prompt")


def _words_claiming(table: Table, mode: Round) -> tuple[str, str]:
    say, name = table.texts.say, table.name(table.state.turn)
    if mode.waiting is not None:
        return say("table.resting"), say("table.resting_prompt")
    if mode.must_shake_again():
        return _words_open(table, mode)
    if mode.blind:
        return say("table.speak", name=name), say("table.speak_blind_prompt")
    shows = mode.can(MoveKind.SHOW)
    return say("table.speak", name=name), say("table.speak_show_prompt" if shows else "table.speak_prompt")


def _facing_prompt(table: Table, mode: Round) -> str:
    say, options = table.texts.say, table.state.options
    if mode.blind:
        return say("table.shake_blind_prompt")
    if mode.can_accept():
        accept = table.amount(options.number("meier_accept"))
        challenge = table.amount(options.number("meier_challenge"))
        return say("table.facing_meier_prompt", accept=accept, challenge=challenge)
    passes, rolls = mode.can(MoveKind.PASS), mode.can(MoveKind.ROLL)
    if passes:
        key = "pass_raise" if len(mode.claims()) > 1 or mode.claims()[0] != table.state.claim else "pass"
        return say(f"table.facing_{key if rolls else key + '_only'}_prompt")
    if len(mode.callers()) > 1:
        return say("table.facing_any_prompt")
    if table.state.worth is not None:
        return say("table.facing_worth_prompt")
    if not rolls:
        return say("table.facing_last_prompt")
    higher = "min_raise" not in options or options.word("min_raise") == "higher"
    return say("table.facing_higher_prompt" if higher else "table.facing_prompt")


def _photograph(table: Table, item: Evidence, several: bool) -> Photograph:
    caption = table.texts.say("verdict.sealed_photo" if item.sealed else "verdict.revealed_photo") if several else ""
    last = table.state.last
    if last is not None and not isinstance(last.claim, Pair):
        return marked(item, table.state, last.claim, table.name(item.seat))
    return Photograph(item.sight.evidence, item.sight.dice, caption)


def _reveal(table: Table, mode: Decided) -> RevealScene:
    say, last = table.texts.say, mode.last
    evidence = [item for item in table.playing.evidence if item.sight.evidence]
    challenger, owner = table.name(last.challenger), table.name(last.owner)
    shown = last.ending is Ending.SHOWN
    word = "shown" if shown and last.verdict is Verdict.UPHELD else _WORD[last.verdict]
    return RevealScene(
        serial=mode.number,
        seats=seats(table, dict(last.lost), owner=lambda seat: seat == last.owner),
        headline=say("verdict.headline_shown" if shown else "verdict.headline", challenger=challenger, owner=owner),
        claim=claim_picture(table, last.claim),
        claim_by=said_by(table, last.claim, owner),
        actual=claim_picture(table, last.actual)
        if last.actual is not None and not isinstance(last.actual, int)
        else None,
        photographs=tuple(_photograph(table, item, len(evidence) > 1) for item in evidence),
        verdict=VerdictPanel(say(f"verdict.{word}"), _TONE[last.verdict], tuple(_findings(table, mode))),
        hints=hints(table),
        choices=rows(mode.choices()),
        cursor=mode.cursor,
        seal=seal(table),
        notice=notice(table),
        saga=table.skald.verdict(table),
    )


def _findings(table: Table, mode: Decided) -> list[str]:
    """What the verdict rests on, who pays, who is out."""
    say, state, last = table.texts.say, table.state, mode.last
    if last.verdict is Verdict.NO_VERDICT:
        reason = str(last.reason or "")
        # The remedy, such as to shake again, is for dice that nobody has spoken of yet.
        return [reason if mode.moved else say("verdict.unread_line", cause=reason), say("verdict.table_rules")]
    lines = [line for line in (_held_against(table, last),) if line]
    if last.winner is not None:
        lines.append(say("verdict.wins_round", name=table.name(last.winner)))
    for amount in sorted({paid for _, paid in last.lost}):
        payers = [seat for seat, paid in last.lost if paid == amount]
        key = "verdict.pays" if len(payers) == 1 else "verdict.pay_each"
        lines.append(say(key, name=table.names(payers), stock=table.amount(amount)))
    out = table.playing.game.out(state)
    lines += [say("verdict.out", name=table.name(seat)) for seat, _ in last.lost if seat in out]
    if last.ending is Ending.CHALLENGE and table.playing.game.must_show(state.options, last.revealed):
        lines.append(say("verdict.hidden_21", name=table.name(last.owner)))
    return lines


def _held_against(table: Table, last: Adjudicated) -> str:
    """The comparison that the verdict comes from."""
    if last.actual is None or last.ending is Ending.SHOWN:
        return ""
    if isinstance(last.actual, int):
        return count_line(table, last)
    actual, claim = claim_picture(table, last.actual).name, claim_picture(table, last.claim).name
    key = "verdict.upheld_line" if last.verdict is Verdict.UPHELD else "verdict.refuted_line"
    options = table.state.options
    if last.verdict is Verdict.REFUTED and "lie" in options and options.word("lie") == "exact":
        key = "verdict.differs_line"
    line = table.texts.say(key, actual=actual, claim=claim)
    return line[:1].upper() + line[1:]


def _winner(table: Table, mode: Winner) -> WinnerScene:
    say, state = table.texts.say, table.state
    if mode.stopped:
        headline, lines = say("winner.stopped"), _standings(table)
    else:
        names = table.names(state.winners)
        headline = say("winner.one", name=names) if len(state.winners) == 1 else say("winner.headline", names=names)
        lines = [line for line in (*_loot(table), table.skald.winner(table)) if line]
    return WinnerScene(
        headline=headline,
        lines=tuple(lines),
        seats=seats(table),
        winners=state.winners,
        hints=hints(table),
        notice=notice(table),
    )


def _standings(table: Table) -> list[str]:
    """Who stands best in a game that was ended before its end, and who worst; nothing where all stand alike."""
    say, state, game = table.texts.say, table.state, table.playing.game
    bad = game.charged(0, 1) > 0
    worth = state.points or tuple(-stock if bad else stock for stock in state.stock)
    if len(set(worth)) == 1:
        return [say("winner.alike")]

    def line(key: str, height: int) -> str:
        seats_ = [seat for seat, value in enumerate(worth) if value == height]
        had = say("table.points", n=height) if state.points else table.amount(abs(height), alone=True)
        return say(f"winner.{key}", name=table.names(seats_), stock=had)

    return [line("best", max(worth)), line("worst", min(worth))]


def _loot(table: Table) -> list[str]:
    """What the end means: the pot, the drinks, who is left with what."""
    say, state = table.texts.say, table.state
    if state.pot:
        return [say("winner.pot", pot=state.pot, name=table.names(state.winners))]
    if "end" in state.options and state.options.word("end") == "tavern":
        return [say("winner.tavern", name=table.name(seat)) for seat in state.losers]
    if state.points:
        return [say("winner.points", n=max(state.points))]
    return [say("winner.left", stock=table.amount(state.stock[state.winners[0]]))] if state.winners else []
