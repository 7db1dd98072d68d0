"""Scenes of the cup games: bidding, showing, the showdown."""

from display.scene import ClaimDial, ClaimPicture, Photograph, TableScene
from firmware.app.presenter.box_scenes import opening_scene
from firmware.app.presenter.scene_parts import View, claim_picture, hints, notice, seats, status
from firmware.journal.reveal_photograph import RevealPhotograph
from firmware.rules.claims import Bid, Claim, Total
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.message import Value
from firmware.rules.state import GameState, Phase
from firmware.table.play.bidding import BiddingMode, DialTarget
from firmware.table.play.counting import counting_faces
from firmware.table.play.dial_entry import DialEntry, PlaceEntry
from firmware.table.play.showdown import ShowdownMode
from firmware.table.wording import STARS, amount, claim_name, wild_face
from firmware.texts.source import text


def bidding_scene(view: View, mode: BiddingMode) -> TableScene:
    """Builds dealing, bidding and showing."""
    state = view.state
    who, what, prompt = _words(view, mode)
    picture, by = _middle(view, mode)
    scene = TableScene(
        seats=seats(view, turn=lambda seat: seat == state.turn, owner=lambda seat: seat == state.owner),
        who=who,
        what=what,
        prompt=prompt,
        hints=hints(view),
        claim=picture,
        claim_by=by,
        dial=_dial(view, mode),
        status=_status(view),
        shaking=mode.waiting is not None,
        notice=notice(view),
    )
    return scene if mode.begun else opening_scene(view, scene)


def showdown_scene(view: View, mode: ShowdownMode) -> TableScene:
    """Builds the showdown, seat by seat, with the count."""
    say, state = view.say, view.state
    dice = amount(state, mode.wanted)
    done = view.active_session.laid
    by_hand = " ".join(map(str, (*mode.entry.faces, *((mode.entry.face,) if mode.entry.face else ()))))
    latest = mode.latest
    claim = state.claim
    so_far = say("table.laid_so_far", n=mode.counted_so_far())
    who, what = view.name(mode.seat), say("what.lay", stock=dice)
    prompt = say("table.dial_adds", faces=by_hand) if by_hand else say("table.lay_prompt")
    if mode.together:
        who, what = say("what.everybody"), say("what.lay_all", stock=dice)
        prompt = say("table.lay_all_prompt", name=view.name(mode.seat))
    if mode.waiting is not None:
        what, prompt = say("what.looking"), say("table.looking_prompt")
    elif mode.complete:
        who, what, prompt = "", say("what.all_laid"), say("table.all_laid_prompt")
    return TableScene(
        seats=seats(
            view,
            turn=lambda seat: seat == mode.seat and not mode.together and not mode.complete,
            owner=lambda seat: seat == state.owner,
            badge=lambda seat: " ".join(map(str, done.get(seat, ()))),
        ),
        who=who,
        what=what,
        prompt=prompt,
        hints=hints(view),
        claim=claim_picture(view, claim) if claim else None,
        claim_by=say("table.bid_by", name=view.name(state.owner)),
        status=_status(view),
        frozen=True,
        notice=notice(view),
        photograph=marked(latest, state, claim, " · ".join((view.name(latest.seat), so_far)))
        if latest and claim
        else None,
    )


def marked(item: RevealPhotograph, state: GameState, claim: Claim, name: str) -> Photograph:
    """Returns the photograph of a seat's dice, with those marked that count for the claim."""
    faces = counting_faces(state, claim)
    seen = item.observation.dice
    counting = tuple(die for die in seen if die.face in faces)
    others = tuple(die for die in seen if die not in counting)
    return Photograph(item.observation.photograph, counting, name, others, whole=True)


def count_line(view: View, last: Adjudicated, actual: int) -> str:
    """Compares the count with the bid."""
    key = "verdict.total_line" if isinstance(last.claim, Total) else "verdict.count_line"
    truth = text("verdict.true" if last.verdict is Verdict.UPHELD else "verdict.lie")
    fields: dict[str, Value] = {"actual": actual, "claim": claim_name(view.state, last.claim), "truth": truth}
    # With stars, everybody but the bidder pays for a bid that is exact.
    exact = view.state.ruleset == STARS and isinstance(last.claim, Bid) and actual == last.claim.quantity
    if (wild := wild_face(view.state, last.claim)) is not None:
        return view.say("verdict.exact_wild_line" if exact else "verdict.count_wild_line", wild=wild, **fields)
    return view.say("verdict.exact_line" if exact else key, **fields)


def _status(view: View) -> str:
    dice = sum(view.state.held)
    return " · ".join((status(view), view.say("table.in_play", n=dice))) if dice else status(view)


def _middle(view: View, mode: BiddingMode) -> tuple[ClaimPicture | None, str]:
    """Returns the standing bid, or the die being entered."""
    say, state = view.say, view.state
    if isinstance(mode.entry, PlaceEntry):
        return ClaimPicture((), say("table.place_of", of=mode.entry.of), oblong=False, total=mode.entry.place), ""
    if mode.entry is not None:
        face = mode.entry.face
        return (None if face is None else ClaimPicture((face,), str(face), oblong=False)), ""
    if state.claim is None:
        return None, ""
    return claim_picture(view, state.claim), say("table.bid_by", name=view.name(state.owner))


def _dial(view: View, mode: BiddingMode) -> ClaimDial | None:
    if mode.entry is not None or mode.waiting is not None or mode.bid is None:
        return None
    if mode.aim is DialTarget.SHOW:
        counts = range(1, mode.most_shown() + 1)
        pictures = [ClaimPicture((), view.render(view.amount(count))) for count in counts]
        return ClaimDial(tuple(pictures), mode.count - 1)
    along = mode.along()
    return ClaimDial(tuple(claim_picture(view, bid) for bid in along), along.index(mode.bid))


def _words(view: View, mode: BiddingMode) -> tuple[str, str, str]:
    """Returns who acts, what, and what they may do."""
    say, state = view.say, view.state
    name = view.name(state.turn)
    if not mode.begun:
        code = "table.deal_bid_prompt" if mode.may_begin else "table.deal_prompt"
        if view.context.can_peek:
            code = "table.deal_peek_prompt"
        prompt = say(code, name=name)
        if isinstance(next(iter(mode.bids()), None), Total):
            prompt = say("table.deal_total", prompt=prompt)
        if out := view.active_session.game.out(state):
            prompt = say("table.deal_without", prompt=prompt, out=view.names(out))
        return say("what.everybody"), say("what.deal"), prompt
    return name, *_words_of_turn(view, mode)


def _words_of_turn(view: View, mode: BiddingMode) -> tuple[str, str]:
    say, state = view.say, view.state
    if mode.waiting is not None:
        return say("what.looking"), say("table.looking_prompt")
    if mode.entry is not None:
        return _words_of_entry(view, mode.entry)
    if mode.aim is DialTarget.SHOW:
        return say("what.show"), say("table.show_peek_prompt" if view.context.can_peek else "table.show_prompt")
    if mode.showing:
        return say("what.rerolled"), say("table.rerolled_prompt")
    if state.phase is Phase.OPEN:
        return say("what.bid_total" if isinstance(mode.bid, Total) else "what.bid"), say("table.bid_prompt")
    if mode.bid is None:
        return say("what.facing"), say("table.answer_top_prompt")
    if mode.most_shown() == 0:
        return say("what.facing"), say("table.answer_prompt")
    near = mode.next_aim is DialTarget.SHOW
    return say("what.facing"), say("table.answer_show_prompt" if near else "table.answer_show_later_prompt")


def _words_of_entry(view: View, entry: DialEntry | PlaceEntry) -> tuple[str, str]:
    """Returns which die to show is entered, and how, or those entered so far."""
    say = view.say
    by_place = isinstance(entry, PlaceEntry)
    entered = entry.places if isinstance(entry, PlaceEntry) else entry.faces
    what = say("what.show_entry", n=len(entered) + 1, of=entry.wanted)
    if entry.wanted == 1:
        what = say("what.show_only_entry")
    if not entered:
        return what, say("table.show_place_prompt" if by_place else "table.show_entry_prompt")
    chosen = " ".join(map(str, entered))
    return what, say("table.places_chosen", places=chosen) if by_place else say("table.dial_adds", faces=chosen)
