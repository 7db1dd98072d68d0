"""Prompts the table: what comes next when it hesitates, and every step at once where newcomers play."""

from collections.abc import Hashable

from firmware.config.settings import NEWCOMER
from firmware.rules.message import Message
from firmware.table.mode import ListMode, Mode, NextStep
from firmware.table.table import Table
from firmware.texts.source import text

HESITATION_SECONDS = 20.0
"""Nothing happens for this long before the next step is told."""
READING_SECONDS = 5.0
"""A notice stands this long before the explanation for newcomers takes its place."""
SELF_EXPLAINING = frozenset({NextStep.VERDICT, NextStep.RULE, NextStep.OVER, NextStep.CHOOSE})
"""Steps that need no explanation beside what the screen says."""


class Hints:
    """Follows what the table waits for, by the clock and by what everybody may know.

    `prompt` is what the table is told now, or None.
    """

    def __init__(self) -> None:
        """Begins without a prompt."""
        self.prompt: Message | None = None
        self._moment: Hashable = None
        self._since = 0.0

    def note_activity(self, now: float) -> None:
        """Notes that somebody has used a control."""
        self._since = now

    def tick(self, table: Table, now: float) -> float | None:
        """Chooses the prompt; returns in how many seconds there is another one, or None."""
        mode, context = table.mode, table.context
        moment = _moment(table)
        if moment != self._moment:
            self._moment, self._since = moment, now
        if mode.step is None or table.computer_seats.deciding is not None:
            self.prompt = None
            return None
        first = explanation(mode) if context.preferences.settings.flag(NEWCOMER) else None
        quiet = now - self._since
        self.prompt = next_step(mode) if quiet >= HESITATION_SECONDS else first
        if self.prompt is not None and context.notice is not None and quiet >= READING_SECONDS:
            context.notify(None)
        if quiet >= HESITATION_SECONDS:
            return None
        waits = [HESITATION_SECONDS - quiet]
        if first is not None and quiet < READING_SECONDS:
            waits.append(READING_SECONDS - quiet)
        return min(waits)


def next_step(mode: Mode) -> Message | None:
    """Returns what is to be done; None where nothing is waited for."""
    if mode.step is None:
        return None
    if mode.step is NextStep.CHOOSE:
        return mode.idle_control
    if mode.step is NextStep.SHAKE and mode.unresolved is not None:
        return text("guide.shake_again")
    return text(f"guide.{mode.step.value}", name=mode.context.name(mode.actor))


def explanation(mode: Mode) -> Message | None:
    """Returns what is to be done and why, to people who play for the first time; None where the screen says it all."""
    if mode.step is None or mode.step in SELF_EXPLAINING:
        return None
    if mode.step is NextStep.SHAKE and mode.unresolved is not None:
        return text("guide.shake_again")
    return text(f"newcomer.{mode.step.value}", name=mode.context.name(mode.actor))


def _moment(table: Table) -> Hashable:
    """Returns a step from the same one later: by who does it, the events so far, and the list that is open."""
    mode = table.mode
    title = mode.title if isinstance(mode, ListMode) else None
    serial = table.context.next_serial() if table.session else 0
    return (mode.step, mode.actor, serial, title) if mode.step else None
