"""What the finder takes for top faces, in scenes and in whole pictures: those that are, and whatever else it falls for.

These are what the networks that value faces are shown when they read; they learn from them with the finder's outlines.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import NO_DIE, NO_TOP
from vision.faces import Candidate, find_candidates
from vision.outlines import Floats, apart, edge, grown, middle, overlap
from vision.segmentation import BODY, STRIDE, FaceMap, Segmenter
from vision.training.floors import Rng
from vision.training.patches import SMALLEST, LabelledOutline, shaken
from vision.training.pictures import UNKNOWN, Picture
from vision.training.scenes import DrawnScene
from vision.training.solids import FaceFault
from vision.training.varied import varied

CLEAR_OF = 1.5
"""What a die may cover, grown by this, is no place where none lies."""

OF_LOOK = 3
"""So many places that the finder likes best where no die lies are kept of each look at a picture."""

LOOKS = (128, 192, 256, 320)
"""Sizes at which the finder looks at a scene, one of them at random."""

SAME = 0.45
"""An outline of the finder's that overlaps a top face so much is of that face; what is apart from all, of none."""


def fallen_for(
    faces: Sequence[tuple[Floats, int]],
    seen: Sequence[Candidate],
    of_a_die: Callable[[Floats], bool],
) -> Iterator[LabelledOutline]:
    """Yields what the finder takes for top faces: those of `faces` (outline, value or Fault), and what else there is.

    `of_a_die` tells whether a point (x, y) that lies on no top face may be of a die.
    """
    for candidate in seen:
        quad = candidate.quad
        tops = [(top, kind) for top, kind in faces if kind and not apart(top, quad)]
        if not tops:
            yield LabelledOutline(quad, NO_TOP if of_a_die(middle(quad)) else NO_DIE, None)
            continue
        top, kind = max(tops, key=lambda one: overlap(one[0], quad))
        sides = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1)
        if overlap(top, quad) > SAME and sides.min() > SMALLEST:
            known = kind < FaceFault.COCKED or kind in (FaceFault.COCKED, FaceFault.MOVING)
            yield LabelledOutline(quad, kind, _alike(top, quad) if known else None)


def fallen_for_in_scene(rng: Rng, scene: DrawnScene, finder: Segmenter) -> Iterator[LabelledOutline]:
    """Yields what the finder takes for top faces in a scene, at a random size."""
    rows, columns = scene.labels.shape

    def of_a_die(point: Floats) -> bool:
        x, y = (int(np.clip(c / STRIDE, 0, most - 1)) for c, most in zip(point, (columns, rows), strict=True))
        return int(scene.labels[y, x]) in (BODY, UNKNOWN)

    seen = find_candidates(finder.segment(scene.image, int(rng.choice(LOOKS))))
    return fallen_for(scene.faces, seen, of_a_die)


SIDES, IN_BRIGHTEST = (256, 640, 128, 384), (640,)
"""Sizes of the whole pictures, in pixels of the longer side, as the finder sees them here; at some of them it sees how
bright each pixel is in its brightest colour."""

FAR = 2.5
"""What lies farther away from a face than this many times its outline is left aside."""


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """What the finder takes for top faces in one whole picture (H×W×3), looked at as the eye does."""

    image: NDArray[np.uint8]
    marks: tuple[LabelledOutline, ...]

    def deal(self, rng: Rng, most: int) -> Iterator[tuple[NDArray[np.uint8], LabelledOutline]]:
        """Yields at most so many of them, each in its own part of the picture, varied."""
        for k in rng.permutation(len(self.marks))[:most].tolist():
            marked = self.marks[k]
            part, quad = about(self.image, marked.quad)
            top = None if marked.top is None else marked.top + (quad - marked.quad)
            yield varied(rng, np.ascontiguousarray(part)), LabelledOutline(shaken(rng, quad, 0.04), marked.kind, top)


def liked(rng: Rng, view: FaceMap, picture: Picture, side: float) -> Iterator[LabelledOutline]:
    """Yields squares of that side, in pixels, on what the finder likes best, however little, where no die lies.

    What it learned from it does not fall for any more; what is like it in other pictures it may.
    """
    liking = cv2.blur(np.asarray(view.face + view.unreadable, np.float32), (3, 3))
    scale = np.array([view.scale_x, view.scale_y])
    for top in picture.tops:
        cells = np.round(grown(top.around, CLEAR_OF) / scale).astype(np.int32)
        cv2.fillConvexPoly(liking, cv2.convexHull(cells), (0.0,))
    reach = max(1, round(side / float(scale.mean())))
    for _ in range(OF_LOOK):
        _, most, _, (x, y) = cv2.minMaxLoc(liking)
        if most <= 0:
            return
        angle = rng.uniform(0, np.pi / 2) + np.pi / 2 * np.arange(4)
        corners = np.column_stack([np.cos(angle), np.sin(angle)]) * side * rng.uniform(0.75, 1.3) / np.sqrt(2)
        yield LabelledOutline(corners + view.to_frame(np.array([(x, y)]))[0], NO_DIE, None)
        cv2.circle(liking, (x, y), reach, (0.0,), -1)


def about(frame: NDArray[np.uint8], quad: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Returns the part of a frame that is seen of a face, and more, and its outline there: large frames stay as is."""
    reach = grown(quad, FAR)
    left, upper = np.clip(reach.min(0), 0, None).astype(int).tolist()
    right, lower = np.ceil(reach.max(0)).clip(0, None).astype(int).tolist()
    part = frame[upper:lower, left:right]
    return (part, quad - (left, upper)) if part.size else (frame, quad)


def look_at(rng: Rng, picture: Picture, finder: Segmenter) -> Pieces:
    """Returns what the finder takes for top faces in a picture at all sizes, or likes best."""
    image = picture.image
    faces = [(top.quad, top.kind) for top in picture.tops]

    def of_a_die(point: Floats) -> bool:
        where = (float(point[0]), float(point[1]))
        return any(cv2.pointPolygonTest(top.around.astype(np.float32), where, False) >= 0 for top in picture.tops)

    views = [finder.segment(image, side, side in IN_BRIGHTEST) for side in SIDES]
    usual = float(np.median([edge(top.quad) for top in picture.tops] or [max(image.shape) / 20]))
    found = [one for view in views for one in fallen_for(faces, find_candidates(view), of_a_die)]
    return Pieces(image, (*found, *(one for view in views for one in liked(rng, view, picture, usual))))


def _alike(top: Floats, quad: Floats) -> Floats:
    """Returns an outline with its corners in the order of another's."""
    rolls = [np.roll(way, k, axis=0) for way in (top, top[::-1]) for k in range(4)]
    return min(rolls, key=lambda roll: float(np.linalg.norm(roll - quad)))
