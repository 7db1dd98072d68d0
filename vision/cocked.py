"""Leaning dice, seen by a camera that looks down: the network of the first edition, beside `leaning_network.py`.

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

from vision.camera_model import CameraModel
from vision.networks import COCKED, FOLDER, load_network
from vision.outlines import Floats, edge, middle
from vision.rectify import Greys, cut, evened, turned
from vision.segmentation import Frame

MODEL = FOLDER / COCKED

SIDE = 80
"""Side of what the network sees, in pixels."""

REACH = 2.8
"""The same in edges of the top face."""

FINER = 1.5
"""Frames are halved for the network as long as it has so many times more pixels to choose from than it sees."""

CLEARLY_FLAT = -5.0
"""What the network gives lower log odds of leaning than this is not looked at in a mirror."""

SUREST = 9.2
"""The network's log odds count for no more than this, either way."""

FOCAL, TALL = 0.77, 1.1
"""The lens, in frame widths (66 degrees), and the die, in edges of its top, for which the network is shown what a flat
die covers. It learned so; a calibrated camera is brought to this lens by taking `width` for the frame's."""

ENLARGED = 5.0
"""A die's size in frame widths is told to the network so many times enlarged: it is small beside all else."""


def flat_body(quad: Floats, axis: Floats, width: float, tall: float = TALL) -> Floats:
    """Returns the outline (N×2 pixels) of all that is seen of a die with this top face (4×2) if it lies flat.

    From straight above, its foot is its top face made smaller about the axis (x, y). `width` is the focal length in
    pixels over FOCAL, `tall` the height of the die in edges of its top.
    """
    far = FOCAL * width / edge(quad)
    foot = axis + (quad - axis) * (far / (far + tall))
    hull = cv2.convexHull(np.vstack([quad, foot]).astype(np.float32))
    return np.asarray(hull[:, 0], float)


def cocked_patch(
    frame: Frame | Greys, quad: Floats, axis: Floats, width: float, side: int = SIDE
) -> NDArray[np.float32]:
    """Returns what a network sees of a die (5×side×side).

    These are the grey levels, its top face, what it would cover if it lay flat, how far off the axis it is, how large.

    `quad` is the top face's outline (4×2 pixels), `axis` where the camera looks straight down (x, y), `width`
    that of a frame which the usual lens would take in as many pixels: the focal length over FOCAL.
    """
    center, size = middle(quad), edge(quad)
    x, y = center.tolist()
    right, down = x - float(axis[0]), y - float(axis[1])
    away = math.hypot(right, down)
    half = REACH * size / 2
    # (u, v) leads away from the axis, (-v, u) across.
    u, v = (half * right / away, half * down / away) if away > 1e-6 else (half, 0.0)
    corners = np.array([(x - u + v, y - v - u), (x + u + v, y + v - u), (x + u - v, y + v + u), (x - u - v, y - v + u)])
    seen = np.zeros((5, side, side), np.float32)
    seen[0] = evened(turned(cut(frame, corners, side, side), (x, y), (u, v), side))
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

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError where the file is missing."""
        self._network = load_network(model)

    def judge(self, greys: Greys, quad: Floats, camera: CameraModel) -> float:
        """Returns the log odds that the die with this top face (4×2 pixels) leans.

        The network knows no distortion, so that it is shown what a lens without any would show.
        """
        times = greys.colours.often(max(0, math.floor(math.log2(max(REACH * edge(quad) / (FINER * SIDE), 1)))))
        camera = camera.halved(times)
        step = 2**times
        top = camera.without_distortion((quad + 0.5) / step - 0.5)
        below = camera.without_distortion(camera.to_pixels(np.array([(*camera.center[:2].tolist(), 0.0)])))[0]
        # However the square about the die is turned, it lies in this one.
        reach = math.ceil(REACH * edge(top) / math.sqrt(2)) + 2
        x, y = (int(one) for one in np.round(middle(top)))
        corner, side = (x - reach, y - reach), 2 * reach
        part = camera.pinhole_part(greys.colours.halved(times), corner, (side, side))
        return self.log_odds(cocked_patch(part, top - corner, below - corner, float(camera.matrix[0, 0]) / FOCAL))

    def log_odds(self, patch: NDArray[np.float32]) -> float:
        """Returns the log odds that the die of a patch (5×side×side) leans, seen as it is and in a mirror.

        Left and right of the way to the axis are alike: any difference between a patch and its mirror image is
        noise of the network, so both are averaged. A patch that is certain to be flat is not looked at twice.
        """
        odds = self._told(patch)
        if odds > CLEARLY_FLAT:
            odds = (odds + self._told(patch[:, ::-1])) / 2
        return min(max(odds, -SUREST), SUREST)

    def _told(self, patch: NDArray[np.float32]) -> float:
        self._network.setInput(np.ascontiguousarray(patch)[None])
        return float(np.asarray(self._network.forward()).item())
