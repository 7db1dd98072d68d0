"""Training scenes cropped from labelled photographs and renders, in addition to the drawn ones.

Only pictures of the training part are used (`vision.evaluation.splits`). The truth of renders includes the outlines of
top faces; those of photographs are in `outlines.jsonl`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import CameraModel
from vision.evaluation.splits import was_trained_on
from vision.outlines import clockwise, grown
from vision.segmentation import BODY, GROUND, STRIDE, UNREADABLE
from vision.training.backgrounds import Rng
from vision.training.scene_geometry import FaceFault, Floats
from vision.training.scenes import AXIS_LENGTH, LABEL_SHRINK, MIN_VISIBLE, TrainingScene, visible_share

OUTLINES_FILE = Path(__file__).parent / "outlines.jsonl"
"""Outlines of the top faces in photographs: found by an earlier reader, compared with the truth and inspected one by
one."""

CALIBRATIONS_FILE = "calibrations.jsonl"
"""Name of the file with the camera calibrations of a folder of renders."""

PHOTOGRAPH_FOCAL_LENGTH = 0.77
"""Assumed focal length of photographs from above, relative to the longer side (66°); the true one is unknown."""

UNLABELLED = 10
"""Label of cells without ground truth; the loss ignores them."""

SCENE_SIDE = 256
"""Side length of a scene, in pixels."""

MAX_PICTURE_SIDE = 1600
"""Longer side, in pixels, to which larger pictures are scaled down first."""

EDGE_RANGE = (15.0, 110.0)
"""Range of the typical face edge in a scene, in pixels; drawn log-uniformly."""

MAX_MAGNIFICATION = 1.6
"""Largest factor by which a picture is enlarged."""

BODY_FACTOR = {"top": 1.35, "oblique": 2.3}
"""By view: the factor by which the outline of a top face is scaled to contain the whole die.

The band between the two is unlabelled.
"""

BODY_MARGIN = 1.08
"""The same factor for a body whose outline is known: its rounded edges are unlabelled."""

MAX_READABLE_BLUR = 12.0
"""Length of motion blur, in pixels, above which a rendered die is labelled as moving."""

EXCLUDED_RENDERS = ("stacked", "foreign-fingers")
"""Reasons of renders that are excluded, because their truth does not describe the occlusion."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTopFace:
    """A top face: outline (4×2 pixels), label (a value or a FaceFault), and the extent of the die.

    `body` and `around` (N×2 pixels) are convex: the die covers all of `body` and nothing outside `around`.
    """

    quad: Floats
    label: int
    body: Floats
    around: Floats

    def transformed(self, transform: Floats) -> "LabelledTopFace":
        """Returns the top face under an affine transform (2×3)."""
        quad, body, around = (
            points @ transform[:, :2].T + transform[:, 2] for points in (self.quad, self.body, self.around)
        )
        return LabelledTopFace(quad, self.label, body, around)


@dataclass(frozen=True, slots=True, eq=False)
class SourcePicture:
    """A picture (H×W×3) and its top faces; `axis` is that of `TrainingScene`."""

    image: NDArray[np.uint8]
    tops: tuple[LabelledTopFace, ...]
    axis: Floats | None = None


def outline_only(quad: Floats, label: int, body_factor: float) -> LabelledTopFace:
    """Returns a top face of which only the outline is known; scaled by `body_factor`, it contains the whole die."""
    return LabelledTopFace(quad, label, quad, grown(quad, body_factor))


def _render_tops(truth: dict[str, Any], middle: Floats) -> Iterator[LabelledTopFace]:
    """Yields the top faces of a render; `middle` (x, y) is the pixel at which its camera looks straight down."""
    blur_lengths = truth["info"].get("blur_px", ())
    for k, die in enumerate(truth["dice"]):
        if not die.get("top_poly"):
            continue
        # The origin of the truth is the corner of the image; here it is the centre of the first pixel.
        quad = clockwise(np.array(die["top_poly"], float) - 0.5)
        if k < len(blur_lengths) and blur_lengths[k] > MAX_READABLE_BLUR:
            yield outline_only(quad, int(FaceFault.MOVING), BODY_FACTOR["oblique"])
        elif not die["flat"]:
            yield outline_only(quad, int(FaceFault.COCKED), BODY_FACTOR["oblique"])
        else:
            foot = middle + (quad - middle) * _top_scale(quad, die, truth["camera"])
            body = cv2.convexHull(np.vstack([quad, foot]).astype(np.float32))[:, 0].astype(float)
            yield LabelledTopFace(quad, int(die["value"]), body, grown(body, BODY_MARGIN))


def _photograph_tops(tops: tuple[LabelledTopFace, ...], _: Floats) -> tuple[LabelledTopFace, ...]:
    return tops


def _top_scale(quad: Floats, die: dict[str, Any], camera: dict[str, Any]) -> float:
    """Returns the scale of the bottom of a flat die relative to its top, which is nearer to the camera (below 1).

    Of the die's three sizes, that one is its height which leaves the best match of the others with the top face.
    """
    height, scale = float(camera["height_mm"]), float(camera["px_per_mm_floor"])
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    measured = np.sort([(sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2])

    def misfit(k: int) -> float:
        others = np.sort(np.delete(die["size_mm"], k)) * scale * height / (height - die["size_mm"][k])
        return float(np.abs(others - measured).sum())

    die_height = float(die["size_mm"][min(range(3), key=misfit)])
    return (height - die_height) / height


@dataclass(frozen=True, slots=True, eq=False)
class _PictureSource:
    """The path of a picture, a function from its centre to its top faces, and its focal length in longer sides.

    The focal length is None if the camera does not look straight down.
    """

    path: Path
    tops: Callable[[Floats], Iterable[LabelledTopFace]]
    focal: float | None = None


def _picture_sources(folder: Path) -> Iterator[_PictureSource]:
    """Yields the pictures of the training part in a folder."""
    for table in sorted(folder.rglob("truth.jsonl")):
        for line in table.read_text(encoding="utf-8").splitlines():
            truth = json.loads(line)
            path = table.parent / truth["file"]
            if was_trained_on(path) and truth["reason"] not in EXCLUDED_RENDERS and truth.get("legible") is not False:
                focal = 0.5 / np.tan(np.radians(truth["camera"]["hfov_deg"]) / 2)
                yield _PictureSource(path, partial(_render_tops, truth), float(focal))
    for line in OUTLINES_FILE.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        path = folder / entry["picture"]
        if path.is_file() and was_trained_on(path):
            body_factor = BODY_FACTOR[entry["view"]]
            tops = tuple(
                outline_only(np.array(quad, float).reshape(4, 2), label, body_factor) for label, quad in entry["faces"]
            )
            yield _PictureSource(
                path, partial(_photograph_tops, tops), PHOTOGRAPH_FOCAL_LENGTH if entry["view"] == "top" else None
            )


def read_pictures(folders: Sequence[Path]) -> list[SourcePicture]:
    """Reads the pictures of the training part in these folders; raises FileNotFoundError if there are none."""
    pictures = []
    for source in (source for folder in folders for source in _picture_sources(folder)):
        image = cv2.imread(str(source.path), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"{source.path} is missing or not an image: correct the folder's truth file")
        height, width = image.shape[:2]
        middle = np.array([(width - 1) / 2, (height - 1) / 2])
        tops = source.tops(middle)
        scale = min(1.0, MAX_PICTURE_SIDE / max(height, width))
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        axis = None if source.focal is None else np.array([*middle, source.focal * max(height, width), np.nan, 0.0])
        transform = _scaling(scale)
        tops = tuple(top.transformed(transform) for top in tops)
        pictures.append(
            SourcePicture(
                np.asarray(image, np.uint8), tops, None if axis is None else transformed_axis(axis, transform)
            )
        )
    if not pictures:
        raise FileNotFoundError(f"no labelled training picture in {', '.join(map(str, folders))}: name other folders")
    return pictures


@dataclass(frozen=True, slots=True, eq=False)
class CalibratedPicture:
    """A render (H×W×3), its camera, and the outlines of the top faces of flat and of leaning dice."""

    image: NDArray[np.uint8]
    camera: CameraModel
    flat: tuple[Floats, ...]
    leaning: tuple[Floats, ...]


def calibrated_pictures(folder: Path) -> Iterator[CalibratedPicture]:
    """Yields the calibrated renders of the training part; raises FileNotFoundError if files are missing."""
    calibrations = [json.loads(line) for line in (folder / CALIBRATIONS_FILE).read_text(encoding="utf-8").splitlines()]
    cameras = {one["file"]: CameraModel.from_json(one["calibration"]) for one in calibrations}
    for source in _picture_sources(folder):
        if source.path.name not in cameras:
            continue
        image = cv2.imread(str(source.path), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"{source.path} is missing or not an image: correct the folder's truth file")
        tops = list(source.tops(np.array(image.shape[1::-1]) / 2))
        flat = tuple(top.quad for top in tops if top.label < FaceFault.COCKED)
        leaning = tuple(top.quad for top in tops if top.label == FaceFault.COCKED)
        yield CalibratedPicture(np.asarray(image, np.uint8), cameras[source.path.name], flat, leaning)


def _scaling(scale: float) -> Floats:
    """Returns the affine transform (2×3) of pixel coordinates when a picture is scaled."""
    return np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2]])


def transformed_axis(axis: Floats, transform: Floats) -> Floats:
    """Returns the optical axis (`AXIS_LENGTH` numbers) under a similarity transform (2×3)."""
    assert len(axis) == AXIS_LENGTH
    focal = axis[2] * np.sqrt(abs(np.linalg.det(transform[:, :2])))
    return np.array([*(transform[:, :2] @ axis[:2] + transform[:, 2]), focal, *axis[3:]])


def _random_window(rng: Rng, picture: SourcePicture, overhead: bool) -> tuple[NDArray[np.uint8], Floats]:
    """Returns the picture, reduced by a power of two, and the affine transform (2×3) from it to a random scene."""
    image = picture.image
    edges = [float(np.sqrt(cv2.contourArea(top.quad.astype(np.float32)))) for top in picture.tops]
    typical_edge = float(np.median(edges)) if edges else float(rng.uniform(30, 150))
    scale = min(MAX_MAGNIFICATION, float(np.exp(rng.uniform(*np.log(EDGE_RANGE)))) / typical_edge)
    scale = max(scale, 0.9 * SCENE_SIDE / max(image.shape[:2]))
    if picture.tops and rng.random() < 0.85:
        middle = picture.tops[int(rng.integers(len(picture.tops)))].quad.mean(0)
        middle = middle + rng.uniform(-0.45, 0.45, 2) * SCENE_SIDE / scale
    else:
        middle = rng.uniform(0, 1, 2) * image.shape[1::-1]
    # The window stays inside the picture as far as possible.
    half_window = np.minimum(0.5 * SCENE_SIDE / scale, 0.5 * np.array(image.shape[1::-1]))
    middle = np.clip(middle, half_window * 0.9, np.array(image.shape[1::-1]) - half_window * 0.9)
    angle = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else 0.0
    pixel_aspect = np.array([1.0, 1.0]) if overhead else np.exp(rng.normal(0, 0.05, 2))
    if not overhead and rng.random() < 0.15:
        pixel_aspect[int(rng.integers(2))] *= rng.uniform(0.68, 1.0)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = np.diag(pixel_aspect) @ rotation * scale
    while scale < 0.5:
        # Repeated halving avoids aliasing at strong reductions.
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        scale, linear, middle = 2 * scale, 2 * linear, (middle + 0.5) / 2 - 0.5
    shift = np.array([SCENE_SIDE / 2, SCENE_SIDE / 2]) - linear @ middle
    return image, np.column_stack([linear, shift])


def crop_scene(rng: Rng, picture: SourcePicture, overhead: bool = False) -> TrainingScene:
    """Returns a random crop of a picture as a scene; cells without ground truth are UNLABELLED.

    With `overhead`, the aspect ratio is kept, so that the picture's camera model still holds.
    """
    image, transform = _random_window(rng, picture, overhead)
    reduction = image.shape[1] / picture.image.shape[1]
    border = tuple(float(level) for level in rng.integers(0, 90, 1).repeat(3))
    cropped = cv2.warpAffine(image, transform, (SCENE_SIDE, SCENE_SIDE), flags=cv2.INTER_LINEAR, borderValue=border)
    valid = cv2.warpAffine(
        np.ones(image.shape[:2], np.uint8), transform, (SCENE_SIDE, SCENE_SIDE), flags=cv2.INTER_NEAREST
    )
    labels = np.full((SCENE_SIDE, SCENE_SIDE), GROUND, np.uint8)
    labels[valid == 0] = UNLABELLED
    tops = [top.transformed(_scaling(reduction)).transformed(transform) for top in picture.tops]
    for top in tops:
        _fill(labels, top.around, UNLABELLED)
    for top in tops:
        _fill(labels, top.body, BODY)
    faces = [(top.quad, _label_in_scene(top)) for top in tops if visible_share(top.quad, SCENE_SIDE) > 0]
    for quad, label in faces:
        _fill(labels, grown(quad, LABEL_SHRINK), label if label < FaceFault.COCKED else UNREADABLE)
    cells = np.ascontiguousarray(labels[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])
    axis = None
    if overhead and picture.axis is not None:
        axis = transformed_axis(transformed_axis(picture.axis, _scaling(reduction)), transform)
    return TrainingScene(np.asarray(cropped, np.uint8), cells, tuple(faces), axis)


def _label_in_scene(top: LabelledTopFace) -> int:
    """Returns the label of a top face in a scene, which may cut it off."""
    cut = top.label < FaceFault.COCKED and visible_share(top.quad, SCENE_SIDE) < MIN_VISIBLE
    return int(FaceFault.CUT_OFF) if cut else top.label


def _fill(labels: NDArray[np.uint8], outline: Floats, label: int) -> None:
    cv2.fillConvexPoly(labels, cv2.convexHull(np.round(outline + 0.5).astype(np.int32)), (label,))


class SceneCropper:
    """An endless source of random crops that uses all pictures equally often."""

    def __init__(self, folders: Sequence[Path], rng: Rng, overhead: bool = False) -> None:
        """Reads the pictures; raises FileNotFoundError if there are none.

        With `overhead`, only pictures whose camera looks straight down are used, and their aspect ratio is kept.
        """
        self._pictures = [one for one in read_pictures(folders) if not overhead or one.axis is not None]
        self._rng, self._overhead = rng, overhead
        self._order: list[int] = []

    def next_scene(self) -> TrainingScene:
        """Returns a crop of the next picture."""
        if not self._order:
            self._order = [int(k) for k in self._rng.permutation(len(self._pictures))]
        return crop_scene(self._rng, self._pictures[self._order.pop()], self._overhead)
