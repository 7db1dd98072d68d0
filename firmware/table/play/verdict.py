"""After the reveal: the verdict with its photographs, and the table's ruling where the eye abstained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from firmware.journal.session import Session
from firmware.rules.commands import VoidRoll
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.state import Phase
from firmware.table.mode import CLAIM, DIAL, Choice, Mode, Offer
from firmware.table.play.ruling import Counted, Payments, RoundWon, charge, payment_words, settlement_of

if TYPE_CHECKING:
    from firmware.table.table import Table


def awaits_ruling(session: Session) -> bool:
    """Tells whether the last thing done was a reveal without a verdict, which the table may still settle."""
    events = session.last_action or ()
    return any(isinstance(event, Adjudicated) and event.verdict is Verdict.NO_VERDICT for event in events)


class Decided(Mode):
    """Shows the last adjudication; where it is no verdict and has just fallen, asks the table to rule.

    The list opens on a choice that makes nobody pay, whatever is pressed in haste. `number` tells one showing from the
    next.
    """

    def __init__(self, table: Table, behind: Mode | None = None) -> None:
        """Shows the state's last adjudication, over another mode (only to be seen again) or for the first time."""
        super().__init__(table, behind)
        table.reveals += 1
        self.number = table.reveals
        session = table.playing
        asks = behind is None and awaits_ruling(session)
        self.settlement = settlement_of(session.before) if asks and session.before else None
        self.cursor = next((place for place, choice in enumerate(self.choices()) if choice.enabled), 0)

    @property
    def moved(self) -> bool:
        """Whether the dice were read both times, and lay otherwise when they were sealed."""
        evidence = self.table.playing.evidence
        faces = {item.sight.faces for item in evidence}
        return any(item.sealed for item in evidence) and len(faces) > 1 and None not in faces

    @property
    def last(self) -> Adjudicated:
        """The adjudication; raises RuntimeError where there was none."""
        last = self.table.state.last
        if last is None:
            raise RuntimeError("Nothing has been adjudicated.")
        return last

    def choices(self) -> tuple[Choice, ...]:
        """The rulings to choose from, harmless ones first; none where the verdict is clear."""
        if self.settlement is None:
            return ()
        blind = "" if self.table.eye_trouble is None else self.say("verdict.no_eye")
        rulings = [
            Choice(self.say("verdict.rule_look"), "", self.say("verdict.rule_look_detail"), blind, self._look_again),
            Choice(self.say("verdict.rule_nobody"), "", self.say("verdict.rule_nobody_detail"), act=self._go_on),
        ]
        for key, payments in (("true", self.settlement.true), ("lie", self.settlement.lie)):
            if payments is not None:
                rulings.append(self._ruling(key, payments))
        if self.last.ending is Ending.SHOWN:
            again = self.say("verdict.rule_no_21_detail", name=self.table.name(self.last.owner))
            rulings.append(Choice(self.say("verdict.rule_no_21"), "", again, act=self._shake_again))
        if self.settlement.counts:
            rulings.append(self._opening("count", self._count))
        if self.settlement.scorers:
            rulings.append(self._opening("scorer", self._score))
        return tuple(rulings)

    def _ruling(self, key: str, payments: Payments) -> Choice:
        key = "shown" if self.last.ending is Ending.SHOWN else key
        reason = self.say(f"verdict.reason_{key}")

        def rule() -> None:
            charge(self.table, payments, reason)
            self._go_on()

        return Choice(self.say(f"verdict.rule_{key}"), "", f"{payment_words(self.table, payments)}.", act=rule)

    def _opening(self, key: str, act: Callable[[], None]) -> Choice:
        return Choice(self.say(f"verdict.rule_{key}"), "", self.say(f"verdict.rule_{key}_detail"), act=act)

    def _count(self) -> None:
        if self.settlement:
            self.table.mode = Counted(self.table, self, self.settlement.counts)

    def _score(self) -> None:
        if self.settlement:
            self.table.mode = RoundWon(self.table, self, self.settlement.scorers)

    def offers(self) -> Mapping[str, Offer]:
        """Goes on, or chooses the ruling under the cursor."""
        choices = self.choices()
        if not choices:
            go_on = Offer(self.say("control.go_on"))
        else:
            here = choices[self.cursor]
            go_on = Offer(self.say("control.choose"), here.enabled, here.why)
        return {DIAL: go_on, CLAIM: go_on}

    @property
    def idle_control(self) -> str:
        """The verdict has fallen, or the table has still to rule."""
        return self.say("why.rule_first" if self.choices() else "why.decided")

    def press(self, control: str) -> None:
        """Goes on, or rules."""
        del control
        choices = self.choices()
        act = choices[self.cursor].act if choices else self._go_on
        if act:
            act()

    def turn(self, steps: int) -> None:
        """Moves through the rulings."""
        self.cursor = max(0, min(len(self.choices()) - 1, self.cursor + steps))

    def shaken(self) -> None:
        """Goes on where nothing is left to choose: the next one has begun to shake."""
        if self.choices() or self.table.state.phase is Phase.OVER:
            super().shaken()
        else:
            self._go_on()
            self.table.mode.shaken()

    def _go_on(self) -> None:
        if self.behind:
            self.go_back()
        else:
            self.table.go_on()

    def _shake_again(self) -> None:
        """Takes the round without a verdict back: it goes on, and only the roll that was shown is void."""
        shower = self.last.owner
        self.table.playing.undo()
        if self.table.do(VoidRoll()) is not None:
            self.table.refuse(self.say("why.void", name=self.table.name(shower)))
        self.table.go_on()

    def _look_again(self) -> None:
        self.table.playing.undo()
        self.table.go_on()
        self.table.mode.press("reveal")
