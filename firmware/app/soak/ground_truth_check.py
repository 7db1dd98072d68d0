"""Compares what the box reads and decides with the true dice in the simulated box."""

from dataclasses import dataclass, field

from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.camera import DiceReading, Peeked, RollReading
from firmware.rules.claims import Pair
from firmware.rules.events import Adjudicated, Verdict


@dataclass(slots=True)
class GroundTruthCheck:
    """Counts rounds, readings and verdicts; `wrong` describes each wrong one."""

    rounds: int = 0
    readings: int = 0
    abstentions: int = 0
    verdicts: int = 0
    no_verdicts: int = 0
    wrong: list[str] = field(default_factory=list)
    _judged: dict[int, int] = field(default_factory=dict)

    def watch(self, box: MainLoop, message: BoxMessage) -> None:
        """Checks a message that the box has handled."""
        if isinstance(message, Peeked):
            box.truths.setdefault(message.serial, None)  # a failed camera has no truth to tell
        if isinstance(message, RollReading | DiceReading):
            self._check_reading(box, message)
        session = box.table.session
        if session is None or not session.first_rows:
            return
        game, first = session.entry.number, session.first_rows[-1]
        if first <= self._judged.get(game, 0):
            return
        for event in session.last_action or ():
            if isinstance(event, Adjudicated):
                self._judged[game] = first
                self._count(box, message, event)

    def _check_reading(self, box: MainLoop, message: RollReading | DiceReading) -> None:
        faces = message.observation.faces
        if faces is None:
            self.abstentions += 1
            return
        self.readings += 1
        truth = box.truths.get(message.serial)
        if truth is None or tuple(sorted(faces)) != tuple(sorted(truth)):
            self.wrong.append(f"{faces} was read where {truth} lay.")

    def _count(self, box: MainLoop, message: BoxMessage, event: Adjudicated) -> None:
        self.rounds += 1
        if event.verdict is None:
            return
        if event.verdict is Verdict.NO_VERDICT:
            self.no_verdicts += 1
            return
        self.verdicts += 1
        if isinstance(message, DiceReading) and isinstance(event.revealed, Pair):
            truth = box.truths.get(message.serial)
            if truth is None or Pair(*truth) != event.revealed:
                self.wrong.append(f"{event.verdict} was judged by {event.revealed} where {truth} lay.")
