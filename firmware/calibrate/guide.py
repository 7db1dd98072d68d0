"""How people are led: what they are asked, what the camera sees meanwhile, what was found. In text, or in a window."""

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
"""What is measured now: name and value."""


class UserLeftError(Exception):
    """People have left before the end."""


@dataclass(frozen=True, slots=True)
class LiveView:
    """What there is to see now: the camera's picture, the dice found in it, the part that is used, and figures."""

    image: Image | None = None
    dice: tuple[SeenDie, ...] = ()
    region: Region | None = None
    figures: Figures = ()


class Guide(Protocol):
    """Leads people. Every method may raise `UserLeftError`, and what `look` raises."""

    def ask(self, instruction: Message, look: Callable[[], LiveView]) -> None:
        """Asks for something to be done, and shows what the camera sees until people say that it is."""

    def place(self, instruction: Message, region: Region, look: Callable[[Region], LiveView]) -> Region:
        """Lets people move and resize the part of the picture that is used."""

    def watch(self, instruction: Message, look: Callable[[], LiveView], done: Callable[[], bool]) -> None:
        """Asks for something, and shows what is seen until it is `done`, which is asked again and again."""

    def tell(self, finding: Finding) -> None:
        """Says what was found."""

    def end(self, says: Message) -> None:
        """Says what came of it all, and leaves people the time to read it."""

    def close(self) -> None:
        """Closes what the guide has opened."""


class TextGuide:
    """Leads by lines of text; without anybody at the keyboard, everything that is asked is taken as done at once."""

    def __init__(
        self,
        say: Callable[[str], None],
        confirm: Callable[[], object] | None,
        wait: Callable[[float], object],
    ) -> None:
        """`say` writes a line; `confirm` waits for people, None where there are none; `wait` passes the time."""
        self._say, self._confirm, self._wait = say, confirm, wait
        self._render = Texts().render

    def ask(self, instruction: Message, look: Callable[[], LiveView]) -> None:
        """Asks, waits for Enter, and writes the figures."""
        if self._confirm is None:
            self._write(instruction)
        else:
            self._write(message("{please} Then press Enter.", please=instruction))
            self._confirm()
        self._write_figures(look())

    def place(self, instruction: Message, region: Region, look: Callable[[Region], LiveView]) -> Region:  # noqa: ARG002 - no picture
        """Writes where the region lies; it can be moved in a window only."""
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
        """Writes a finding."""
        self._say(finding.line(self._render))

    def end(self, says: Message) -> None:
        """Says what came of it."""
        self._write(says)

    def close(self) -> None:
        """Has opened nothing."""

    def _write(self, said: Message) -> None:
        self._say(self._render(said))

    def _write_figures(self, view: LiveView) -> None:
        if view.figures:
            pairs = (f"{self._render(name)}: {self._render(value)}" for name, value in view.figures)
            self._say("  " + ", ".join(pairs))
