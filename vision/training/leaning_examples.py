"""Training examples of the network for leaning dice: patches of dice, and whether they lean.

Few dice lean in the labelled pictures. But a flat die, seen by a camera whose pose is rotated about the die, looks
exactly like a die that leans by this angle. So every flat die of renders, photographs and scenes yields any number of
leaning ones, with its own light and background. Dice that really lean are added.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import DOWN, CameraModel
from vision.classifier import Classifier
from vision.corners import CornerNetwork
from vision.faces import find_candidates
from vision.flat_dice import FlatPose, Size, body, common_size, lie_flat
from vision.leaning_network import die_map, die_patch, marks, mask
from vision.outlines import Floats, edge, middle, overlap
from vision.rectify import Greys, ImagePyramid
from vision.segmentation import FaceMap, Segmenter
from vision.training.backgrounds import Rng
from vision.training.labelled_detections import MATCH_IOU
from vision.training.patches import including_sides, jittered, visible_corners
from vision.training.scene_geometry import FaceFault, rotation
from vision.training.scenes import TrainingScene

MAX_AXIS_DISTANCE = 1.3
"""Largest distance of a die from the optical axis, in focal lengths: the corner of a wide lens."""

TILT_PROBABILITY = 0.45
"""Probability that the camera is tilted about a flat die, so that the die leans."""

MIN_TILT, TILT_RANGE = np.radians(11.0), np.radians(45.0)
"""Smallest tilt, and how much is added at most, in radians; small angles are the most frequent."""

LEVEL_ERROR = 0.012
"""Deviation of the floor's tilt for flat dice, in radians: neither calibrations nor dice are exact."""

TRUE_JITTER, DETECTED_JITTER = 0.03, 0.01
"""Jitter of true and of detected outlines, in edges."""

DETECTED_PROBABILITY = 0.6
"""Probability that the outlines are those of detector and classifier instead of the true ones."""

SIZE_ERROR, SINGLE_DIE_SIZE_PROBABILITY = 0.03, 0.3
"""Relative error of the assumed size of the dice, and the probability that it is estimated from the die alone."""

SAME_DIE = 0.5
"""Two outlines whose centres are closer than this, in edges, are of the same die."""

SHADOW_PROBABILITY, DARKENING_PROBABILITY = 0.25, 0.12
"""Probabilities that a flat die gets an additional hard shadow, and that it is darkened."""


class LeaningExample(NamedTuple):
    """One example: the patch around a die (side×side×3), the other input planes, and whether the die leans.

    `outlines` holds the first two and the last three of these planes (5×side×side, 0 to 255), `numbers` the values of
    the two constant planes between them.
    """

    image: NDArray[np.uint8]
    outlines: NDArray[np.uint8]
    numbers: NDArray[np.float32]
    leans: bool


LeaningOutline = tuple[Floats, bool]
"""An outline (4×2 pixels) on a die, and whether the die leans."""


class DieOutliner:
    """Outlines dice with the detector, the classifier and the corner network, as the reader does."""

    def __init__(self, detector: Path, classifier: Path, corners: Path) -> None:
        """Loads the networks; raises FileNotFoundError if one is missing."""
        self._detector, self._classifier = Segmenter(detector), Classifier(classifier)
        self._corners = CornerNetwork(corners)

    def outline(self, image: NDArray[np.uint8], side: int, in_brightest: bool = False) -> tuple[FaceMap, list[Floats]]:
        """Returns the detector's map of an image at this input size, and the exact outlines."""
        greys = Greys(image)
        view = self._detector.segment(greys, side, in_brightest)
        quads = [self._classifier.look(greys, quad).quad for quad in find_candidates(view)]
        return view, [self._corners.locate(greys.colours, quad) for quad in quads]


def scene_camera(scene: TrainingScene) -> CameraModel:
    """Returns the camera of a scene, one short edge being one millimetre; raises ValueError if its axis is unknown."""
    if scene.axis is None:
        raise ValueError("the optical axis of the scene is unknown: set overhead = true for its scene set")
    x, y, focal, height, tilt = scene.axis.tolist()
    if np.isnan(height):
        # The camera height of photographs is unknown and estimated from the size of the dice.
        edges = [edge(quad) for quad, value in scene.faces if 1 <= value <= 6]
        height = focal / float(np.median(edges or [focal / 8])) + 1
    turn = DOWN @ rotation(np.array([1.0, 0, 0]), tilt)
    rvec = np.asarray(cv2.Rodrigues(turn)[0], float)[:, 0]
    matrix = np.array([(focal, 0, x), (0, focal, y), (0, 0, 1)])
    rows, columns = scene.image.shape[:2]
    return CameraModel((columns, rows), matrix, np.zeros(5), rvec, -turn @ np.array([0, 0, height]))


def true_outlines(rng: Rng, scene: TrainingScene) -> Iterator[LeaningOutline]:
    """Yields the true top faces of flat and leaning dice, jittered; some are stretched towards the sides."""
    for quad, value in scene.faces:
        leans = value == FaceFault.COCKED
        if (leans or 1 <= value <= 6) and _inside(quad, scene.image):
            start = including_sides(rng, quad, scene) if rng.random() < (0.35 if leans else 0.15) else quad
            yield jittered(rng, start, TRUE_JITTER), leans


def detected_outlines(rng: Rng, scene: TrainingScene, outlines: Sequence[Floats]) -> Iterator[LeaningOutline]:
    """Yields the outlines that match the top face of a flat die, and those anywhere on a leaning die.

    Other outlines on a flat die are mostly of its sides, which the reader does not read.
    """
    flat = [quad for quad, value in scene.faces if 1 <= value <= 6]
    leaning = [_hull(visible_corners(quad, scene)) for quad, value in scene.faces if value == FaceFault.COCKED]
    others = [_hull(visible_corners(quad, scene)) for quad, value in scene.faces if value and value != FaceFault.COCKED]
    for quad in outlines:
        if not _inside(quad, scene.image):
            continue
        if any(overlap(top, quad) > MATCH_IOU for top in flat):
            yield jittered(rng, quad, DETECTED_JITTER), False
        elif any(_holds(hull, quad) for hull in leaning) and not any(_holds(hull, quad) for hull in others):
            yield jittered(rng, quad, DETECTED_JITTER), True


def _inside(quad: Floats, image: NDArray[np.uint8]) -> bool:
    return bool((quad >= 0).all() and (quad <= image.shape[1::-1]).all())


def _hull(corners: Floats) -> NDArray[np.float32]:
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)


def _holds(hull: NDArray[np.float32], quad: Floats) -> bool:
    x, y = middle(quad).tolist()
    return cv2.pointPolygonTest(hull, (x, y), False) >= 0


def leaning_examples(
    rng: Rng, camera: CameraModel, image: NDArray[np.uint8], view: FaceMap, outlines: Sequence[LeaningOutline]
) -> Iterator[LeaningExample]:
    """Yields an example for each of the outlined dice in an image; `view` is the detector's map of it.

    The other dice are assumed to lie flat for the true camera, also if it is tilted about one of them: what lies beside
    a leaning die does lie flat.
    """
    pyramid = ImagePyramid(image)
    flat = [quad for quad, leans in outlines if not leans]
    typical_size = common_size(camera, flat or [quad for quad, _ in outlines])
    flat_poses = [(quad, typical_size and lie_flat(camera, quad, typical_size)) for quad, _ in outlines]
    bodies = [(quad, body(camera, pose)) for quad, pose in flat_poses if pose]
    for quad, leans in outlines:
        tilted = not leans and rng.random() < TILT_PROBABILITY
        tilted_camera = camera if leans else _tilted_camera(rng, camera, quad, tilted)
        if tilted_camera is None or tilted_camera.center[2] <= 0:
            continue
        size = (
            common_size(tilted_camera, [quad])
            if typical_size is None or rng.random() < SINGLE_DIE_SIZE_PROBABILITY
            else _jittered_size(rng, typical_size)
        )
        pose = size and lie_flat(tilted_camera, quad, size)
        if not pose:
            continue
        patch, to_patch = die_patch(tilted_camera, pyramid, quad)
        geometry = marks(tilted_camera, quad, pose, to_patch)
        if geometry[2, 0, 0] > MAX_AXIS_DISTANCE:
            continue
        detector_map = die_map(tilted_camera, view, to_patch)
        true = lie_flat(camera, quad, typical_size) if typical_size and not leans else None
        if true is not None:
            patch, detector_map = _augmented(rng, patch, detector_map, (camera, tilted_camera), true, to_patch)
        others = mask(tilted_camera, [outline for other, outline in bodies if not _same_die(quad, other)], to_patch)
        outline_planes = np.round(255 * np.concatenate([geometry[:2], detector_map, others[None]])).astype(np.uint8)
        yield LeaningExample(patch, outline_planes, geometry[2:, 0, 0].astype(np.float32), leans or tilted)


def _same_die(quad: Floats, other: Floats) -> bool:
    return bool(np.linalg.norm(middle(quad) - middle(other)) < SAME_DIE * max(edge(quad), edge(other)))


def _jittered_size(rng: Rng, size: Size) -> Size:
    scale = float(np.exp(rng.normal(0, SIZE_ERROR)))
    return size[0] * scale, size[1] * scale


def _tilted_camera(rng: Rng, camera: CameraModel, quad: Floats, leans: bool) -> CameraModel | None:
    """Returns the camera rotated about a die; None if it would not see the floor.

    If the die `leans`, the angle is `MIN_TILT` or more, else a small calibration error.
    """
    size = common_size(camera, [quad])
    pose = size and lie_flat(camera, quad, size)
    if not pose:
        return None
    angle = MIN_TILT + TILT_RANGE * rng.random() ** 1.7 if leans else abs(rng.normal(0, LEVEL_ERROR))
    direction = float(rng.uniform(0, 2 * np.pi))
    pivot = np.append(middle(pose.top), pose.height)
    turn = rotation(np.array([np.cos(direction), np.sin(direction), 0.0]), float(angle))
    try:
        return camera.tilted(pivot, turn)
    except ValueError:
        # The camera would be below the floor.
        return None


def _augmented(
    rng: Rng,
    patch: NDArray[np.uint8],
    detector_map: NDArray[np.float32],
    cameras: tuple[CameraModel, CameraModel],
    pose: FlatPose,
    to_patch: Floats,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Returns the patch and the detector's map of a flat die, randomly augmented.

    The die is darkened, or casts a hard shadow, which may also suppress the detector's map. `cameras` are the true and
    the assumed one.
    """
    darkened, shadow = rng.random() < DARKENING_PROBABILITY, rng.random() < SHADOW_PROBABILITY
    if not (darkened or shadow):
        return patch, detector_map
    camera, tilted_camera = cameras
    die = mask(tilted_camera, [body(camera, pose, 0.08)], to_patch)
    levels = patch.astype(np.float32)
    if darkened:
        soft = cv2.GaussianBlur(die, (0, 0), 0.7)[..., None]
        levels += soft * ((255 - levels) * float(rng.uniform(0.25, 1.0)) - levels)
    if shadow:
        direction = float(rng.uniform(0, 2 * np.pi))
        cast = pose.height * float(rng.uniform(0.2, 1.6)) * np.array([np.cos(direction), np.sin(direction)])
        ground = np.vstack([pose.top, pose.top + cast])
        outline = camera.to_pixels(np.column_stack([ground, np.zeros(len(ground))]))
        dark = mask(tilted_camera, [outline], to_patch) * (1 - die)
        dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), float(rng.uniform(0.3, 2.0))), np.float32)
        levels *= 1 - dark[..., None] * float(rng.uniform(0.4, 0.97))
        detector_map = detector_map * (1 - dark * float(rng.uniform(0, 1)))
    return np.asarray(np.clip(levels, 0, 255), np.uint8), detector_map
