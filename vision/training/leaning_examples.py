"""Examples for the network that tells leaning dice: dice as it sees them, and whether they lean.

Few dice lean in labelled pictures, but a flat die seen under a camera that is taken to stand elsewhere leans exactly as
much as the world was turned about it: so every flat die, of renders, photographs and scenes, gives as many leaning ones
as are wanted, with its own light and ground. Dice that really lean are learned from beside them.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import DOWN, CameraModel
from vision.classifier import Classifier
from vision.faces import find_candidates
from vision.flat_dice import FlatPose, Size, body, common_size, lie_flat
from vision.leaning_network import SIDE, die_map, die_patch, marks
from vision.outlines import Floats, edge, middle, overlap
from vision.rectify import Greys, ImagePyramid
from vision.segmentation import FaceMap, Segmenter
from vision.training.fallen import SAME
from vision.training.floors import Rng
from vision.training.patches import corners_of, over_the_die, shaken
from vision.training.scenes import DrawnScene
from vision.training.solids import FaceFault, rotation

MAX_AWAY = 1.3
"""So far from the axis a die may lie, in focal lengths: in a corner of a wide lens."""

TURNED = 0.45
"""How often the world is turned about a flat die, so that it leans."""

LEAN, LEAN_MORE = np.radians(11.0), np.radians(45.0)
"""It leans by the first and up to the second more, small angles being the most frequent."""

LEVEL = 0.012
"""How far the floor of a flat die is out of the level, in radians: calibrations are not exact, nor are dice."""

OFF, FOUND_OFF = 0.05, 0.02
"""How far outlines are off, in edges: true ones, and those that detector and classifier found."""

FOUND = 0.6
"""How often outlines are those that detector and classifier find."""

SIZE_OFF, ALONE = 0.03, 0.3
"""How far the size is off that dice are taken to have, as a part of it, and how often it is told from the one die."""

SHADOWS, DARKENED = 0.25, 0.12
"""How often a hard shadow is added to what a flat die throws, and how often the die is made dark."""


class LeaningExample(NamedTuple):
    """One example: the die's surroundings (side×side×3), the other planes, and whether it leans.

    Of those planes `outlines` are the first two and the last two (4×side×side, 0 to 255), `numbers` what the others
    hold.
    """

    colours: NDArray[np.uint8]
    outlines: NDArray[np.uint8]
    numbers: NDArray[np.float32]
    leans: bool


Outline = tuple[Floats, bool]
"""An outline on a die, and whether that leans."""


class Eye:
    """What outlines dice: the detector and the classifier."""

    def __init__(self, detector: Path, classifier: Path) -> None:
        """Loads the networks; raises FileNotFoundError where they are missing."""
        self._detector, self._classifier = Segmenter(detector), Classifier(classifier)

    def look(self, image: NDArray[np.uint8], side: int, in_brightest: bool = False) -> tuple[FaceMap, list[Floats]]:
        """Returns what the detector sees of a picture at this size, and what they outline there."""
        greys = Greys(image)
        view = self._detector.segment(greys, side, in_brightest)
        return view, [self._classifier.look(greys, one.quad).quad for one in find_candidates(view)]


def camera_of(scene: DrawnScene) -> CameraModel:
    """Returns the camera of a scene, millimetres being short edges; raises ValueError where nobody knows its axis."""
    if scene.axis is None:
        raise ValueError("the scenes were not drawn as the box's camera sees them: make the set `straight`")
    x, y, focal, height, tilt = scene.axis.tolist()
    if np.isnan(height):
        # Of a photograph nobody knows the height: its dice say it.
        edges = [edge(quad) for quad, value in scene.faces if 1 <= value <= 6]
        height = focal / float(np.median(edges or [focal / 8])) + 1
    turn = DOWN @ rotation(np.array([1.0, 0, 0]), tilt)
    rvec = np.asarray(cv2.Rodrigues(turn)[0], float)[:, 0]
    matrix = np.array([(focal, 0, x), (0, focal, y), (0, 0, 1)])
    rows, columns = scene.image.shape[:2]
    return CameraModel((columns, rows), matrix, np.zeros(5), rvec, -turn @ np.array([0, 0, height]))


def known(rng: Rng, scene: DrawnScene) -> Iterator[Outline]:
    """Yields the true top faces of dice that lie flat or lean, a little off, and at times with parts of the sides."""
    for quad, value in scene.faces:
        leans = value == FaceFault.COCKED
        if (leans or 1 <= value <= 6) and _inside(quad, scene.image):
            seen = over_the_die(rng, quad, scene) if rng.random() < (0.35 if leans else 0.15) else quad
            yield shaken(rng, seen, OFF), leans


def found(rng: Rng, scene: DrawnScene, outlines: Sequence[Floats]) -> Iterator[Outline]:
    """Yields those outlines that lie on the top face of a flat die or, wherever, on one that leans.

    Any other outline on a flat die is mostly of a side, and none that the reader tells.
    """
    flat = [quad for quad, value in scene.faces if 1 <= value <= 6]
    leaning = [_hull(corners_of(quad, scene)) for quad, value in scene.faces if value == FaceFault.COCKED]
    others = [_hull(corners_of(quad, scene)) for quad, value in scene.faces if value and value != FaceFault.COCKED]
    for quad in outlines:
        if not _inside(quad, scene.image):
            continue
        if any(overlap(top, quad) > SAME for top in flat):
            yield shaken(rng, quad, FOUND_OFF), False
        elif any(_holds(hull, quad) for hull in leaning) and not any(_holds(hull, quad) for hull in others):
            yield shaken(rng, quad, FOUND_OFF), True


def _inside(quad: Floats, image: NDArray[np.uint8]) -> bool:
    return bool((quad >= 0).all() and (quad <= image.shape[1::-1]).all())


def _hull(corners: Floats) -> NDArray[np.float32]:
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)


def _holds(hull: NDArray[np.float32], quad: Floats) -> bool:
    x, y = middle(quad).tolist()
    return cv2.pointPolygonTest(hull, (x, y), False) >= 0


def examples(
    rng: Rng, camera: CameraModel, image: NDArray[np.uint8], view: FaceMap, outlines: Sequence[Outline]
) -> Iterator[LeaningExample]:
    """Yields the dice of a picture with these outlines as the network sees them; `view` is what the detector sees."""
    colours = ImagePyramid(image)
    flat = [quad for quad, leans in outlines if not leans]
    usual = common_size(camera, flat or [quad for quad, _ in outlines])
    for quad, leans in outlines:
        turned = not leans and rng.random() < TURNED
        pretended = camera if leans else _turned(rng, camera, quad, turned)
        if pretended is None or pretended.center[2] <= 0:
            continue
        size = common_size(pretended, [quad]) if usual is None or rng.random() < ALONE else _about(rng, usual)
        pose = size and lie_flat(pretended, quad, size)
        if not pose:
            continue
        seen, way = die_patch(pretended, colours, quad)
        planes = marks(pretended, quad, pose, way)
        if planes[2, 0, 0] > MAX_AWAY:
            continue
        told = die_map(pretended, view, way)
        true = lie_flat(camera, quad, usual) if usual and not leans else None
        if true is not None:
            seen, told = _changed(rng, seen, told, (camera, pretended), true, way)
        outlined = np.round(255 * np.concatenate([planes[:2], told])).astype(np.uint8)
        yield LeaningExample(seen, outlined, planes[2:, 0, 0].astype(np.float32), leans or turned)


def _about(rng: Rng, size: Size) -> Size:
    scale = float(np.exp(rng.normal(0, SIZE_OFF)))
    return size[0] * scale, size[1] * scale


def _turned(rng: Rng, camera: CameraModel, quad: Floats, leans: bool) -> CameraModel | None:
    """Returns the camera in a world turned about a die, far where that `leans`, None where it sees no floor there."""
    size = common_size(camera, [quad])
    pose = size and lie_flat(camera, quad, size)
    if not pose:
        return None
    angle = LEAN + LEAN_MORE * rng.random() ** 1.7 if leans else abs(rng.normal(0, LEVEL))
    way = float(rng.uniform(0, 2 * np.pi))
    about = np.append(middle(pose.top), pose.height)
    turn = rotation(np.array([np.cos(way), np.sin(way), 0.0]), float(angle))
    try:
        return camera.tilted(about, turn)
    except ValueError:
        # It stands below the floor then.
        return None


def _changed(
    rng: Rng,
    seen: NDArray[np.uint8],
    told: NDArray[np.float32],
    cameras: tuple[CameraModel, CameraModel],
    pose: FlatPose,
    way: Floats,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Returns a flat die's surroundings and what the detector makes of them, at times changed.

    The die is made dark, or throws a hard shadow on the ground, of which the detector may make anything. Of the
    `cameras` the second is the one that is taken to see the die.
    """
    darkened, shadow = rng.random() < DARKENED, rng.random() < SHADOWS
    if not (darkened or shadow):
        return seen, told
    camera, pretended = cameras
    die = _covered(pretended, body(camera, pose, 0.08), way)
    levels = seen.astype(np.float32)
    if darkened:
        soft = cv2.GaussianBlur(die, (0, 0), 0.7)[..., None]
        levels += soft * ((255 - levels) * float(rng.uniform(0.25, 1.0)) - levels)
    if shadow:
        direction = float(rng.uniform(0, 2 * np.pi))
        cast = pose.height * float(rng.uniform(0.2, 1.6)) * np.array([np.cos(direction), np.sin(direction)])
        ground = np.vstack([pose.top, pose.top + cast])
        outline = camera.to_pixels(np.column_stack([ground, np.zeros(len(ground))]))
        dark = _covered(pretended, outline, way) * (1 - die)
        dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), float(rng.uniform(0.3, 2.0))), np.float32)
        levels *= 1 - dark[..., None] * float(rng.uniform(0.4, 0.97))
        told = told * (1 - dark * float(rng.uniform(0, 1)))
    return np.asarray(np.clip(levels, 0, 255), np.uint8), told


def _covered(camera: CameraModel, outline: Floats, way: Floats) -> NDArray[np.float32]:
    """Returns what the hull of an outline (N×2 pixels of the frame) covers of a die's surroundings (side×side)."""
    above = camera.from_above(outline) @ way[:2, :2].T + way[:2, 2]
    covered = np.zeros((SIDE, SIDE), np.float32)
    hull = cv2.convexHull(np.round(above * 16).astype(np.int32))
    cv2.fillConvexPoly(covered, hull, (1.0,), cv2.LINE_AA, 4)
    return covered
