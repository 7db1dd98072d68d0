"""Prompts for a hesitating table; for newcomers, an explanation of every step."""

from collections.abc import Hashable

from firmware.config.settings import NEWCOMER
from firmware.rules.message import Message
from firmware.table.mode import ListMode, Mode, NextStep
from firmware.table.table import Table
from firmware.texts.source import text

HESITATION_SECONDS = 20.0
"""Seconds of inactivity before the next step is prompted."""
READING_SECONDS = 5.0
"""Seconds that a notice stays before the explanation for newcomers replaces it."""
REMARK_SECONDS = 4.0
"""Seconds that a remark of the computer hides the usual prompt."""
SELF_EXPLAINING = frozenset({NextStep.VERDICT, NextStep.RULE, NextStep.OVER, NextStep.CHOOSE})
"""Steps that the screen explains already."""


class Hints:
    """Chooses prompts by the clock and by public knowledge; `prompt` is the current one, or None."""

    def __init__(self) -> None:
        """Begins without a prompt."""
        self.prompt: Message | None = None
        self._moment: Hashable = None
        self._since = 0.0

    def note_activity(self, now: float) -> None:
        """Records that somebody has used a control."""
        self._since = now

    def tick(self, table: Table, now: float) -> float | None:
        """Updates the prompt; returns the seconds until the next one, or None."""
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
        stays = REMARK_SECONDS if context.brief else READING_SECONDS if self.prompt is not None else None
        if context.notice is not None and stays is not None and quiet >= stays:
            context.notify(None)
        if quiet >= HESITATION_SECONDS:
            return None
        waits = [HESITATION_SECONDS]
        if context.notice is not None and stays is not None:
            waits.append(stays)
        return min(waits) - quiet


def next_step(mode: Mode) -> Message | None:
    """Returns what to do next; None if nobody has to act."""
    if mode.step is None:
        return None
    if mode.step is NextStep.CHOOSE:
        return mode.idle_control
    if mode.step is NextStep.SHAKE and mode.unresolved is not None:
        return text("guide.shake_again")
    return text(f"guide.{mode.step.value}", name=mode.context.name(mode.actor))


def explanation(mode: Mode) -> Message | None:
    """Returns what to do and why, for newcomers; None if the screen is enough."""
    if mode.step is None or mode.step in SELF_EXPLAINING:
        return None
    if mode.step is NextStep.SHAKE and mode.unresolved is not None:
        return text("guide.shake_again")
    return text(f"newcomer.{mode.step.value}", name=mode.context.name(mode.actor))


def _moment(table: Table) -> Hashable:
    """Identifies a step by its actor, the events so far, and the open list."""
    mode = table.mode
    title = mode.title if isinstance(mode, ListMode) else None
    serial = table.context.next_serial() if table.session else 0
    return (mode.step, mode.actor, serial, title) if mode.step else None
