"""A round of a cup game up to the challenge: deal, look, bid; show and re-roll."""

from collections.abc import Mapping
from enum import Enum, auto

from firmware.journal.observation import Observation
from firmware.rules.claims import Bid, Claim, Total
from firmware.rules.commands import Challenge, Command, Deal, MakeBid, MoveKind, Refusal
from firmware.rules.decide import decide
from firmware.rules.evolve import fold
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.mode import GameMode, NextStep, Offer
from firmware.table.play.dial_entry import DialEntry, PlaceEntry
from firmware.table.play.entry_offer import offer_entry
from firmware.table.play.showdown import AT_ONCE
from firmware.table.progress import hidden
from firmware.table.requests import Hand, Peek, ReadDice
from firmware.table.wording import STARS, claim_name, wild_face


class DialTarget(Enum):
    """What the dial turns through."""

    QUANTITY = auto()
    FACE = auto()
    SHOW = auto()
    """How many dice to show."""


class BiddingMode(GameMode):
    """Bids on two axes: the dial turns the quantity, and a push switches to the face and back.

    With many dice, a single ladder of bids would take a hundred steps; on two axes an opening bid takes ten. Whoever
    opens may turn to a bid as soon as all have looked: making it, or looking, deals as well, so that nobody has to
    report it. `bid` is the one under the dial, always legal, or None if only a challenge is possible, or before the
    deal, until somebody turns the dial. `count` is how many dice to show, `entry` the shown dice entered by hand,
    `why_unshown` why they could not be shown, `waiting` the serial of the awaited reading. Dice of a simulated cup are
    entered by place, so that nothing is refused because of what lies under it.
    """

    def __init__(self, context: Context) -> None:
        """Starts from the round's current state."""
        super().__init__(context)
        self.aim = DialTarget.QUANTITY
        self.count = 1
        self.entry: DialEntry | PlaceEntry | None = None
        self.why_unshown: Message | None = None
        self.waiting: int | None = None
        self._asked: tuple[int, ...] = ()
        self.bid: Claim | None = next(iter(self.bids()), None) if self.dealt else None

    # What the screen shows

    def bids(self) -> tuple[Claim, ...]:
        """All legal bids, ascending; before the deal those that it makes legal."""
        session = self.context.active_session
        state = session.state
        if not self.dealt:
            dealt = decide(state, Deal())
            state = state if isinstance(dealt, Refusal) else fold(dealt, state)
        return session.game.claims(state)

    @property
    def dealt(self) -> bool:
        """Whether the dice are under the cups."""
        return bool(self.context.state.held)

    @property
    def begun(self) -> bool:
        """Whether the seat in turn chooses its bid: after the deal, or once it has turned the dial before that."""
        return self.dealt or self.bid is not None

    @property
    def may_begin(self) -> bool:
        """Whether a person opens, who may look or bid without reporting the deal first."""
        state = self.context.state
        return state.turn is not None and state.seats[state.turn] not in self.context.active_session.computers

    @property
    def showing(self) -> tuple[int, ...]:
        """The dice just shown, on which the seat in turn must bid; () if none."""
        return self.context.active_session.showing

    def along(self) -> tuple[Claim, ...]:
        """The bids along the current axis."""
        bid, bids = self.bid, self.bids()
        if not isinstance(bid, Bid):
            return bids
        mine = [other for other in bids if isinstance(other, Bid)]
        if self.aim is DialTarget.FACE:
            star_last = self.context.state.ruleset == STARS
            same = [other for other in mine if other.quantity == bid.quantity]
            return tuple(sorted(same, key=lambda other: (star_last and other.face == 1, other.face)))
        return tuple(other for other in mine if other.face == bid.face)

    def most_shown(self) -> int:
        """The most dice the seat in turn may show (at least one is re-rolled); 0 if it may not show."""
        session = self.context.active_session
        state = session.state
        if state.turn is None or self.showing:
            return 0
        legal = session.game.legal(state, state.turn)
        if not any(move.kind is MoveKind.REROLL for move in legal):
            return 0
        most = hidden(state, state.turn) - 1
        return min(most, AT_ONCE) if self.by_place else most

    @property
    def by_place(self) -> bool:
        """Whether shown dice are entered by their places in a simulated cup, from which they are then read."""
        return self.context.can_peek and self.context.camera_works

    @property
    def step(self) -> NextStep | None:
        """The deal, dice to show, a bid or an answer; None during a reading."""
        if self.waiting is not None:
            return None
        if not self.begun:
            return NextStep.DEAL
        if self.entry is not None:
            return NextStep.ENTER_SHOWN
        if self.aim is DialTarget.SHOW:
            return NextStep.TELL_SHOWN if self.context.can_peek else NextStep.SHOW
        if self.bid is None:
            return NextStep.LAST
        answers = self.context.state.phase is Phase.ANSWERING and not self.showing
        return NextStep.ANSWER_BID if answers else NextStep.BID

    @property
    def actor(self) -> int | None:
        """The seat in turn."""
        return self.context.state.turn

    @property
    def decider(self) -> int | None:
        """The seat in turn, after everybody has looked."""
        return self.context.state.turn if self.dealt and self.waiting is None else None

    def carry_out(self, command: Command) -> None:
        """Bids or challenges for a computer's seat."""
        if isinstance(command, Challenge):
            self.challenge_from_seat(command.seat)
        elif self.context.do(command):
            self._reset_dial()

    # What each control does

    def offers(self) -> Mapping[str, Offer]:
        """Deal first; then bid, challenge, switch the axis, look, show."""
        if not self.begun:
            return self._offers_deal()
        if self.waiting is not None:
            return dict.fromkeys((DIAL, CLAIM, CHALLENGE, REVEAL), Offer(None, False, self.text("why.eye_reading")))
        if self.entry is not None:
            return self._offers_entering(self.entry)
        challenge = Offer(self.text("control.back")) if self.aim is DialTarget.SHOW else self._offer_challenge()
        offers = {CHALLENGE: challenge, DIAL: self._offer_push(), CLAIM: self._offer_claim()}
        if self.context.can_peek:
            offers[REVEAL] = self._offer_look()
        elif self.aim is DialTarget.SHOW:
            label = self.text("control.read_shown", n=self.count)
            offers[REVEAL] = Offer(label, self.context.camera_works, self.context.why_no_camera)
        return offers

    def _offers_deal(self) -> Mapping[str, Offer]:
        code = "why.turn_to_bid" if self.may_begin else "why.deal_first"
        why = self.text(code, name=self.context.name(self.context.state.turn))
        offers = {
            DIAL: Offer(self.text("control.dealt")),
            CLAIM: Offer(self.text("control.bid_none"), False, why),
            CHALLENGE: self._offer_challenge(),
        }
        return {**offers, REVEAL: self._offer_look()} if self.may_begin and self.context.can_peek else offers

    def _offer_look(self) -> Offer:
        return Offer(self.text("control.look"))

    def _offers_entering(self, entry: DialEntry | PlaceEntry) -> Mapping[str, Offer]:
        back = Offer(self.text("control.back"))
        if isinstance(entry, DialEntry):
            return {DIAL: offer_entry(entry), CHALLENGE: back}
        enter = Offer(self.text("control.enter_place", n=entry.place))
        return {DIAL: enter, CHALLENGE: back, REVEAL: self._offer_look()}

    def _offer_challenge(self) -> Offer:
        if self.showing:
            name = self.context.name(self.context.state.turn)
            return Offer(self.text("control.challenge"), False, self.text("why.shown_must_bid", name=name))
        stands = self.context.state.phase is Phase.ANSWERING
        return Offer(self.text("control.challenge"), stands, self.text("why.no_claim"))

    def _offer_push(self) -> Offer:
        following = self.next_aim
        if following is self.aim:
            turns = self.text("control.turns_bid")
            return Offer(turns, enabled=False, why=self.text("why.claim_speaks"), turns=True)
        turns = self.text(f"control.turns_{self.aim.name.lower()}")
        return Offer(turns, also=self.text(f"control.push_{following.name.lower()}"))

    def _offer_claim(self) -> Offer:
        if self.aim is DialTarget.SHOW:
            return Offer(self.text("control.show_by_hand", n=self.count))
        if self.bid is None:
            return Offer(self.text("control.bid_none"), False, self.text("why.top_bid"))
        state = self.context.state
        wild = wild_face(state, self.bid)
        also = None if wild is None else self.text("control.bid_wild", faces=wild)
        return Offer(self.text("control.bid", claim=claim_name(state, self.bid)), also=also)

    @property
    def next_aim(self) -> DialTarget:
        """What the dial turns after a push; the same as now where there is nothing else."""
        axes = self._axes()
        return axes[(axes.index(self.aim) + 1) % len(axes)]

    def _axes(self) -> list[DialTarget]:
        axes = [DialTarget.QUANTITY]
        if isinstance(self.bid, Bid):
            axes.append(DialTarget.FACE)
        if self.bid is not None and self.most_shown() > 0:
            axes.append(DialTarget.SHOW)
        return axes

    # What people do

    @property
    def idle_control(self) -> Message:
        """There is nothing to reveal before a challenge."""
        return self.text("table.show_entry_prompt" if self.entry is not None else "why.secret")

    def press(self, control: str) -> None:
        """Deals, bids, challenges, switches the axis, looks or shows."""
        only_deals = control == DIAL and not self.begun
        if not self.dealt and (not self._deal() or only_deals):
            return
        if self.entry is not None:
            self._enter(control)
        elif control == CHALLENGE and self.aim is DialTarget.SHOW:
            self.aim = DialTarget.QUANTITY
        elif control == CHALLENGE:
            self.challenge_from_seat(self.context.state.turn or 0)
        elif control == REVEAL:
            self._press_reveal()
        elif control == DIAL:
            self.aim = self.next_aim
            self.count = 1
        elif self.aim is DialTarget.SHOW:
            self.entry = PlaceEntry(self.count, self._read_at_once()) if self.by_place else DialEntry(self.count)
        else:
            self._bid()

    def turn(self, steps: int) -> None:
        """Moves along the axis."""
        if self.entry is not None:
            self.entry = self.entry.turned(steps)
        elif self.aim is DialTarget.SHOW:
            self.count = max(1, min(self.most_shown(), self.count + steps))
        elif not self.begun:
            self._turn_to_first_bid(steps)
        elif self.bid is not None:
            along = self.along()
            self.bid = along[max(0, min(len(along) - 1, along.index(self.bid) + steps))]

    def challenge_from_seat(self, seat: int) -> None:
        """Handles a challenge: the cups are lifted."""
        offer = self._offer_challenge()
        if not offer.enabled:
            self.context.warn(offer.why or self.idle_control)
        elif self.context.do(Challenge(seat)):
            self.continue_game()

    def on_shake(self) -> None:
        """Takes a shake as the sign that all have shaken, if that is awaited."""
        if self.dealt:
            self.context.warn(self.text("why.cups_down"))
        else:
            self._deal()

    def before_peek(self) -> None:
        """Deals, as REVEAL does: whoever opens looks first."""
        if not self.dealt and self.may_begin:
            self._deal()

    def peek_refusal(self) -> Message | None:
        """The seat in turn may look under its own cup."""
        may = self.dealt and self.waiting is None and self.context.state.turn is not None
        return None if may else self.text("why.peek_cup")

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Handles a reading of the shown dice, or of the whole hand in a simulated cup."""
        if serial != self.waiting:
            return
        self.end_waiting()
        self.waiting = None
        asked, self._asked = self._asked, ()
        if observation.faces is None:
            self._reject(self.text("why.show_unread", cause=observation.why.without_remedy()))
        elif not asked:
            self._show(observation.faces)
        else:
            self._show(tuple(sorted(observation.faces)[place - 1] for place in asked))

    def _reject(self, why: Message) -> None:
        self.why_unshown = why
        self.context.warn(why)

    @property
    def unresolved(self) -> Message | None:
        """Why the dice could not be shown, until they are."""
        return self.why_unshown if self.aim is DialTarget.SHOW and self.waiting is None else None

    @property
    def can_undo_entry(self) -> bool:
        """Whether dice are being entered, or were shown."""
        return self.entry is not None or bool(self.showing)

    def undo_entry(self) -> bool:
        """Leaves the entry of shown dice, or takes the showing back."""
        if self.entry is not None:
            self.entry = None
        elif self.showing:
            self.context.active_session.note_showing(())
            self._reset_dial()
            name = self.context.name(self.context.state.turn)
            self.context.notify(self.text("table.undone", what=self.text("undo.show", name=name)))
        else:
            return False
        return True

    # How it works

    def _deal(self) -> bool:
        """Records the deal, and keeps a bid that is under the dial already; returns whether that worked."""
        chosen = self.bid
        if self.context.do(Deal()) is None:
            return False
        self._reset_dial()
        self.bid = chosen or self.bid
        return True

    def _turn_to_first_bid(self, steps: int) -> None:
        """Shows the lowest bid at the first step of the dial."""
        if self.may_begin:
            self.bid = self.bids()[0]
            self.turn(steps - 1)

    def _reset_dial(self) -> None:
        self.aim, self.count, self.entry, self.why_unshown = DialTarget.QUANTITY, 1, None, None
        self.bid = next(iter(self.bids()), None)

    def _bid(self) -> None:
        state, shown = self.context.state, self.showing
        turn, bid = state.turn, self.bid
        if turn is None or not isinstance(bid, Bid | Total):
            return
        rerolled = hidden(state, turn) - len(shown) if shown else 0
        if self.context.do(MakeBid(turn, bid, shown, rerolled)):
            self._reset_dial()

    def _press_reveal(self) -> None:
        if self.context.can_peek:
            self.context.request(Peek())
        elif self.aim is DialTarget.SHOW:
            self._look(self.count)

    def _look(self, dice: int, seat: int | None = None) -> None:
        self.waiting = self.context.next_serial()
        session = self.context.active_session
        roll = None if seat is None else session.hand_roll(seat)
        hand = None if seat is None or roll is None else Hand(session.entry.number, roll, seat)
        self.context.request(ReadDice(self.waiting, dice, hand))

    def _enter(self, control: str) -> None:
        """Enters a shown die; once all places of a simulated cup are entered, the cup is read."""
        entry = self.entry
        if entry is None:
            return
        if control == REVEAL:
            self._press_reveal()
            return
        entered = entry.faces if isinstance(entry, DialEntry) else entry.places
        if control == CHALLENGE:
            self.entry = entry.back() if entered else None
            return
        entry = entry.pushed()
        self.entry = None if entry.complete else entry
        if self.entry is not None:
            return
        if isinstance(entry, DialEntry):
            self._show(tuple(sorted(entry.faces)))
        else:
            self._asked = entry.places
            self._look(entry.of, self.context.state.turn)

    def _read_at_once(self) -> int:
        """How many dice of the hand are under the camera at once: all hidden ones, or the first part of many."""
        turn = self.context.state.turn
        return 0 if turn is None else min(AT_ONCE, hidden(self.context.state, turn))

    def _show(self, faces: tuple[int, ...]) -> None:
        """Shows the dice; the others are re-rolled, and a bid must follow."""
        context, turn = self.context, self.context.state.turn
        if turn is None:
            return
        context.active_session.note_showing(faces)
        self.aim, self.why_unshown = DialTarget.QUANTITY, None
        rerolled = hidden(context.state, turn) - len(faces)
        context.notify(self.text("table.shown", name=context.name(turn), dice=faces, n=rerolled))
