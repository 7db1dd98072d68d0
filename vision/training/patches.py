"""Examples for the classifier: pieces of scenes as it sees them."""

from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import NO_DIE, NO_TOP, face_patch
from vision.training.floors import Rng
from vision.training.scenes import DrawnScene
from vision.training.solids import FaceFault, Floats

SIDES = 0.1
"""Share of the side faces learned from as no top face: seen straight on they look like one, and what tells them
from it is seen better by the finder."""

SHAKEN = (0.02, 0.05, 0.14)
"""How far outlines of readable top faces are off: as after the first look, as the detector's are, and worse."""

SMALLEST = 10.0
"""Faces with a shorter edge, in pixels, are not learned from: nobody could read them."""


class Patch(NamedTuple):
    """One example: the patch, its value (0 to 7) and the true corners (8) in units of its side; NaN where none."""

    pixels: NDArray[np.float16]
    value: int
    corners: NDArray[np.float32]


def shaken(rng: Rng, quad: Floats, amount: float) -> Floats:
    """Returns an outline moved, turned, grown and with its corners off."""
    edge = float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))
    middle = quad.mean(0)
    angle = rng.normal(0, amount)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = middle + (quad - middle) @ turn.T * np.exp(rng.normal(0.0, amount, 2))
    return np.asarray(moved + rng.normal(0, 0.7 * amount * edge, (1, 2)) + rng.normal(0, 0.3 * amount * edge, (4, 2)))


def corners_of(top: Floats, scene: DrawnScene) -> Floats:
    """Returns the corners (N×2) of all faces in sight of the die that has this top face, its own first."""
    own = next((k for k, (quad, _) in enumerate(scene.faces) if np.array_equal(quad, top)), len(scene.faces))
    sides = takewhile(lambda face: face[1] == 0, scene.faces[own + 1 :])
    return np.vstack([top, *(quad for quad, _ in sides)])


def over_the_die(rng: Rng, top: Floats, scene: DrawnScene) -> Floats:
    """Returns an outline that takes in some of the die's sides, as the finder's may."""
    box = cv2.boxPoints(cv2.minAreaRect(corners_of(top, scene).astype(np.float32))).astype(float)
    rolls = [np.roll(way, k, axis=0) for way in (box, box[::-1]) for k in range(4)]
    nearest = min(rolls, key=lambda roll: float(np.linalg.norm(roll - top)))
    return np.asarray(top + rng.uniform(0, 0.9) * (nearest - top))


@dataclass(frozen=True, slots=True)
class LabelledOutline:
    """An outline of a scene and what lies there (0 to 7, or a Fault); `top` is that of the true top face, if known."""

    quad: Floats
    kind: int
    top: Floats | None


def patch_of(rng: Rng, image: NDArray[np.uint8], marked: LabelledOutline) -> Patch:
    """Returns what the classifier sees of an outline in a picture, turned or mirrored at random."""
    roll, back = int(rng.integers(4)), -1 if rng.random() < 0.5 else 1
    quad = np.roll(marked.quad, roll, axis=0)[::back]
    pixels, home = face_patch(image, quad)
    corners = np.full(8, np.nan)
    if marked.top is not None:
        seen = cv2.perspectiveTransform(np.roll(marked.top, roll, axis=0)[::back][None], np.linalg.inv(home))[0]
        corners = np.clip((seen + 0.5) / pixels.shape[-1] - 0.5, -1, 1).ravel()
    return Patch(pixels.astype(np.float16), marked.kind, corners.astype(np.float32))


def marks(rng: Rng, scene: DrawnScene) -> list[LabelledOutline]:
    """Returns examples from a scene: its top faces, other parts of dice (NO_TOP), ground (NO_DIE)."""
    side = scene.image.shape[0]
    found: list[LabelledOutline] = []
    tops = []
    for whole, value in scene.faces:
        quad = np.clip(whole, 0, side - 1) if value == FaceFault.CUT_OFF else whole
        edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        if edges.min() < SMALLEST or (quad < -4).any() or (quad > side + 4).any():
            continue
        if value == FaceFault.CUT_OFF and rng.random() < 0.7:
            continue
        if value >= FaceFault.COCKED:
            known = quad if value in (FaceFault.COCKED, FaceFault.MOVING) else None
            found.append(LabelledOutline(shaken(rng, quad, 0.08), value, known))
        elif value:
            tops.append(quad)
            found += top_marks(rng, scene, quad, value)
        elif rng.random() < SIDES:
            found.append(LabelledOutline(shaken(rng, quad, 0.1), NO_TOP, None))
    for one, other in pairwise(tops):
        if np.linalg.norm(one.mean(0) - other.mean(0)) < 1.4 * np.linalg.norm(one[1] - one[0]):
            both = cv2.boxPoints(cv2.minAreaRect(np.vstack([one, other]).astype(np.float32)))
            found.append(LabelledOutline(shaken(rng, both.astype(float), 0.08), NO_TOP, None))
    return found + ground_marks(rng, scene)


def top_marks(rng: Rng, scene: DrawnScene, quad: Floats, value: int) -> list[LabelledOutline]:
    """Returns outlines of a readable top face, and now and then one that is shifted off it or of the wrong size."""
    found = []
    for amount in SHAKEN:
        seen = over_the_die(rng, quad, scene) if amount > 0.1 and rng.random() < 0.5 else quad
        found.append(LabelledOutline(shaken(rng, seen, amount), value, quad))
    if rng.random() < 0.2:
        away = rng.normal(0, 1, 2)
        edge = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean()
        shift = away / np.hypot(*away) * edge * rng.uniform(0.55, 0.9)
        found.append(LabelledOutline(shaken(rng, quad, 0.1) + shift, NO_TOP, None))
    if rng.random() < 0.1:
        middle = quad.mean(0)
        size = float(rng.choice([rng.uniform(0.35, 0.5), rng.uniform(1.9, 2.5)]))
        found.append(LabelledOutline(shaken(rng, middle + (quad - middle) * size, 0.1), NO_TOP, None))
    return found


def ground_marks(rng: Rng, scene: DrawnScene) -> list[LabelledOutline]:
    """Returns, for half of the scenes, an outline of ground that is away from all dice."""
    if rng.random() >= 0.5:
        return []
    size = rng.uniform(12, 110)
    box = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * size + rng.uniform(0, scene.image.shape[0] - size, 2)
    middles = np.array([quad.mean(0) for quad, _ in scene.faces]).reshape(-1, 2)
    far = np.linalg.norm(middles - box.mean(0), axis=1)
    spans = np.array([np.linalg.norm(quad[2] - quad[0]) for quad, _ in scene.faces])
    if not (far > 0.75 * size + 0.8 * spans).all():
        return []
    return [LabelledOutline(shaken(rng, box, 0.15), NO_DIE, None)]
