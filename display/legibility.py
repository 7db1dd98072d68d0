"""How large who, what, the claim, the verdict and who pays stand on a screen, in millimetres.

A capital of nine millimetres is read from three metres.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from display.draw.canvas import ScreenPicture
from display.scene import ClaimPicture, RevealScene, TableScene, WinnerScene

FROM_THREE_METRES = 9.0
"""Height of a capital, in millimetres."""


@dataclass(frozen=True, slots=True)
class PhysicalScreen:
    """A screen that can be bought: its name, its size in pixels, and its visible width in millimetres."""

    name: str
    size: tuple[int, int]
    width_mm: float

    def mm(self, pixels: int) -> float:
        """Converts pixels to millimetres.

        >>> SEVEN_INCH.mm(100)
        19.25
        """
        return pixels * self.width_mm / self.size[0]


SEVEN_INCH = PhysicalScreen('7"', (800, 480), 154.0)
TWENTY_FOUR_INCH = PhysicalScreen('24"', (1920, 1080), 531.0)
SCREENS = (SEVEN_INCH, TWENTY_FOUR_INCH)


def cap_heights(picture: ScreenPicture, scene: TableScene | RevealScene | WinnerScene) -> Mapping[str, int]:
    """Measures the capitals of what matters most in a picture, in pixels; what it does not show is left out.

    Where something is written in several sizes, the largest counts; of the lines that say who pays, the smallest.
    """
    wanted: dict[str, tuple[str, ...]] = {}
    if isinstance(scene, TableScene):
        wanted["who"] = (scene.who,) if scene.who else ()
        wanted["what"] = (scene.what,)
        wanted["claim"] = (claim.name,) if (claim := _claim(scene)) is not None and not scene.shaking else ()
    elif isinstance(scene, WinnerScene):
        wanted["who"] = (scene.headline,)
    else:
        wanted["claim"] = (scene.claim.name,)
        wanted["verdict"] = (scene.verdict.word,)
        wanted["who pays"] = scene.verdict.pays
    found: dict[str, int] = {}
    for what, texts in wanted.items():
        caps = [
            max((label.cap for label in (*picture.labels, *picture.passing) if label.text == text), default=0)
            for text in texts
        ]
        if caps and 0 not in caps:
            found[what] = min(caps)
    return found


def _claim(scene: TableScene) -> ClaimPicture | None:
    """Returns the claim that stands, else the one that is being chosen."""
    if scene.claim is not None or scene.dial is None or not scene.dial.claims:
        return scene.claim
    return scene.dial.claims[scene.dial.index]
