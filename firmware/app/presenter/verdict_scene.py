"""The scene of a verdict: the photographs of the dice, what they prove, who pays."""

from dataclasses import replace

from display.scene import Count, Photograph, RevealScene, Tone, VerdictPanel
from firmware.app.presenter.cup_scenes import count_line, marked
from firmware.app.presenter.scene_parts import (
    View,
    claim_picture,
    hints,
    notice,
    photograph,
    rows,
    said_by,
    seal_words,
    seats,
)
from firmware.config.settings import VERSES
from firmware.journal.reveal_photograph import RevealPhotograph
from firmware.rules.claims import Pair, Total
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.table.odds_wording import odds_of_reveal
from firmware.table.play.ruling_shown import RulingShownMode
from firmware.table.play.showdown import BY_SIGHT
from firmware.table.play.verdict import VerdictMode
from firmware.table.trainer import said_at_verdict
from firmware.table.wording import claim_name, payment_code
from firmware.texts.source import text

WORD = {Verdict.UPHELD: "upheld", Verdict.REFUTED: "refuted", Verdict.NO_VERDICT: "none", None: "none"}
TONE = {Verdict.UPHELD: Tone.GOOD, Verdict.REFUTED: Tone.BAD, Verdict.NO_VERDICT: Tone.DOUBT, None: Tone.DOUBT}


def _photograph(view: View, item: RevealPhotograph, several: bool) -> Photograph:
    caption = view.say("verdict.sealed_photo" if item.sealed else "verdict.revealed_photo") if several else ""
    last = view.state.last
    if last is not None and not isinstance(last.claim, Pair):
        return marked(item, view.state, last.claim, view.name(item.seat))
    return photograph(item.observation, caption)


def verdict_scene(view: View, mode: VerdictMode) -> RevealScene:
    """Builds the last adjudication with its photographs, and the possible rulings."""
    evidence = [item for item in view.active_session.reveal_photographs if item.observation.photograph]
    last = mode.last
    findings = _unresolved(view, mode) if last.verdict is Verdict.NO_VERDICT else _findings(view, last)
    return replace(
        _judged(view, last, mode.number, findings),
        photographs=tuple(_photograph(view, item, len(evidence) > 1) for item in evidence),
        choices=rows(view, mode.choices()),
        cursor=mode.cursor,
        seal=seal_words(view),
        odds=_odds(view),
        advice=_advice(view, mode),
        verse=_verse(view),
        slow=mode.slow,
    )


def ruling_scene(view: View, mode: RulingShownMode) -> RevealScene:
    """Builds the verdict of the table; what it looked at itself needs no photograph."""
    last = mode.last
    findings = _findings(view, last)
    if last.actual is None:
        findings.insert(0, view.say("verdict.ruled_line"))
    return _judged(view, last, mode.number, findings)


def _judged(view: View, last: Adjudicated, serial: int, findings: list[str]) -> RevealScene:
    """Builds what every verdict shows: who called whom, the claim, the verdict, and who pays."""
    say = view.say
    challenger, owner = view.name(last.challenger), view.name(last.owner)
    shown = last.ending is Ending.SHOWN
    word = "shown" if shown and last.verdict is Verdict.UPHELD else WORD[last.verdict]
    return RevealScene(
        serial=serial,
        seats=seats(view, dict(last.lost), owner=lambda seat: seat == last.owner),
        headline=say("verdict.headline_shown" if shown else "verdict.headline", challenger=challenger, owner=owner),
        claim=claim_picture(view, last.claim),
        claim_by=said_by(view, last.claim, owner),
        actual=claim_picture(view, last.actual)
        if last.actual is not None and not isinstance(last.actual, int)
        else None,
        photographs=(),
        verdict=VerdictPanel(say(f"verdict.{word}"), TONE[last.verdict], tuple(findings), tuple(_outcome(view, last))),
        hints=hints(view),
        notice=notice(view),
        count=_count(view, last),
    )


def _count(view: View, last: Adjudicated) -> Count | None:
    """Returns what all dice come to, against the bid; None where they were not counted."""
    if not isinstance(last.actual, int):
        return None
    against = view.say("verdict.against", claim=claim_name(view.state, last.claim))
    return Count(last.actual, against, pips=isinstance(last.claim, Total))


def _outcome(view: View, last: Adjudicated) -> list[str]:
    """Returns who pays how much; else who wins the round, where points are played for."""
    paid = _payments(view, last)
    if paid or last.winner is None or last.verdict is Verdict.NO_VERDICT:
        return paid
    return [view.say("verdict.wins_round", name=view.name(last.winner))]


def _unresolved(view: View, mode: VerdictMode) -> list[str]:
    """Returns why there is no verdict, and that the table rules."""
    say, last = view.say, mode.last
    # The remedy, such as to shake again, is for dice before the claim.
    cause = "" if last.reason is None else last.reason.without_remedy()
    unread = say("verdict.unread_line", cause=cause)
    if last.reason is not None and last.reason.template == BY_SIGHT.template:
        unread = say("verdict.by_sight_line")
    return [say("verdict.moved_line") if mode.moved else unread, say("verdict.table_rules")]


def _findings(view: View, last: Adjudicated) -> list[str]:
    """Returns the grounds of the verdict, who pays, who is out."""
    say, state = view.say, view.state
    lines = [line for line in (_comparison(view, last),) if line]
    if last.winner is not None:
        lines.append(say("verdict.wins_round", name=view.name(last.winner)))
    lines += _payments(view, last)
    out = view.active_session.game.out(state)
    lines += [say("verdict.out", name=view.name(seat)) for seat, _ in last.lost if seat in out]
    if last.ending is Ending.CHALLENGE and view.active_session.game.must_show(state.options, last.revealed):
        lines.append(say("verdict.hidden_21", name=view.name(last.owner)))
    return lines


def _payments(view: View, last: Adjudicated) -> list[str]:
    """Returns who pays how much."""
    lines = []
    for paid in sorted({paid for _, paid in last.lost}):
        payers = [seat for seat, mine in last.lost if mine == paid]
        lines.append(
            view.say(
                payment_code(view.state, "verdict.pays"),
                n=len(payers),
                name=view.names(payers),
                stock=view.amount(paid),
            )
        )
    return lines


def _comparison(view: View, last: Adjudicated) -> str:
    """Returns the comparison behind the verdict."""
    if last.actual is None or last.ending is Ending.SHOWN:
        return ""
    if isinstance(last.actual, int):
        return count_line(view, last, last.actual)
    options = view.state.options
    code = "verdict.upheld_line" if last.verdict is Verdict.UPHELD else "verdict.refuted_line"
    if last.verdict is Verdict.UPHELD and last.actual == last.claim:
        code = "verdict.upheld_exactly_line"
    if last.verdict is Verdict.REFUTED and "lie" in options and options.word("lie") == "exact":
        code = "verdict.differs_line"
    actual, claim = claim_name(view.state, last.actual), claim_name(view.state, last.claim)
    return view.sentence(text(code, actual=actual, claim=claim))


def _odds(view: View) -> str:
    """Returns how likely the roll or the claim was, if something was judged."""
    told = odds_of_reveal(view.active_session.before_verdict, view.state, view.context.die_set)
    return "" if told is None else view.sentence(told)


def _advice(view: View, mode: VerdictMode) -> str:
    """Returns what the trainer says, where the verdict is shown for the first time."""
    told = None if mode.again else said_at_verdict(view.context)
    return "" if told is None else view.sentence(told)


def _verse(view: View) -> str:
    if not view.context.preferences.settings.flag(VERSES):
        return ""
    return view.verses.verdict(view.active_session, view.texts.language, view.render)
