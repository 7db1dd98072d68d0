"""Asks the jarl, in the process of the computer players, what it would have done where others decided."""

from collections import OrderedDict

from firmware.odds.game_odds import game_odds
from firmware.players.decisions import SeatDecision, decisions
from firmware.players.question import AdviceAnswer, AdviceQuestion, ComputerPlayers
from firmware.rules.commands import Command
from firmware.rules.history import History

PATIENCE_SECONDS = 20.0
"""A question that has no answer by then is asked again when somebody next wishes to know."""
KEPT = 100
"""The maximum number of cached answers."""

Commands = tuple[Command | None, ...]


class Advisor:
    """Caches the jarl's advice on decisions.

    Decisions come from public events, so nothing depends on dice before they are revealed.
    """

    def __init__(self, players: ComputerPlayers) -> None:
        """Has asked nothing yet."""
        self._players = players
        self._serial = 0
        self._asked: dict[int, SeatDecision] = {}
        self._pending_since: float | None = None
        self._known: OrderedDict[SeatDecision, Commands] = OrderedDict()
        self._history: History | None = None
        self._choices: tuple[SeatDecision, ...] = ()

    def choices(self, history: History) -> tuple[SeatDecision, ...]:
        """Returns the choices of a game so far of which something can be said."""
        if history is not self._history:
            model = game_odds(history.state.options, None).model
            self._history, self._choices = history, tuple(decisions(history.events(), model))
        return self._choices

    def commands(self, decision: SeatDecision) -> Commands | None:
        """Returns what the jarl would have done, each time that it was asked; asks it and gives None until it says."""
        if decision in self._known:
            return self._known[decision]
        if decision not in self._asked.values():
            self._serial += 1
            self._asked[self._serial] = decision
            self._players.ask(AdviceQuestion(self._serial, decision.view))
        return None

    def on_answer(self, answer: AdviceAnswer) -> None:
        """Takes an answer."""
        decision = self._asked.pop(answer.serial, None)
        if decision is not None:
            self._known[decision] = answer.commands
            if len(self._known) > KEPT:
                self._known.popitem(last=False)

    def tick(self, now: float) -> float | None:
        """Gives up questions that have waited too long; returns when to call again while any wait."""
        if not self._asked:
            self._pending_since = None
            return None
        if self._pending_since is None:
            self._pending_since = now
        if now - self._pending_since >= PATIENCE_SECONDS:
            self._asked.clear()
            self._pending_since = None
            return None
        return PATIENCE_SECONDS - (now - self._pending_since)
