"""How people are led: what they are asked, what the camera sees meanwhile, what was found. In text, or in a window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware.doctor.finding import Finding
from firmware.journal.observation import SeenDie
from hardware.calibration.region import Region
from hardware.ports import Image

Figures = tuple[tuple[str, str], ...]
"""What is measured now: name and value."""


class Left(Exception):  # noqa: N818 - somebody went away; nothing failed
    """People have gone away from the bench."""


@dataclass(frozen=True, slots=True)
class View:
    """What there is to see now: the camera's picture, the dice found in it, the part that is used, and figures."""

    image: Image | None = None
    dice: tuple[SeenDie, ...] = ()
    region: Region | None = None
    figures: Figures = ()


class Guide(Protocol):
    """Leads people. Every method may raise `Left`, and what `look` raises."""

    def ask(self, please: str, look: Callable[[], View]) -> None:
        """Asks for something to be done, and shows what the camera sees until people say that it is."""

    def place(self, please: str, region: Region, look: Callable[[Region], View]) -> Region:
        """Lets people move and size the part of the picture that is used."""

    def watch(self, please: str, look: Callable[[], View], done: Callable[[], bool]) -> None:
        """Asks for something, and shows what is seen until it is `done`, which is asked again and again."""

    def tell(self, finding: Finding) -> None:
        """Says what was found."""

    def end(self, says: str) -> None:
        """Says what came of it all, and leaves people the time to read it."""

    def close(self) -> None:
        """Takes the bench away."""


class TextGuide:
    """Leads by lines of text; where nobody sits at the keyboard, everything is taken for done at once."""

    def __init__(
        self,
        say: Callable[[str], None],
        confirm: Callable[[], object] | None,
        wait: Callable[[float], object],
    ) -> None:
        """`say` writes a line; `confirm` waits for people, None where there are none; `wait` passes the time."""
        self._say, self._confirm, self._wait = say, confirm, wait

    def ask(self, please: str, look: Callable[[], View]) -> None:
        """Asks, waits for Enter, and writes the figures."""
        if self._confirm is None:
            self._say(please)
        else:
            self._say(f"{please} Then press Enter.")
            self._confirm()
        self._write(look().figures)

    def place(self, please: str, region: Region, look: Callable[[Region], View]) -> Region:  # noqa: ARG002 - no picture
        """Writes where the region lies; it is moved in a window only."""
        right, bottom = region.left + region.size, region.top + region.size
        self._say(
            f"The part that is used reaches from {region.left:.0%} to {right:.0%} across and from {region.top:.0%} to "
            f"{bottom:.0%} down."
        )
        return region

    def watch(self, please: str, look: Callable[[], View], done: Callable[[], bool]) -> None:
        """Asks, and waits."""
        self._say(please)
        while not done():
            self._wait(0.02)
        self._write(look().figures)

    def tell(self, finding: Finding) -> None:
        """Writes a finding."""
        self._say(finding.line())

    def end(self, says: str) -> None:
        """Says what came of it."""
        self._say(says)

    def close(self) -> None:
        """Has nothing to take away."""

    def _write(self, figures: Sequence[tuple[str, str]]) -> None:
        if figures:
            self._say("  " + ", ".join(f"{name}: {value}" for name, value in figures))
