"""Training examples of the classifier: patches around labelled outlines in a scene."""

from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import NO_DIE, NO_TOP, face_patch
from vision.training.backgrounds import Rng
from vision.training.scene_geometry import FaceFault, Floats
from vision.training.scenes import TrainingScene

SIDE_FACE_SHARE = 0.1
"""Share of the side faces that become negatives (NO_TOP).

Seen head-on, a side face looks like a top face; the detector, which sees more context, separates them better.
"""

JITTERS = (0.02, 0.05, 0.14)
"""Jitter of the outlines of readable top faces, in edges: after refinement, as detected, and worse."""

MIN_EDGE = 10.0
"""Shortest edge of a face in the training data, in pixels; smaller faces are illegible."""


class FacePatch(NamedTuple):
    """One example: the patch, its label, and the true corners (8) in patch sides, NaN if unknown."""

    pixels: NDArray[np.float16]
    value: int
    corners: NDArray[np.float32]


def jittered(rng: Rng, quad: Floats, amount: float) -> Floats:
    """Returns a randomly shifted, rotated and scaled outline with jittered corners; `amount` is in edges."""
    edge = float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))
    middle = quad.mean(0)
    angle = rng.normal(0, amount)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = middle + (quad - middle) @ rotation.T * np.exp(rng.normal(0.0, amount, 2))
    return np.asarray(moved + rng.normal(0, 0.7 * amount * edge, (1, 2)) + rng.normal(0, 0.3 * amount * edge, (4, 2)))


def visible_corners(top: Floats, scene: TrainingScene) -> Floats:
    """Returns the corners (N×2) of all visible faces of the die with this top face, those of the top first."""
    own = next((k for k, (quad, _) in enumerate(scene.faces) if np.array_equal(quad, top)), len(scene.faces))
    sides = takewhile(lambda face: face[1] == 0, scene.faces[own + 1 :])
    return np.vstack([top, *(quad for quad, _ in sides)])


def including_sides(rng: Rng, top: Floats, scene: TrainingScene) -> Floats:
    """Returns an outline stretched towards the visible sides of the die, as detections often are."""
    box = cv2.boxPoints(cv2.minAreaRect(visible_corners(top, scene).astype(np.float32))).astype(float)
    rolls = [np.roll(order, k, axis=0) for order in (box, box[::-1]) for k in range(4)]
    nearest = min(rolls, key=lambda roll: float(np.linalg.norm(roll - top)))
    return np.asarray(top + rng.uniform(0, 0.9) * (nearest - top))


@dataclass(frozen=True, slots=True)
class LabelledOutline:
    """An outline in a scene and its label: a class from 0 to 7, or a FaceFault.

    `top` is the outline of the true top face, if known.
    """

    quad: Floats
    label: int
    top: Floats | None


def make_patch(rng: Rng, image: NDArray[np.uint8], outline: LabelledOutline) -> FacePatch:
    """Returns the classifier's input for an outline in an image, randomly rotated and mirrored, with its targets."""
    roll, direction = int(rng.integers(4)), -1 if rng.random() < 0.5 else 1
    quad = np.roll(outline.quad, roll, axis=0)[::direction]
    pixels, to_image = face_patch(image, quad)
    corners = np.full(8, np.nan)
    if outline.top is not None:
        projected = cv2.perspectiveTransform(
            np.roll(outline.top, roll, axis=0)[::direction][None], np.linalg.inv(to_image)
        )[0]
        corners = np.clip((projected + 0.5) / pixels.shape[-1] - 0.5, -1, 1).ravel()
    return FacePatch(pixels.astype(np.float16), outline.label, corners.astype(np.float32))


def labelled_outlines(rng: Rng, scene: TrainingScene) -> list[LabelledOutline]:
    """Returns labelled outlines of a scene: top faces, other parts of dice (NO_TOP), background (NO_DIE)."""
    side = scene.image.shape[0]
    outlines: list[LabelledOutline] = []
    tops = []
    for full, value in scene.faces:
        quad = np.clip(full, 0, side - 1) if value == FaceFault.CUT_OFF else full
        edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        if edges.min() < MIN_EDGE or (quad < -4).any() or (quad > side + 4).any():
            continue
        if value == FaceFault.CUT_OFF and rng.random() < 0.7:
            continue
        if value >= FaceFault.COCKED:
            top = quad if value in (FaceFault.COCKED, FaceFault.MOVING) else None
            outlines.append(LabelledOutline(jittered(rng, quad, 0.08), value, top))
        elif value:
            tops.append(quad)
            outlines += _top_face_outlines(rng, scene, quad, value)
        elif rng.random() < SIDE_FACE_SHARE:
            outlines.append(LabelledOutline(jittered(rng, quad, 0.1), NO_TOP, None))
    for one, other in pairwise(tops):
        if np.linalg.norm(one.mean(0) - other.mean(0)) < 1.4 * np.linalg.norm(one[1] - one[0]):
            both = cv2.boxPoints(cv2.minAreaRect(np.vstack([one, other]).astype(np.float32)))
            outlines.append(LabelledOutline(jittered(rng, both.astype(float), 0.08), NO_TOP, None))
    return outlines + _background_outlines(rng, scene)


def _top_face_outlines(rng: Rng, scene: TrainingScene, quad: Floats, value: int) -> list[LabelledOutline]:
    """Returns outlines of a readable top face and, with low probability, shifted and wrongly scaled negatives."""
    outlines = []
    for amount in JITTERS:
        start = including_sides(rng, quad, scene) if amount > 0.1 and rng.random() < 0.5 else quad
        outlines.append(LabelledOutline(jittered(rng, start, amount), value, quad))
    if rng.random() < 0.2:
        away = rng.normal(0, 1, 2)
        edge = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean()
        shift = away / np.hypot(*away) * edge * rng.uniform(0.55, 0.9)
        outlines.append(LabelledOutline(jittered(rng, quad, 0.1) + shift, NO_TOP, None))
    if rng.random() < 0.1:
        middle = quad.mean(0)
        size = float(rng.choice([rng.uniform(0.35, 0.5), rng.uniform(1.9, 2.5)]))
        outlines.append(LabelledOutline(jittered(rng, middle + (quad - middle) * size, 0.1), NO_TOP, None))
    return outlines


def _background_outlines(rng: Rng, scene: TrainingScene) -> list[LabelledOutline]:
    """Returns an outline of background away from all dice, for half of the scenes."""
    if rng.random() >= 0.5:
        return []
    size = rng.uniform(12, 110)
    box = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * size + rng.uniform(0, scene.image.shape[0] - size, 2)
    middles = np.array([quad.mean(0) for quad, _ in scene.faces]).reshape(-1, 2)
    far = np.linalg.norm(middles - box.mean(0), axis=1)
    spans = np.array([np.linalg.norm(quad[2] - quad[0]) for quad, _ in scene.faces])
    if not (far > 0.75 * size + 0.8 * spans).all():
        return []
    return [LabelledOutline(jittered(rng, box, 0.15), NO_DIE, None)]
