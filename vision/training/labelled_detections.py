"""Outlines as the detector finds them, labelled with the truth: true positives and hard negatives.

At run time the classifier sees the detector's outlines, so it is trained on them as well. They come from scenes and
from whole pictures.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import NO_DIE, NO_TOP
from vision.faces import find_candidates
from vision.outlines import Floats, apart, edge, grown, middle, overlap
from vision.segmentation import BODY, STRIDE, FaceMap, Segmenter
from vision.training.augmentation import augment
from vision.training.backgrounds import Rng
from vision.training.patches import MIN_EDGE, LabelledOutline, jittered
from vision.training.scene_crops import UNLABELLED, SourcePicture
from vision.training.scene_geometry import FaceFault
from vision.training.scenes import TrainingScene

BACKGROUND_MARGIN = 1.5
"""Factor by which the area that a die may cover is scaled before the rest counts as background."""

PEAKS_PER_SIZE = 3
"""Number of hard negatives taken per input size: the highest detector scores on background."""

SCENE_SIZES = (128, 192, 256, 320)
"""Detector input sizes for scenes, in pixels of the longer side; one is drawn at random."""

MATCH_IOU = 0.45
"""Minimum intersection over union of a detection and the top face that it matches."""


def label_detections(
    faces: Sequence[tuple[Floats, int]],
    candidates: Sequence[Floats],
    on_a_die: Callable[[Floats], bool],
) -> Iterator[LabelledOutline]:
    """Yields the detections with their labels; those that overlap a top face too little to match it are left out.

    `faces` are pairs of outline and label, a value or a FaceFault. `on_a_die` says whether a point (x, y) outside all
    top faces may belong to a die.
    """
    for quad in candidates:
        tops = [(top, label) for top, label in faces if label and not apart(top, quad)]
        if not tops:
            yield LabelledOutline(quad, NO_TOP if on_a_die(middle(quad)) else NO_DIE, None)
            continue
        top, label = max(tops, key=lambda one: overlap(one[0], quad))
        sides = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1)
        if overlap(top, quad) > MATCH_IOU and sides.min() > MIN_EDGE:
            has_corners = label < FaceFault.COCKED or label in (FaceFault.COCKED, FaceFault.MOVING)
            yield LabelledOutline(quad, label, _aligned(top, quad) if has_corners else None)


def label_scene_detections(rng: Rng, scene: TrainingScene, detector: Segmenter) -> Iterator[LabelledOutline]:
    """Yields the labelled detections of a scene at a random input size."""
    rows, columns = scene.labels.shape

    def on_a_die(point: Floats) -> bool:
        x, y = (int(np.clip(c / STRIDE, 0, size - 1)) for c, size in zip(point, (columns, rows), strict=True))
        return int(scene.labels[y, x]) in (BODY, UNLABELLED)

    candidates = find_candidates(detector.segment(scene.image, int(rng.choice(SCENE_SIZES))))
    return label_detections(scene.faces, candidates, on_a_die)


PICTURE_SIZES, IN_BRIGHTEST = (256, 640, 128, 384), (640,)
"""Detector input sizes for whole pictures, in pixels of the longer side, and those at which the input is the brightest
channel instead of the colours."""

CROP_FACTOR = 2.5
"""Factor by which an outline is scaled to get the crop of the picture around it."""


@dataclass(frozen=True, slots=True, eq=False)
class MinedOutlines:
    """The labelled detections and hard negatives of a whole picture (H×W×3)."""

    image: NDArray[np.uint8]
    outlines: tuple[LabelledOutline, ...]

    def sample(self, rng: Rng, limit: int) -> Iterator[tuple[NDArray[np.uint8], LabelledOutline]]:
        """Yields up to `limit` random outlines, jittered, each in its augmented crop of the picture."""
        for k in rng.permutation(len(self.outlines))[:limit].tolist():
            outline = self.outlines[k]
            part, quad = _crop(self.image, outline.quad)
            top = None if outline.top is None else outline.top + (quad - outline.quad)
            yield (
                augment(rng, np.ascontiguousarray(part)),
                LabelledOutline(jittered(rng, quad, 0.04), outline.label, top),
            )


def _detector_peaks(rng: Rng, view: FaceMap, picture: SourcePicture, side: float) -> Iterator[LabelledOutline]:
    """Yields squares of about `side` pixels at the highest detector scores on background, however low these are.

    The detector no longer fires on pictures that it was trained on, but may on similar background elsewhere.
    """
    score = cv2.blur(np.asarray(view.face + view.unreadable, np.float32), (3, 3))
    scale = np.array([view.scale_x, view.scale_y])
    for top in picture.tops:
        cells = np.round(grown(top.around, BACKGROUND_MARGIN) / scale).astype(np.int32)
        cv2.fillConvexPoly(score, cv2.convexHull(cells), (0.0,))
    extent = max(1, round(side / float(scale.mean())))
    for _ in range(PEAKS_PER_SIZE):
        _, highest, _, (x, y) = cv2.minMaxLoc(score)
        if highest <= 0:
            return
        angle = rng.uniform(0, np.pi / 2) + np.pi / 2 * np.arange(4)
        corners = np.column_stack([np.cos(angle), np.sin(angle)]) * side * rng.uniform(0.75, 1.3) / np.sqrt(2)
        yield LabelledOutline(corners + view.to_frame(np.array([(x, y)]))[0], NO_DIE, None)
        cv2.circle(score, (x, y), extent, (0.0,), -1)


def _crop(frame: NDArray[np.uint8], quad: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Returns the crop of a frame around an outline, and the outline in the crop."""
    extent = grown(quad, CROP_FACTOR)
    left, upper = np.clip(extent.min(0), 0, None).astype(int).tolist()
    right, lower = np.ceil(extent.max(0)).clip(0, None).astype(int).tolist()
    part = frame[upper:lower, left:right]
    return (part, quad - (left, upper)) if part.size else (frame, quad)


def mine_picture(rng: Rng, picture: SourcePicture, detector: Segmenter) -> MinedOutlines:
    """Returns the labelled detections of a picture at all input sizes, and the hard negatives."""
    image = picture.image
    faces = [(top.quad, top.label) for top in picture.tops]

    def on_a_die(point: Floats) -> bool:
        xy = (float(point[0]), float(point[1]))
        return any(cv2.pointPolygonTest(top.around.astype(np.float32), xy, False) >= 0 for top in picture.tops)

    views = [detector.segment(image, side, side in IN_BRIGHTEST) for side in PICTURE_SIZES]
    typical_edge = float(np.median([edge(top.quad) for top in picture.tops] or [max(image.shape) / 20]))
    detections = [one for view in views for one in label_detections(faces, find_candidates(view), on_a_die)]
    peaks = (one for view in views for one in _detector_peaks(rng, view, picture, typical_edge))
    return MinedOutlines(image, (*detections, *peaks))


def _aligned(top: Floats, quad: Floats) -> Floats:
    """Returns an outline with its corners in the order that fits another outline best."""
    rolls = [np.roll(order, k, axis=0) for order in (top, top[::-1]) for k in range(4)]
    return min(rolls, key=lambda roll: float(np.linalg.norm(roll - quad)))
