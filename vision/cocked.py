"""Detects leaning dice from above: the network of the first edition, used beside `leaning_network.py`.

The top face of a flat die is seen without foreshortening, and as much of its sides as its position implies; a leaning
die shows more or less of them, and its top face is foreshortened or tapered. The network sees a die with its
surroundings, rotated so that the optical axis is on the left, with the mask of a flat die and the distance from the
axis.
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
"""Side of the network's input, in pixels."""

REACH = 2.8
"""Side of the network's input, in edges of the top face."""

FINER = 1.5
"""Frames are halved until their resolution is less than this many times that of the network's input."""

CLEARLY_FLAT = -5.0
"""Below these log odds of leaning, the mirrored patch is not evaluated."""

SUREST = 9.2
"""Bound on the magnitude of the network's log odds."""

FOCAL, TALL = 0.77, 1.1
"""Focal length, in frame widths (66°), and height of a die, in edges of its top, for which the mask of a flat die was
drawn in training. For a calibrated camera, `width` is chosen so that its lens matches."""

ENLARGED = 5.0
"""Factor on a die's size in frame widths, which is small compared with the other inputs."""


def flat_body(quad: Floats, axis: Floats, width: float, tall: float = TALL) -> Floats:
    """Returns the visible outline (N×2 pixels) of a flat die with this top face (4×2).

    From straight above, its base is its top face scaled down about the axis (x, y). `width` is the focal length in
    pixels over FOCAL, `tall` the height of the die in edges of its top.
    """
    far = FOCAL * width / edge(quad)
    foot = axis + (quad - axis) * (far / (far + tall))
    hull = cv2.convexHull(np.vstack([quad, foot]).astype(np.float32))
    return np.asarray(hull[:, 0], float)


def cocked_patch(
    frame: Frame | Greys, quad: Floats, axis: Floats, width: float, side: int = SIDE
) -> NDArray[np.float32]:
    """Returns the network's input for a die (5×side×side).

    The planes are the grey levels, the masks of the top face and of a flat die, the distance from the axis, and the
    size.

    `quad` is the outline of the top face (4×2 pixels), `axis` the point below the camera (x, y), `width` the focal
    length in pixels over FOCAL.
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
    # All planes are drawn in the square's pixels, without perspective.
    scale, centre = side / (2 * half), (side - 1) / 2
    top = (quad - center) @ np.array([(u, -v), (v, u)]) * (scale / half) + centre
    body = flat_body(top, np.array([centre - scale * away, centre]), scale * width)
    for plane, outline in ((seen[1], top), (seen[2], body)):
        cv2.fillConvexPoly(plane, np.round(outline * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    seen[3] = away / width
    seen[4] = ENLARGED * size / width
    return seen


class CockedJudge:
    """Runs the older network for leaning dice."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError if the file is missing."""
        self._network = load_network(model)

    def judge(self, greys: Greys, quad: Floats, camera: CameraModel) -> float:
        """Returns the log odds that the die with this top face (4×2 pixels) leans.

        The network was trained without lens distortion, so the frame is undistorted first.
        """
        times = greys.colours.often(max(0, math.floor(math.log2(max(REACH * edge(quad) / (FINER * SIDE), 1)))))
        camera = camera.halved(times)
        step = 2**times
        top = camera.without_distortion((quad + 0.5) / step - 0.5)
        below = camera.without_distortion(camera.to_pixels(np.array([(*camera.center[:2].tolist(), 0.0)])))[0]
        # This square contains the rotated one around the die.
        reach = math.ceil(REACH * edge(top) / math.sqrt(2)) + 2
        x, y = (int(one) for one in np.round(middle(top)))
        corner, side = (x - reach, y - reach), 2 * reach
        part = camera.pinhole_part(greys.colours.halved(times), corner, (side, side))
        return self.log_odds(cocked_patch(part, top - corner, below - corner, float(camera.matrix[0, 0]) / FOCAL))

    def log_odds(self, patch: NDArray[np.float32]) -> float:
        """Returns the log odds that the die of a patch (5×side×side) leans, averaged with its mirror image.

        The patch is symmetric about the line to the axis, so that any difference is noise of the network. If a patch is
        certain to be flat, the mirror image is not evaluated.
        """
        odds = self._logit(patch)
        if odds > CLEARLY_FLAT:
            odds = (odds + self._logit(patch[:, ::-1])) / 2
        return min(max(odds, -SUREST), SUREST)

    def _logit(self, patch: NDArray[np.float32]) -> float:
        self._network.setInput(np.ascontiguousarray(patch)[None])
        return float(np.asarray(self._network.forward()).item())
