"""The printed card: a chessboard of known squares, which gives the scale to a fraction of a percent."""

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.calibration.scale import Scale, Source
from hardware.ports import Image

COLUMNS, ROWS = 8, 6
SQUARE_MM = 10.0
_BORDER_MM = 6.0
TILTED = 1.06
"""How many times larger one end of the card may look than the other before the camera counts as tilted."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card that was found: the mean side of a square in pixels, and how many times larger one end looks."""

    square: float
    tilt: float

    @property
    def tilted(self) -> bool:
        """Whether the camera does not look straight down."""
        return self.tilt > TILTED

    def scale(self, width: int, camera_mm: float) -> Scale:
        """Returns the scale of pictures of that width, with the card on the floor; CalibrationError if impossible."""
        return Scale(SQUARE_MM / self.square, width, camera_mm, Source.CARD)


def find_card(image: Image) -> PrintedCard | None:
    """Finds the whole card in a picture (H × W × 3, BGR); None if there is none."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    found, corners = cv2.findChessboardCornersSB(grey, (COLUMNS - 1, ROWS - 1), flags=cv2.CALIB_CB_NORMALIZE_IMAGE)
    if not found or corners is None:
        return None
    grid = np.asarray(corners, np.float64).reshape(ROWS - 1, COLUMNS - 1, 2)
    across = np.linalg.norm(np.diff(grid, axis=1), axis=2)
    down = np.linalg.norm(np.diff(grid, axis=0), axis=2)
    ends = [across[0].mean(), across[-1].mean()], [down[:, 0].mean(), down[:, -1].mean()]
    tilt = max(max(pair) / max(min(pair), 1e-6) for pair in ends)
    return PrintedCard(float(np.concatenate([across.ravel(), down.ravel()]).mean()), float(tilt))


def card_svg() -> str:
    """Draws the card as SVG in its true size."""
    width, height = COLUMNS * SQUARE_MM + 2 * _BORDER_MM, ROWS * SQUARE_MM + 2 * _BORDER_MM + 5
    squares = [
        f'<rect x="{_BORDER_MM + column * SQUARE_MM:g}" y="{_BORDER_MM + row * SQUARE_MM:g}" '
        f'width="{SQUARE_MM:g}" height="{SQUARE_MM:g}"/>'
        for row in range(ROWS)
        for column in range(COLUMNS)
        if (row + column) % 2 == 0
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="0 0 {width:g} {height:g}">',
            f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
            f'<rect width="{width - 0.2:g}" height="{height - 0.2:g}" x="0.1" y="0.1" fill="none" stroke="#bbb" '
            'stroke-width="0.2"/>',
            *squares,
            f'<text x="{width / 2:g}" y="{height - 3.5:g}" font-size="3.6" font-family="sans-serif" '
            'text-anchor="middle">'
            f"meierbox: print at 100 %; the squares together are {COLUMNS * SQUARE_MM:g} mm wide</text>",
            "</svg>",
            "",
        ]
    )
