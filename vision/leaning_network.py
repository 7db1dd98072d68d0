"""Leaning dice, seen by a calibrated camera: a small network of its own tells them from flat ones.

The network sees a die with its surroundings in colours, as a camera at the same place would see it that looks straight
down, turned so that the point below the camera lies on the left. It is shown the outline of the top face and all that
the die would cover if it lay flat, and told how far away that point is, and how large the die. What leans shows more
or less of its sides than that.
"""

import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import CameraModel
from vision.flat_dice import FlatPose
from vision.networks import FOLDER, LEANING, load_network
from vision.outlines import Floats, edge, middle
from vision.rectify import ImagePyramid, evened
from vision.segmentation import FaceMap

MODEL = FOLDER / LEANING

SIDE = 80
"""Side of what the network sees, in pixels."""

PLANES = 9
"""What it sees: three colours; the top face, what the die would cover, how far off the axis it is, how large; what the
detector takes for ground, and for top faces."""

MARKS = 4
"""So many of these planes are drawn."""

REACH = 2.8
"""The same in edges of the top face."""

CLEARLY_FLAT = -4.0
"""What the network gives lower log odds of leaning than this is not looked at in a mirror."""

SUREST = 9.2
"""The network's log odds count for no more than this, either way."""

ENLARGED = 5.0
"""A die's size in focal lengths is told to the network so many times enlarged: it is small beside all else."""


def die_patch(camera: CameraModel, colours: ImagePyramid, quad: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Returns the surroundings of a die as the network sees them (side×side×3), and the way there.

    That is the affine map (3×3) from what a camera that looks straight down would see; `quad` is the outline of the top
    face (4×2 pixels of the frame).
    """
    top = camera.from_above(quad)
    center, size = middle(top), edge(top)
    x, y = (center - camera.matrix[:2, 2]).tolist()
    away = math.hypot(x, y)
    right, down = (x / away, y / away) if away > 1e-6 else (1.0, 0.0)
    scale = SIDE / (REACH * size)
    turn = scale * np.array([(right, down), (-down, right)])
    way = np.eye(3)
    way[:2, :2], way[:2, 2] = turn, (SIDE - 1) / 2 - turn @ center
    times = colours.often(max(0, math.floor(math.log2(max(1 / scale, 1)))))
    return camera.seen_from_above(colours.halved(times), way, (SIDE, SIDE)), way


def die_map(camera: CameraModel, view: FaceMap, way: Floats) -> NDArray[np.float32]:
    """Returns what the detector makes of a die's surroundings (2×side×side): ground, and top faces."""
    size = (SIDE, SIDE)
    return np.stack([camera.seen_from_above(one, way, size) for one in (view.ground, view.face + view.unreadable)])


def marks(camera: CameraModel, quad: Floats, pose: FlatPose, way: Floats) -> NDArray[np.float32]:
    """Returns the other planes (4×side×side): top face, what the die would cover, how far off the axis, how large."""
    top = camera.from_above(quad)
    corners = [np.column_stack([pose.top, np.full(4, height)]) for height in (pose.height, 0.0)]
    body = cv2.convexHull(camera.above_pixels(np.vstack(corners)).astype(np.float32))[:, 0]
    seen = np.zeros((MARKS, SIDE, SIDE), np.float32)
    for plane, outline in ((seen[0], top), (seen[1], body)):
        drawn = outline @ way[:2, :2].T + way[:2, 2]
        cv2.fillConvexPoly(plane, np.round(drawn * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    focal = float(camera.matrix[0, 0])
    seen[2] = np.linalg.norm(middle(top) - camera.matrix[:2, 2]) / focal
    seen[3] = ENLARGED * edge(top) / focal
    return seen


def joined(colours: NDArray[np.uint8], *others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns what the network sees (planes×side×side) of the surroundings (side×side×3) and the other planes."""
    levels = evened(colours.astype(np.float32))
    return np.concatenate([levels.transpose(2, 0, 1), *others])


class LeaningNetwork:
    """Runs a network that tells leaning dice over dice."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError where the file is missing."""
        self._network = load_network(model)

    def judge(self, camera: CameraModel, colours: ImagePyramid, view: FaceMap, quad: Floats, pose: FlatPose) -> float:
        """Returns the log odds that the die with this top face (4×2 pixels) leans.

        `pose` is the flat die that it may be, `view` what the detector saw of the frame.
        """
        seen, way = die_patch(camera, colours, quad)
        return self.log_odds(joined(seen, marks(camera, quad, pose, way), die_map(camera, view, way)))

    def log_odds(self, patch: NDArray[np.float32]) -> float:
        """Returns the log odds that the die of a patch (planes×side×side) leans, seen as it is and in a mirror.

        Left and right of the way to the axis are alike: any difference is noise of the network, so both are averaged.
        """
        odds = self._told(patch)
        if odds > CLEARLY_FLAT:
            odds = (odds + self._told(patch[:, ::-1])) / 2
        return min(max(odds, -SUREST), SUREST)

    def _told(self, patch: NDArray[np.float32]) -> float:
        self._network.setInput(np.ascontiguousarray(patch)[None])
        return float(np.asarray(self._network.forward()).item())
