"""The screen during the first start: every step and the progress, on the text console. Pure text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.rules.message import Message, message

WIDTH = 58
_GOLD, _GREEN, _DIM, _RED, _PLAIN = "\x1b[1;33m", "\x1b[32m", "\x1b[90m", "\x1b[1;31m", "\x1b[0m"
_CLEAR = "\x1b[?25l\x1b[H\x1b[2J"
_SOFT_HYPHEN = "\u00ad"
READY = message("The box is ready. It restarts in a moment.")
ONCE = message("This happens once and takes 5 to 30 minutes.")
RESUMES = message("After a power cut it continues where it was.")

Render = Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class SetupProgress:
    """The steps, how many are done, the seconds of the current one, and any failure."""

    steps: Sequence[str]
    done: int
    seconds: int = 0
    problem: str = ""
    finished: bool = False


def page(progress: SetupProgress, render: Render = str, columns: int = 80, rows: int = 25) -> str:
    """Draws the page for a console of this size; `render` renders messages in the card's language."""
    left = " " * max(0, (columns - WIDTH) // 2)
    lines = [f"{_GOLD}{'m e i e r b o x':^{WIDTH}}{_PLAIN}", "", _bar(progress), ""]
    for at, step in enumerate(progress.steps):
        lines.append(_line(progress, at, step))
    lines.append("")
    lines += _foot(progress, render)
    above = max(0, (rows - len(lines)) // 2)
    text = _CLEAR + "\r\n" * above + "\r\n".join((left + line).rstrip() for line in lines) + "\r\n"
    return text.replace(_SOFT_HYPHEN, "")


def _bar(progress: SetupProgress) -> str:
    filled = WIDTH * progress.done // max(1, len(progress.steps))
    return f"{_GOLD}{'█' * filled}{_DIM}{'░' * (WIDTH - filled)}{_PLAIN}"


def _line(progress: SetupProgress, at: int, step: str) -> str:
    if at < progress.done:
        return f"  {_GREEN}√{_PLAIN}  {step}"
    if at > progress.done:
        return f"     {_DIM}{step}{_PLAIN}"
    if progress.problem:
        return f"  {_RED}!  {step}{_PLAIN}"
    minutes, seconds = divmod(progress.seconds, 60)
    passed = f"{minutes}:{seconds:02}"
    return f"  {_GOLD}►  {step:<{WIDTH - 5 - len(passed)}}{_PLAIN}{_DIM}{passed}{_PLAIN}"


def _foot(progress: SetupProgress, render: Render) -> list[str]:
    if progress.problem:
        return [f"{_RED}{line}{_PLAIN}" for line in _wrapped(progress.problem)]
    if progress.finished:
        return [f"{render(READY):^{WIDTH}}"]
    return [f"{_DIM}{render(line):^{WIDTH}}{_PLAIN}" for line in (ONCE, RESUMES)]


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{word[:WIDTH]}"
    return lines[:8]
