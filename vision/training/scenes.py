"""Drawn scenes of dice with ground truth per pixel, on which the networks are trained."""

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import edge
from vision.segmentation import BODY, HAND, STRIDE, UNREADABLE
from vision.training import clutter, dirt
from vision.training.backgrounds import Image, NoiseBank, Rng, ground, surface
from vision.training.dice_placement import LEANING_PROBABILITY, loose_objects, throw_dice
from vision.training.flat_renderer import FlatRenderer
from vision.training.pip_visibility import pips_visible
from vision.training.scene_geometry import (
    FACES,
    Arrangement,
    FaceFault,
    Floats,
    PlacedDie,
    SceneCamera,
    box_camera,
    close_camera,
    far_to_near,
    flat_face,
    random_camera,
    top_face,
    visible_faces,
)
from vision.training.sensor import photograph

LABEL_SHRINK = 0.7
"""Factor by which the outline of a top face is scaled for its label, so that touching dice stay separate."""

HAND_PROBABILITY = 0.1
"""Probability that a hand reaches into a scene."""

LITTER_PROBABILITY, DIRTY_LENS_PROBABILITY = 0.12, 0.14
"""Probabilities of crumbs, rings or pencils on the ground, and of a dirty lens."""

WALL_PROBABILITY = 0.2
"""Probability that walls of a box are drawn."""

BOX_LITTER_PROBABILITY = 0.3
"""Probability of litter on a box-like background."""

AXIS_LENGTH = 5
"""Length of the vector that describes an optical axis."""

MIN_VISIBLE, MIN_UNCOVERED = 0.8, 0.8
"""Minimum shares of a readable top face inside the image, and of its centre that is not occluded."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingScene:
    """An image (side×side×3 uint8, BGR), its labels (side/4 × side/4, the detector's classes), and its faces.

    `faces` lists the outline (4×2 pixels) of every drawn face and its label: for a top face its value or `FaceFault`,
    followed by 0 for each visible side face of that die. A top face ends where its edges become round, as in the truth
    of renders; side faces end at the corners of the die.

    `axis` describes the camera if it looks straight down: principal point (x, y in pixels, possibly outside the image),
    focal length in pixels, height in short edges of dice (NaN if unknown), and tilt about the x axis of the image.
    """

    image: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    faces: tuple[tuple[Floats, int], ...]
    axis: Floats | None = None


def visible_share(quad: Floats, side: int) -> float:
    """Returns the share of a quad (4×2 pixels) inside an image of side×side pixels, 0 to 1."""
    frame = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * side
    seen, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return float(seen) / max(1e-6, float(cv2.contourArea(quad.astype(np.float32))))


class _LabelMap:
    """The labels of the pixels, updated while dice are drawn from back to front."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._body = np.zeros((side, side), np.uint8)
        self._owner = np.zeros((side, side), np.uint8)
        self._tops: list[tuple[Floats, int]] = []

    def add(self, camera: SceneCamera, die: PlacedDie, top: Floats) -> None:
        """Adds a die and its top face (4×2 pixels) in front of the previous ones."""
        hull = cv2.convexHull(camera.project(die.corners).astype(np.float32))
        for plane, value in ((self._body, BODY), (self._owner, 0)):
            cv2.fillConvexPoly(plane, np.round(hull + 0.5).astype(np.int32), (value,))
        value = int(die.fault) if die.fault else die.values[0]
        if die.fault is None and visible_share(top, self._side) < MIN_VISIBLE:
            value = int(FaceFault.CUT_OFF)
        self._tops.append((top, value))
        cv2.fillConvexPoly(self._owner, self._inside(top), (len(self._tops),))

    def _inside(self, top: Floats) -> NDArray[np.int32]:
        middle = top.mean(0)
        return np.asarray(np.round(middle + (top - middle) * LABEL_SHRINK + 0.5), np.int32)

    def finish(self, hand: NDArray[np.uint8] | None, image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], list[int]]:
        """Returns the labels per cell and the label of each top face, in the order of their addition.

        Faces whose pips are not visible in the image, because of saturation or darkness, are labelled as covered.
        """
        if hand is not None:
            self._body[hand > 0], self._owner[hand > 0] = HAND, 0
        labels = self._body.copy()
        values: list[int] = []
        for k, (top, value) in enumerate(self._tops):
            visible = self._owner == k + 1
            whole = np.zeros_like(self._owner)
            cv2.fillConvexPoly(whole, self._inside(top), (1,))
            covered = value < FaceFault.COCKED and (
                visible.sum() < MIN_UNCOVERED * whole.sum() or not pips_visible(image, top)
            )
            values.append(int(FaceFault.COVERED) if covered else value)
            labels[visible] = values[-1] if values[-1] < FaceFault.COCKED else UNREADABLE
        # The centre of a cell is half a pixel before its third pixel; outlines were drawn shifted by half a pixel.
        return np.ascontiguousarray(labels[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]), values


def _background(
    rng: Rng, bank: NoiseBank, side: int, wall_probability: float, box_like: bool, litter: bool = True
) -> Image:
    if box_like:
        background = surface(rng, bank, side)
        if litter and rng.random() < BOX_LITTER_PROBABILITY:
            dirt.draw_litter(rng, background)
        return background
    background = ground(rng, bank, side)
    if rng.random() < 0.05:
        clutter.draw_keyboard(rng, background)
    if rng.random() < 0.12:
        clutter.draw_round_objects(rng, background)
    if rng.random() < LITTER_PROBABILITY:
        dirt.draw_litter(rng, background)
    if rng.random() < wall_probability:
        clutter.draw_walls(rng, bank, background)
    return np.asarray(np.clip(background, 0, 1), np.float32)


class SceneRenderer(Protocol):
    """Renders the view of a camera of dice on a floor."""

    def render(self, rng: Rng, bank: NoiseBank, scene: Arrangement) -> tuple[Image, float]:
        """Returns the image (side×side×3, about 0 to 1) and the intensity of the light on a hand."""


def draw_scene(
    rng: Rng,
    bank: NoiseBank,
    side: int = 256,
    hand_probability: float = HAND_PROBABILITY,
    leaning_probability: float = LEANING_PROBABILITY,
    outward_probability: float = 0.0,
    overhead: bool = False,
    close_up_probability: float = 0.0,
    box_like: bool = False,
    crowded_probability: float = 0.0,
    wide_probability: float = 0.0,
    resting_probability: float = 0.0,
    contrast_probability: float = 0.0,
    object_probability: float = 0.0,
    plug_probability: float = 0.0,
    renderer: SceneRenderer | None = None,
) -> TrainingScene:
    """Draws a random scene of up to nine dice.

    `hand_probability` is the probability of a hand above the dice, `leaning_probability` that a die is cocked,
    `outward_probability` that a cocked die leans away from the camera, as on a wall of the box, and
    `close_up_probability` that a single die fills the image. With `overhead`, the camera looks straight down from
    nearby, as in the box. With `box_like`, the background is a plain surface, the image is well exposed, and more dice
    are dark. `crowded_probability` is the probability of touching dice, `wide_probability` that an `overhead` camera
    has a wide lens and the dice lie at the border of its view, and `resting_probability` that a cocked die beside a
    flat one leans on it. `contrast_probability` is the probability that the default `renderer`, a `FlatRenderer`, draws
    hardly any ambient light. `object_probability` is the probability that a cocked die apart from the others leans on
    an object. Unless it is 0, objects also lie beside the dice, and no litter is painted on the floor.
    `plug_probability` is the probability of USB plugs beside or below the dice.
    """
    close_up = bool(close_up_probability) and rng.random() < close_up_probability
    wide = bool(wide_probability) and rng.random() < wide_probability
    crowded = bool(crowded_probability) and rng.random() < crowded_probability
    overhead_camera = box_camera(rng, side, wide) if overhead and not close_up else None
    camera = overhead_camera or (close_camera(rng, side) if close_up else random_camera(rng, side))
    if renderer is not None:
        # Path tracers assume square pixels and no distortion.
        camera = replace(camera, pixel_aspect=np.ones(2), fisheye=0.0)
    walls = WALL_PROBABILITY if renderer is None else 0.0
    background = _background(rng, bank, side, walls, box_like, litter=not object_probability)
    floor = background.mean((0, 1))
    resting = resting_probability, object_probability
    options = (leaning_probability, outward_probability, close_up, box_like, crowded, *resting)
    dice = throw_dice(rng, camera, side, floor, *options)
    while renderer is not None and not dice:
        # Path tracing is too slow for empty floors.
        dice = throw_dice(rng, camera, side, floor, *options)
    objects = [die.support for die in dice if die.support is not None]
    objects += loose_objects(rng, camera, side, dice) if object_probability else []
    if plug_probability and dice and rng.random() < plug_probability:
        edges = [edge(camera.project(flat_face(die, top_face(die)))) for die in dice]
        clutter.draw_plugs(rng, background, float(np.median(edges)))
    arrangement = Arrangement(camera, background, dice, objects)
    canvas, light = (renderer or FlatRenderer(contrast_probability)).render(rng, bank, arrangement)
    label_map, faces = _LabelMap(side), []
    for die in far_to_near(camera, dice):
        projected, top = camera.project(die.corners), top_face(die)
        sides = [projected[list(FACES[i])] for i in visible_faces(camera, die) if i != top]
        outlines = [camera.project(flat_face(die, top)), *sides]
        label_map.add(camera, die, outlines[0])
        faces.append(outlines)
    hand = clutter.draw_hand(rng, bank, canvas, light) if rng.random() < hand_probability else None
    if rng.random() < DIRTY_LENS_PROBABILITY:
        canvas = dirt.dirty_lens(rng, canvas)
    image = photograph(rng, canvas, box_like)
    labels, values = label_map.finish(hand, image)
    labelled_faces: list[tuple[Floats, int]] = []
    for (outline, *sides), value in zip(faces, values, strict=True):
        labelled_faces += [(outline, value), *[(quad, 0) for quad in sides]]
    tilt = float(np.arctan2(camera.rotation[2, 1], camera.rotation[1, 1]))
    axis = np.array([*camera.centre, camera.focal, camera.height, tilt]) if overhead else None
    return TrainingScene(image, labels, tuple(labelled_faces), axis)
