"""Scenes cut from labelled photographs and renders, turned and squeezed at random, to learn from beside the drawn ones.

Only the training part is learned from (`vision.evaluation.splits`). Renders say in their truth where each top face
lies; of photographs `outlines.jsonl` says it.
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
from vision.evaluation.splits import was_learned
from vision.outlines import clockwise, grown
from vision.segmentation import BODY, GROUND, STRIDE, UNREADABLE
from vision.training.floors import Rng
from vision.training.scenes import AXIS, SEEN_WHOLE, SHRINK, DrawnScene, share_in_sight
from vision.training.solids import FaceFault, Floats

OUTLINES = Path(__file__).parent / "outlines.jsonl"
"""Top faces in photographs: the eye's own outlines, held against the truth and looked at one by one."""

CALIBRATIONS = "calibrations.jsonl"
"""The cameras of a folder's renders."""

FOCAL = 0.77
"""The lens of a photograph from above, in longer sides of it (66 degrees): nobody knows it."""

UNKNOWN = 10
"""The label of a cell of which nobody said what it shows: nothing is learned from it."""

SIDE = 256
"""Pixels along a side of a scene."""

MAX_PIXELS = 1600
"""Longer side to which larger pictures are made smaller before anything else."""

EDGES = (15.0, 110.0)
"""The mean edge of a face in a scene, in pixels, lies between these."""

ENLARGED = 1.6
"""A picture is never enlarged by more than this."""

ROUND = {"top": 1.35, "oblique": 2.3}
"""A die's body lies within its top face's outline grown by this: what is there beside the face is unknown."""

RIM = 1.08
"""The same of a body whose outline is known: its rounded edges are neither ground nor surely die."""

BLURRED = 12.0
"""A rendered die that moves by more pixels than this during the exposure cannot be read."""

LEFT_OUT = ("stacked", "foreign-fingers")
"""Renders in which the truth does not say what covers what."""


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """A top face: its outline (4×2 pixels), its value or Fault, the outline of the die's body and of all it may cover.

    `body` and `around` (N×2 pixels) are convex; what lies between them may be die or ground.
    """

    quad: Floats
    kind: int
    body: Floats
    around: Floats

    def moved(self, way: Floats) -> "Top":
        """Returns the same under an affine map (2×3)."""
        quad, body, around = (points @ way[:, :2].T + way[:, 2] for points in (self.quad, self.body, self.around))
        return Top(quad, self.kind, body, around)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture (H×W×3) and its top faces; `axis` as that of a Scene."""

    image: NDArray[np.uint8]
    tops: tuple[Top, ...]
    axis: Floats | None = None


def outlined(quad: Floats, kind: int, wide: float) -> Top:
    """Returns a top face of which only the outline is known; all of the die lies within that grown by `wide`."""
    return Top(quad, kind, quad, grown(quad, wide))


def _rendered(truth: dict[str, Any], middle: Floats) -> Iterator[Top]:
    """Yields the top faces of a render; `middle` (x, y) is where its camera looks straight down."""
    blurred = truth["info"].get("blur_px", ())
    for k, die in enumerate(truth["dice"]):
        if not die.get("top_poly"):
            continue
        # The truth of renders counts from the image's corner, not from the middle of its first pixel.
        quad = clockwise(np.array(die["top_poly"], float) - 0.5)
        if k < len(blurred) and blurred[k] > BLURRED:
            yield outlined(quad, int(FaceFault.MOVING), ROUND["oblique"])
        elif not die["flat"]:
            yield outlined(quad, int(FaceFault.COCKED), ROUND["oblique"])
        else:
            foot = middle + (quad - middle) * _nearer(quad, die, truth["camera"])
            body = cv2.convexHull(np.vstack([quad, foot]).astype(np.float32))[:, 0].astype(float)
            yield Top(quad, int(die["value"]), body, grown(body, RIM))


def _given(tops: tuple[Top, ...], _: Floats) -> tuple[Top, ...]:
    return tops


def _nearer(quad: Floats, die: dict[str, Any], camera: dict[str, Any]) -> float:
    """Returns how much nearer to the camera the top of a flat die is than its foot, as a factor below 1.

    Its height is that of its three sizes with which the other two fit the top face.
    """
    height, scale = float(camera["height_mm"]), float(camera["px_per_mm_floor"])
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    seen = np.sort([(sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2])

    def misfit(k: int) -> float:
        others = np.sort(np.delete(die["size_mm"], k)) * scale * height / (height - die["size_mm"][k])
        return float(np.abs(others - seen).sum())

    tall = float(die["size_mm"][min(range(3), key=misfit)])
    return (height - tall) / height


@dataclass(frozen=True, slots=True, eq=False)
class _Listed:
    """Where a picture is, what tells its top faces, given its middle, and the focal length, in longer sides of it.

    That is None where the camera does not look straight down.
    """

    path: Path
    tops: Callable[[Floats], Iterable[Top]]
    focal: float | None = None


def _listed(folder: Path) -> Iterator[_Listed]:
    """Yields the pictures under a folder that are learned from."""
    for table in sorted(folder.rglob("truth.jsonl")):
        for line in table.read_text(encoding="utf-8").splitlines():
            truth = json.loads(line)
            path = table.parent / truth["file"]
            if was_learned(path) and truth["reason"] not in LEFT_OUT and truth.get("legible") is not False:
                focal = 0.5 / np.tan(np.radians(truth["camera"]["hfov_deg"]) / 2)
                yield _Listed(path, partial(_rendered, truth), float(focal))
    for line in OUTLINES.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        path = folder / told["picture"]
        if path.is_file() and was_learned(path):
            wide = ROUND[told["view"]]
            tops = tuple(outlined(np.array(quad, float).reshape(4, 2), kind, wide) for kind, quad in told["faces"])
            # Of photographs nobody knows the lens.
            yield _Listed(path, partial(_given, tops), FOCAL if told["view"] == "top" else None)


def read_pictures(folders: Sequence[Path]) -> list[Picture]:
    """Returns the pictures of these folders that are learned from; raises FileNotFoundError where there are none."""
    found = []
    for one in (one for folder in folders for one in _listed(folder)):
        image = cv2.imread(str(one.path), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"{one.path} is missing or no image: mend the folder's truth")
        height, width = image.shape[:2]
        middle = np.array([(width - 1) / 2, (height - 1) / 2])
        tops = one.tops(middle)
        scale = min(1.0, MAX_PIXELS / max(height, width))
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        axis = None if one.focal is None else np.array([*middle, one.focal * max(height, width), np.nan, 0.0])
        way = _scaling(scale)
        tops = tuple(top.moved(way) for top in tops)
        found.append(Picture(np.asarray(image, np.uint8), tops, None if axis is None else moved_axis(axis, way)))
    if not found:
        raise FileNotFoundError(f"no labelled picture to learn from in {', '.join(map(str, folders))}: name others")
    return found


@dataclass(frozen=True, slots=True, eq=False)
class CalibratedPicture:
    """A render (H×W×3), its camera, and the outlines of top faces: of dice that lie flat, and of those that lean."""

    image: NDArray[np.uint8]
    camera: CameraModel
    flat: tuple[Floats, ...]
    leaning: tuple[Floats, ...]


def calibrated_pictures(folder: Path) -> Iterator[CalibratedPicture]:
    """Yields the renders of a folder that are learned from; raises FileNotFoundError where they are missing."""
    calibrations = [json.loads(line) for line in (folder / CALIBRATIONS).read_text(encoding="utf-8").splitlines()]
    cameras = {one["file"]: CameraModel.from_json(one["calibration"]) for one in calibrations}
    for one in _listed(folder):
        if one.path.name not in cameras:
            continue
        image = cv2.imread(str(one.path), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"{one.path} is missing or no image: mend the folder's truth")
        tops = list(one.tops(np.array(image.shape[1::-1]) / 2))
        flat = tuple(top.quad for top in tops if top.kind < FaceFault.COCKED)
        leaning = tuple(top.quad for top in tops if top.kind == FaceFault.COCKED)
        yield CalibratedPicture(np.asarray(image, np.uint8), cameras[one.path.name], flat, leaning)


def _scaling(scale: float) -> Floats:
    """Returns the affine map (2×3) of pixels when a picture is made `scale` times as large."""
    return np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2]])


def moved_axis(axis: Floats, way: Floats) -> Floats:
    """Returns a camera's axis (AXIS numbers) under an affine map (2×3) that keeps angles."""
    assert len(axis) == AXIS
    focal = axis[2] * np.sqrt(abs(np.linalg.det(way[:, :2])))
    return np.array([*(way[:, :2] @ axis[:2] + way[:, 2]), focal, *axis[3:]])


def _placed(rng: Rng, picture: Picture, straight: bool) -> tuple[NDArray[np.uint8], Floats]:
    """Returns the picture, made smaller by halves, and the affine map (2×3) from it to a random scene."""
    image = picture.image
    edges = [float(np.sqrt(cv2.contourArea(top.quad.astype(np.float32)))) for top in picture.tops]
    usual = float(np.median(edges)) if edges else float(rng.uniform(30, 150))
    scale = min(ENLARGED, float(np.exp(rng.uniform(*np.log(EDGES)))) / usual)
    scale = max(scale, 0.9 * SIDE / max(image.shape[:2]))
    if picture.tops and rng.random() < 0.85:
        middle = picture.tops[int(rng.integers(len(picture.tops)))].quad.mean(0)
        middle = middle + rng.uniform(-0.45, 0.45, 2) * SIDE / scale
    else:
        middle = rng.uniform(0, 1, 2) * image.shape[1::-1]
    # The scene's window stays within the picture as far as that goes.
    reach = np.minimum(0.5 * SIDE / scale, 0.5 * np.array(image.shape[1::-1]))
    middle = np.clip(middle, reach * 0.9, np.array(image.shape[1::-1]) - reach * 0.9)
    angle = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else 0.0
    squeeze = np.array([1.0, 1.0]) if straight else np.exp(rng.normal(0, 0.05, 2))
    if not straight and rng.random() < 0.15:
        squeeze[int(rng.integers(2))] *= rng.uniform(0.68, 1.0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = np.diag(squeeze) @ turn * scale
    while scale < 0.5:
        # Halving first, that nothing is skipped where the picture is made much smaller.
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        scale, linear, middle = 2 * scale, 2 * linear, (middle + 0.5) / 2 - 0.5
    shift = np.array([SIDE / 2, SIDE / 2]) - linear @ middle
    return image, np.column_stack([linear, shift])


def cut_scene(rng: Rng, picture: Picture, straight: bool = False) -> DrawnScene:
    """Returns a random piece of a picture as a scene; what nobody labelled is UNKNOWN.

    `straight`: it is not squeezed, so that it is seen as the picture's own camera sees it.
    """
    image, way = _placed(rng, picture, straight)
    halved = image.shape[1] / picture.image.shape[1]
    filled = tuple(float(level) for level in rng.integers(0, 90, 1).repeat(3))
    seen = cv2.warpAffine(image, way, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderValue=filled)
    inside = cv2.warpAffine(np.ones(image.shape[:2], np.uint8), way, (SIDE, SIDE), flags=cv2.INTER_NEAREST)
    labels = np.full((SIDE, SIDE), GROUND, np.uint8)
    labels[inside == 0] = UNKNOWN
    tops = [top.moved(_scaling(halved)).moved(way) for top in picture.tops]
    for top in tops:
        _fill(labels, top.around, UNKNOWN)
    for top in tops:
        _fill(labels, top.body, BODY)
    faces = [(top.quad, _kind(top)) for top in tops if share_in_sight(top.quad, SIDE) > 0]
    for quad, kind in faces:
        _fill(labels, grown(quad, SHRINK), kind if kind < FaceFault.COCKED else UNREADABLE)
    cells = np.ascontiguousarray(labels[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])
    axis = None
    if straight and picture.axis is not None:
        axis = moved_axis(moved_axis(picture.axis, _scaling(halved)), way)
    return DrawnScene(np.asarray(seen, np.uint8), cells, tuple(faces), axis)


def _kind(top: Top) -> int:
    """Returns what a face is in a scene that may cut it off."""
    cut = top.kind < FaceFault.COCKED and share_in_sight(top.quad, SIDE) < SEEN_WHOLE
    return int(FaceFault.CUT_OFF) if cut else top.kind


def _fill(labels: NDArray[np.uint8], outline: Floats, label: int) -> None:
    cv2.fillConvexPoly(labels, cv2.convexHull(np.round(outline + 0.5).astype(np.int32)), (label,))


class Album:
    """The pictures learned from, dealt as random scenes without end, one picture as often as another."""

    def __init__(self, folders: Sequence[Path], rng: Rng, straight: bool = False) -> None:
        """Reads the pictures; raises FileNotFoundError where there are none.

        `straight`: only those whose camera looks straight down, and as that sees them.
        """
        self._pictures = [one for one in read_pictures(folders) if not straight or one.axis is not None]
        self._rng, self._straight = rng, straight
        self._order: list[int] = []

    def deal(self) -> DrawnScene:
        """Returns a scene of the next picture."""
        if not self._order:
            self._order = [int(k) for k in self._rng.permutation(len(self._pictures))]
        return cut_scene(self._rng, self._pictures[self._order.pop()], self._straight)
