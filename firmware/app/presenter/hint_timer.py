"""Prompts the table: what comes next when it hesitates, and every step at once where newcomers play."""

from __future__ import annotations

from firmware.app.presenter.hints import Step, step_of
from firmware.config.settings import NEWCOMER
from firmware.table.table import Table

HESITATION_SECONDS = 20.0
"""So long nothing may happen before the next step is told."""
READING_SECONDS = 5.0
"""So long a sentence to the table stands before the explanation for newcomers takes its place."""


class Prompter:
    """Follows what the table waits for, by the clock alone and by what everybody knows."""

    def __init__(self) -> None:
        """Has seen nothing yet."""
        self._step: Step | None = None
        self._since = 0.0

    def heard(self, now: float) -> None:
        """Hears that somebody is at work."""
        self._since = now

    def follow(self, table: Table, now: float) -> float | None:
        """Gives the table its prompt; returns in how many seconds there is another one, or None."""
        step = step_of(table)
        newcomers = table.preferences.settings.flag(NEWCOMER)
        if step != self._step:
            self._step, self._since = step, now
        if step is None:
            table.prompted = ""
            return None
        first = step.explained(table) if newcomers else ""
        quiet = now - self._since
        table.prompted = step.next(table) if quiet >= HESITATION_SECONDS else first
        if table.prompted and table.notice and quiet >= READING_SECONDS:
            table.tell("")
        if quiet >= HESITATION_SECONDS:
            return None
        waits = [HESITATION_SECONDS - quiet]
        if first and quiet < READING_SECONDS:
            waits.append(READING_SECONDS - quiet)
        return min(waits)
