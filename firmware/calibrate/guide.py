"""Guides people through a task, in text or in a window: prompts, the live view, findings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from firmware.doctor.finding import Finding
from firmware.journal.observation import SeenDie
from firmware.rules.message import Message, message
from firmware.texts import Texts
from hardware.calibration.region import Region
from hardware.ports import Image

Figures = tuple[tuple[Message, Message], ...]
"""A measured figure: name and value."""


class UserLeftError(Exception):
    """People left before the end."""


@dataclass(frozen=True, slots=True)
class LiveView:
    """The live view: the camera's picture, the dice found in it, the part in use, and figures.

    `measured` are the numbers behind the figures, which the terminal prints in their place.
    """

    image: Image | None = None
    dice: tuple[SeenDie, ...] = ()
    region: Region | None = None
    figures: Figures = ()
    measured: Figures = ()


class Guide(Protocol):
    """Guides people; every method may raise `UserLeftError`, and whatever `look` raises."""

    def ask(self, instruction: Message, look: Callable[[], LiveView]) -> None:
        """Asks people to do something, and shows the live view until they say it is done."""

    def place(self, instruction: Message, region: Region, look: Callable[[Region], LiveView]) -> Region:
        """Lets people move and resize the part of the picture that is used."""

    def watch(self, instruction: Message, look: Callable[[], LiveView], done: Callable[[], bool]) -> None:
        """Asks people to do something, and shows the live view until `done` returns true."""

    def tell(self, finding: Finding) -> None:
        """Reports a finding."""

    def end(self, says: Message) -> None:
        """Reports the outcome, and leaves people time to read it."""

    def close(self) -> None:
        """Closes what the guide has opened."""


class TextGuide:
    """Guides by lines of text; without anybody at the keyboard, prompts count as done at once."""

    def __init__(
        self,
        say: Callable[[str], None],
        confirm: Callable[[], object] | None,
        wait: Callable[[float], object],
    ) -> None:
        """`say` prints a line; `confirm` waits for people (None if nobody is there); `wait` passes the time."""
        self._say, self._confirm, self._wait = say, confirm, wait
        self._render = Texts().render

    def ask(self, instruction: Message, look: Callable[[], LiveView]) -> None:
        """Asks, waits for Enter, and prints the figures."""
        if self._confirm is None:
            self._write(instruction)
        else:
            self._write(message("{please} Then press Enter.", please=instruction))
            self._confirm()
        self._write_figures(look())

    def place(self, instruction: Message, region: Region, look: Callable[[Region], LiveView]) -> Region:  # noqa: ARG002 - no picture
        """Prints where the region lies; it can only be moved in a window."""
        says = message(
            "The part that is used reaches from {left:.0%} to {right:.0%} across and from {top:.0%} to {bottom:.0%} "
            "down.",
            left=region.left,
            right=region.left + region.size,
            top=region.top,
            bottom=region.top + region.size,
        )
        self._write(says)
        return region

    def watch(self, instruction: Message, look: Callable[[], LiveView], done: Callable[[], bool]) -> None:
        """Asks, and waits."""
        self._write(instruction)
        while not done():
            self._wait(0.02)
        self._write_figures(look())

    def tell(self, finding: Finding) -> None:
        """Prints a finding."""
        self._say(finding.line(self._render))

    def end(self, says: Message) -> None:
        """Prints the outcome."""
        self._write(says)

    def close(self) -> None:
        """Does nothing."""

    def _write(self, said: Message) -> None:
        self._say(self._render(said))

    def _write_figures(self, view: LiveView) -> None:
        if figures := view.measured or view.figures:
            pairs = (f"{self._render(name)}: {self._render(value)}" for name, value in figures)
            self._say("  " + ", ".join(pairs))
