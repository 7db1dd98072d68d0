"""Detects leaning dice with a calibrated camera and a small network.

The network sees a die with its surroundings, in colour, as an overhead camera at the same place would see it, rotated
so that the point below the camera is on the left. Further inputs are the masks of the top face and of a flat die at
this place, the distance from that point, the size of the die, and the mask of the other dice if they lie flat. A
leaning die shows more or less of its sides than a flat one.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

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
"""Side of the network's input, in pixels."""

PLANES = 10
"""Input planes: three colours; the masks of the top face and of a flat die; the distance from the optical axis and the
size; the detector's probabilities of ground and of top faces; the mask of the other dice."""

MARKS = 4
"""Number of planes that `marks` returns."""

REACH = 2.8
"""Side of the network's input, in edges of the top face."""

CLEARLY_FLAT = -4.0
"""Below these log odds of leaning, neither the mirrored patch nor nudged outlines are evaluated."""

NUDGE, NUDGE_SCALE = 0.03, 0.02
"""How far, in edges, the outline is moved in each direction, and by how much it is scaled, for further judgements. A
corner's median error is 0.035."""

SUREST = 9.2
"""Bound on the magnitude of the network's log odds."""

ENLARGED = 5.0
"""Factor on a die's size in focal lengths, which is small compared with the other inputs."""


def die_patch(camera: CameraModel, colours: ImagePyramid, quad: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Returns the patch around a die (side×side×3), and the transform to it.

    The transform is the affine map (3×3) from the view of an overhead camera; `quad` is the outline of the top face
    (4×2 pixels of the frame).
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
    """Returns the detector's probabilities in a die's patch (2×side×side): ground, and top faces."""
    size = (SIDE, SIDE)
    return np.stack([camera.seen_from_above(one, way, size) for one in (view.ground, view.face + view.unreadable)])


def marks(camera: CameraModel, quad: Floats, pose: FlatPose, way: Floats) -> NDArray[np.float32]:
    """Returns the geometric planes (4×side×side): masks of top face and flat die, distance from the axis, size."""
    top = camera.from_above(quad)
    corners = [np.column_stack([pose.top, np.full(4, height)]) for height in (pose.height, 0.0)]
    body = camera.above_pixels(np.vstack(corners))
    seen = np.zeros((MARKS, SIDE, SIDE), np.float32)
    for plane, points in ((seen[0], top), (seen[1], body)):
        _fill(plane, points, way)
    focal = float(camera.matrix[0, 0])
    seen[2] = np.linalg.norm(middle(top) - camera.matrix[:2, 2]) / focal
    seen[3] = ENLARGED * edge(top) / focal
    return seen


def mask(camera: CameraModel, outlines: Sequence[Floats], way: Floats) -> NDArray[np.float32]:
    """Returns the mask (side×side) of what the hulls of outlines (N×2 pixels of the frame) cover of a die's patch."""
    covered = np.zeros((SIDE, SIDE), np.float32)
    for outline in outlines:
        _fill(covered, camera.from_above(outline), way)
    return covered


def _fill(plane: NDArray[np.float32], points: Floats, way: Floats) -> None:
    """Fills the hull of points (N×2 pixels of the overhead view) in a plane of the patch."""
    drawn = points @ way[:2, :2].T + way[:2, 2]
    hull = cv2.convexHull(np.round(drawn * 16).astype(np.int32))
    cv2.fillConvexPoly(plane, hull, (1.0,), cv2.LINE_AA, 4)


def joined(colours: NDArray[np.uint8], *others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the network's input (planes×side×side): the normalised image (side×side×3) and the other planes."""
    levels = evened(colours.astype(np.float32))
    return np.concatenate([levels.transpose(2, 0, 1), *others])


def nudged(quad: Floats) -> list[Floats]:
    """Returns four slightly moved and scaled outlines."""
    center, size = middle(quad), edge(quad)
    return [
        center + (quad - center) * (1 + sign * NUDGE_SCALE) + NUDGE * size * np.array(direction)
        for sign, direction in ((1, (1, 0)), (-1, (-1, 0)), (-1, (0, 1)), (1, (0, -1)))
    ]


class LeaningNetwork:
    """Runs the network for leaning dice."""

    def __init__(self, model: Path = MODEL) -> None:
        """Loads the network; raises FileNotFoundError if the file is missing."""
        self._network = load_network(model)

    def judge(
        self,
        camera: CameraModel,
        colours: ImagePyramid,
        view: FaceMap,
        quad: Floats,
        pose: FlatPose,
        others: Sequence[Floats] = (),
    ) -> float:
        """Returns the log odds that the die with this top face (4×2 pixels) leans.

        `pose` is the best flat die at this place, `view` the detector's map of the frame, `others` the outlines (N×2
        pixels) of the other dice if they lie flat. Unless the die is clearly flat, the log odds are averaged over
        slightly different outlines, as that of the die is not exact.
        """

        def judged(outline: Floats) -> float:
            seen, way = die_patch(camera, colours, outline)
            around = mask(camera, others, way)[None]
            return self.log_odds(joined(seen, marks(camera, outline, pose, way), die_map(camera, view, way), around))

        odds = judged(quad)
        return odds if odds < CLEARLY_FLAT else fmean([odds, *map(judged, nudged(quad))])

    def log_odds(self, patch: NDArray[np.float32]) -> float:
        """Returns the log odds that the die of a patch (planes×side×side) leans, averaged with its mirror image.

        The patch is symmetric about the line to the axis, so that any difference is noise of the network.
        """
        odds = self._logit(patch)
        if odds > CLEARLY_FLAT:
            odds = (odds + self._logit(patch[:, ::-1])) / 2
        return min(max(odds, -SUREST), SUREST)

    def _logit(self, patch: NDArray[np.float32]) -> float:
        self._network.setInput(np.ascontiguousarray(patch)[None])
        return float(np.asarray(self._network.forward()).item())
