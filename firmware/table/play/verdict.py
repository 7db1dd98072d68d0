"""After the reveal: the verdict with its photographs; without a verdict, the table's ruling."""

from collections.abc import Callable, Mapping
from functools import partial

from firmware.rules.claims import Bid
from firmware.rules.commands import VoidRoll
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.message import Message, message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import CLAIM, DIAL, REVEAL
from firmware.table.destinations import GAME, AdviceShown, DiceCount, Payments, RoundWinner, RulingShown
from firmware.table.mode import Choice, GameMode, NextStep, Offer
from firmware.table.play.settlement import payment_messages, rule_payments, settlement_of
from firmware.table.progress import awaits_ruling

REASONS: Mapping[str, Message] = {
    "true": message("the table looked: the claim was true"),
    "lie": message("the table looked: the claim was a lie"),
    "shown": message("the table looked: it was a twenty-one"),
}
"""The journal's reason for a ruling, by the key of its choice."""


class VerdictMode(GameMode):
    """Shows the last adjudication; after a new one without a verdict, asks the table to rule.

    The cursor starts on a choice that costs nothing, whatever is pressed in haste. `number` identifies one showing;
    `slow`: it is the slow replay.
    """

    leads_to = (*GAME, AdviceShown, DiceCount, RoundWinner, RulingShown)

    def __init__(self, context: Context, again: bool = False) -> None:
        """Shows the last adjudication for the first time, or `again`."""
        super().__init__(context)
        self.again = again
        self.at_table = not again
        self.number = context.next_reveal()
        self.slow = False
        session = context.active_session
        asks = not again and awaits_ruling(session)
        self.settlement = settlement_of(session.previous_state) if asks and session.previous_state else None
        self.cursor = next((place for place, choice in enumerate(self.choices()) if choice.enabled), 0)

    @property
    def moved(self) -> bool:
        """Whether the dice were read twice, differently."""
        photographs = self.context.active_session.reveal_photographs
        faces = {item.observation.faces for item in photographs}
        return any(item.sealed for item in photographs) and len(faces) > 1 and None not in faces

    @property
    def last(self) -> Adjudicated:
        """The adjudication; raises RuntimeError without one."""
        last = self.context.state.last
        if last is None:
            raise RuntimeError("Nothing has been adjudicated.")
        return last

    @property
    def step(self) -> NextStep | None:
        """A ruling if there are choices, otherwise a push to continue."""
        if self.again:
            return None
        return NextStep.RULE if self.choices() else NextStep.VERDICT

    @property
    def actor(self) -> int | None:
        """The seat in turn."""
        return self.context.state.turn

    def choices(self) -> tuple[Choice, ...]:
        """The possible rulings, harmless ones first; none after a clear verdict."""
        if self.settlement is None:
            return ()
        blind = None if self.context.camera_works else self.context.why_no_camera
        rulings = [self._choice("look", self._look_again, blind), self._choice("nobody", self._leave)]
        if self.settlement.if_true is not None:
            rulings.append(self._ruling("true", Verdict.UPHELD, self.settlement.if_true))
        if self.settlement.if_lie is not None:
            rulings.append(self._ruling("lie", Verdict.REFUTED, self.settlement.if_lie))
        if self.last.ending is Ending.SHOWN:
            again = self.text("verdict.rule_no_21_detail", name=self.context.name(self.last.owner))
            rulings.append(Choice("no_21", self.text("verdict.rule_no_21"), detail=again, act=self._shake_again))
        if self.settlement.counts:
            rulings.append(self._choice("count", self._count))
        if self.settlement.scorers:
            rulings.append(self._choice("scorer", self._score))
        return tuple(rulings)

    def _choice(self, key: str, act: Callable[[], None], why: Message | None = None) -> Choice:
        detail = self.text(f"verdict.rule_{key}_detail")
        return Choice(key, self.text(f"verdict.rule_{key}"), detail=detail, why=why, act=act)

    def _ruling(self, key: str, verdict: Verdict, payments: Payments) -> Choice:
        key = "shown" if self.last.ending is Ending.SHOWN else key
        detail = self.text("common.sentence", items=payment_messages(self.context, payments))
        act = partial(self._rule, RulingShown(verdict, payments), REASONS[key])
        return Choice(key, self.text(f"verdict.rule_{key}"), detail=detail, act=act)

    def offers(self) -> Mapping[str, Offer]:
        """Continues, or chooses the ruling under the cursor; REVEAL shows the reveal slowly, CLAIM asks the jarl."""
        choices = self.choices()
        if choices:
            here = choices[self.cursor]
            offers = {DIAL: Offer(self.text("control.choose"), here.enabled, here.why)}
        else:
            offers = {DIAL: Offer(self.text("control.go_on"))}
        none = self.text("why.no_photograph")
        offers[REVEAL] = Offer(self.text("control.slowly"), self._has_photograph(), none)
        if self.context.can_advise and not self.overlay and not choices:
            offers[CLAIM] = Offer(self.text("control.advice"))
        return offers

    def _has_photograph(self) -> bool:
        return any(item.observation.photograph for item in self.context.active_session.reveal_photographs)

    def _show_slowly(self) -> None:
        """Has the reveal played once more, slowly, under a number of its own."""
        self.slow = True
        self.number = self.context.next_reveal()

    @property
    def idle_control(self) -> Message:
        """There is a verdict, or the table still has to rule."""
        return self.text("why.rule_first" if self.choices() else "why.decided")

    def press(self, control: str) -> None:
        """Continues, rules, shows the reveal slowly, or asks the jarl."""
        if control == REVEAL:
            self._show_slowly()
            return
        if control == CLAIM:
            self.open(AdviceShown())
            return
        choices = self.choices()
        act = choices[self.cursor].act if choices else self._leave
        if act:
            act()

    def turn(self, steps: int) -> None:
        """Moves through the rulings."""
        self.cursor = max(0, min(len(self.choices()) - 1, self.cursor + steps))

    def on_shake(self) -> None:
        """Continues if there is nothing to choose: the next seat has begun to shake."""
        if self.choices() or self.context.state.phase is Phase.OVER:
            super().on_shake()
        else:
            self._leave()
            self.context.navigator.forward_shake()

    def _leave(self) -> None:
        if self.again:
            self.go_back()
        else:
            self.continue_game()

    def _rule(self, ruling: RulingShown, reason: Message) -> None:
        if rule_payments(self.context, ruling.payments, reason):
            self.go(ruling)

    def _count(self) -> None:
        if self.settlement:
            claim = self.last.claim
            bid = claim if isinstance(claim, Bid) else Bid(1, 1)
            self.open(DiceCount(self.settlement.counts, bid, self.context.name(self.last.owner)))

    def _score(self) -> None:
        if self.settlement:
            self.open(RoundWinner(self.settlement.scorers))

    def _shake_again(self) -> None:
        """Undoes the missing verdict: the round continues, and only the shown roll is void."""
        shower = self.last.owner
        self.context.active_session.undo()
        if self.context.do(VoidRoll()) is not None:
            self.context.warn(self.text("why.void", name=self.context.name(shower)))
        self.continue_game()

    def _look_again(self) -> None:
        self.context.active_session.undo()
        self.continue_game()
        self.context.navigator.forward_press(REVEAL)
