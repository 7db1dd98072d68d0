"""Cocked dice, seen by a camera that looks straight down: a small network of its own tells them from flat ones.

A flat die's top face is seen without foreshortening, and as much of its sides as its place in the picture gives: what
leans shows more or less of them, and its top face is shortened or narrows. The network sees a die with its
surroundings, turned so that the camera's axis lies on the left, is shown what it would cover if it lay flat, and told
how far away the axis is.
"""

import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import FOLDER, GLANCE, load_network
from vision.outlines import Floats, edge, middle
from vision.rectify import GLANCE_CUT, Greys, cut, evened, turned
from vision.segment import Frame

MODEL = FOLDER / "cocked.onnx"

SIDE, GLANCE_SIDE = 80, 64
"""Side of what the network sees, in pixels, and of what the narrower one of the first look does."""

REACH = 2.8
"""The same in edges of the top face."""

OF_SIDES = 12.0
"""What the width of a side that no flat die could show, in edges, adds to the network's log odds that a die leans."""

GLIMPSED = -4.5
"""The sum from which the narrower network suspects a die of leaning in a first look, so that the wide one is asked."""

SUSPECTED = -1.5
"""The sum from which the wide one suspects a die of leaning in a first look or a second, so that more of them must be
taken."""

COCKED = 1.25
"""The sum from which a die leans after all looks."""

CLEARLY_FLAT = -5.0
"""What the network gives lower log odds of leaning than this is not looked at in a mirror."""

SUREST = 9.2
"""The network's log odds count for no more than this, either way."""

FOCAL, TALL = 0.77, 1.1
"""Focal length of the usual lens, in frame widths (66 degrees), and height of the usual die, in edges of its top."""

ENLARGED = 5.0
"""A die's size in frame widths is told to the network so many times enlarged: it is small beside all else."""


def leaning(log_odds: float, excess: float) -> float:
    """Returns how much speaks for it that a die leans, to be compared with GLIMPSED, SUSPECTED and COCKED.

    `log_odds` are the network's, `excess` is how much too wide a side is seen, in edges. Neither judge alone is sure
    enough: lenses and heights of dice differ, and shadows are taken for sides.

    >>> leaning(0.8, 0.0), leaning(0.8, 0.1), leaning(-7.0, 0.3), leaning(3.0, -0.2)
    (0.8, 2.0, -3.4000000000000004, 3.0)
    """
    return log_odds + OF_SIDES * max(0.0, excess)


def flat_body(quad: Floats, axis: Floats, width: float, tall: float = TALL) -> Floats:
    """Returns the outline (N×2 pixels) of all that is seen of a die with this top face (4×2) if it lies flat.

    From straight above, its foot is its top face made smaller about the axis (x, y). `width` is the longer side of the
    frame, `tall` the height of the die in edges of its top.
    """
    far = FOCAL * width / edge(quad)
    foot = axis + (quad - axis) * (far / (far + tall))
    hull = cv2.convexHull(np.vstack([quad, foot]).astype(np.float32))
    return np.asarray(hull[:, 0], float)


def cocked_patch(
    frame: Frame | Greys, quad: Floats, axis: Floats, width: float, side: int = SIDE, cut_for: int | None = None
) -> NDArray[np.float32]:
    """Returns what a network sees of a die (5×side×side).

    These are the grey levels, its top face, what it would cover if it lay flat, how far off the axis it is, how large.

    `quad` is the top face's outline (4×2 pixels), `axis` where the camera looks (x, y), `width` the longer side of the
    frame. It is cut from the frame as finely as `cut_for` pixels a side want it, as `side` does if that is not given.
    """
    center, size = middle(quad), edge(quad)
    x, y = center.tolist()
    right, down = x - float(axis[0]), y - float(axis[1])
    away = math.hypot(right, down)
    half = REACH * size / 2
    # (u, v) leads away from the axis, (-v, u) across.
    u, v = (half * right / away, half * down / away) if away > 1e-6 else (half, 0.0)
    corners = np.array([(x - u + v, y - v - u), (x + u + v, y + v - u), (x + u - v, y + v + u), (x - u - v, y - v + u)])
    fine = cut_for or side
    seen = np.zeros((5, side, side), np.float32)
    seen[0] = evened(turned(cut(frame, corners, fine, fine), (x, y), (u, v), side))
    # In a square all is told without perspective, and in its pixels.
    scale, centre = side / (2 * half), (side - 1) / 2
    top = (quad - center) @ np.array([(u, -v), (v, u)]) * (scale / half) + centre
    body = flat_body(top, np.array([centre - scale * away, centre]), scale * width)
    for plane, outline in ((seen[1], top), (seen[2], body)):
        cv2.fillConvexPoly(plane, np.round(outline * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    seen[3] = away / width
    seen[4] = ENLARGED * size / width
    return seen


class CockedJudge:
    """Runs a network that tells leaning dice over dice."""

    def __init__(self, model: Path = MODEL, side: int = SIDE, cut_for: int | None = None) -> None:
        """Loads the network, which sees side×side pixels; raises FileNotFoundError where the file is missing.

        These are cut from the frame as `cocked_patch` does.
        """
        self._network, self._side, self._cut_for = load_network(model), side, cut_for

    def judge(self, greys: Greys, quad: Floats) -> float:
        """Returns the log odds that the die with this top face (4×2 pixels) leans.

        The frame's middle is where its camera looks straight down.
        """
        height, width = greys.size
        axis = np.array([(width - 1) / 2, (height - 1) / 2])
        return self.log_odds(cocked_patch(greys, quad, axis, max(height, width), self._side, self._cut_for))

    def log_odds(self, patch: NDArray[np.float32]) -> float:
        """Returns the log odds that the die of a patch (5×side×side) leans, seen as it is and in a mirror.

        Left and right of the way to the axis are alike: what the network makes more of on one side is its whim. Where
        it is sure enough of a flat die no mirror could change that.
        """
        odds = self._told(patch)
        if odds > CLEARLY_FLAT:
            odds = (odds + self._told(patch[:, ::-1])) / 2
        return min(max(odds, -SUREST), SUREST)

    def _told(self, patch: NDArray[np.float32]) -> float:
        self._network.setInput(np.ascontiguousarray(patch)[None])
        return float(np.asarray(self._network.forward()).item())


def glance_judge() -> CockedJudge:
    """Returns the narrower one of the first look; raises FileNotFoundError where its file is missing."""
    return CockedJudge(GLANCE / "cocked.onnx", GLANCE_SIDE, GLANCE_CUT)
