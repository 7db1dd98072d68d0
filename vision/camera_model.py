"""A calibrated camera above a floor: the projection of world points, and the rays of pixels.

OpenCV's conventions: a pinhole with radial and tangential distortion, and the pose of the world in the camera. The
world's floor is z = 0, z points up, lengths are millimetres.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounded_text import BoundedTextError, parse_bounded, read_bounded

Floats = NDArray[np.float64]

UNDISTORTION = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-8)
"""Termination of the iterative undistortion; OpenCV's default of five steps is not enough for lenses of more than
90°."""

SAME_ASPECT = 0.02
"""Frames whose aspect ratio differs by more than this fraction from the calibrated one are another crop."""


MAX_PIXELS = 50_000
"""Maximum width and height of a picture."""

LARGEST_NUMBER = 1e6
"""Larger values (millimetres, pixels, coefficients) are mistakes, and overflow OpenCV's computations."""


Picture = TypeVar("Picture", NDArray[np.uint8], NDArray[np.float32])

DOWN = np.diag([1.0, -1.0, -1.0])
"""Rotation of a camera that looks straight down."""


class CameraModelError(ValueError):
    """A calibration that is invalid, or does not fit the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraModel:
    """A calibrated camera.

    `image_size` is width and height in pixels, `matrix` OpenCV's camera matrix (3×3), `distortion` (k1, k2, p1, p2,
    k3); `rvec` and `tvec` take world points (mm) into the camera.
    """

    image_size: tuple[int, int]
    matrix: Floats
    distortion: Floats
    rvec: Floats
    tvec: Floats
    rotation: Floats = field(init=False)
    center: Floats = field(init=False)
    """Position of the camera in the world (mm)."""

    def __post_init__(self) -> None:
        """Validates the numbers and derives the camera's position."""
        shapes = {"camera_matrix": (3, 3), "distortion": (5,), "rvec": (3,), "tvec": (3,)}
        for (name, shape), values in zip(
            shapes.items(), (self.matrix, self.distortion, self.rvec, self.tvec), strict=True
        ):
            if values.shape != shape or not np.isfinite(values).all():
                raise CameraModelError(f"{name} must be {'×'.join(map(str, shape))} finite numbers")
        if min(self.image_size) <= 0 or min(self.matrix[0, 0], self.matrix[1, 1]) <= 0:
            raise CameraModelError("image_size and the focal lengths must be positive")
        if max(self.image_size) > MAX_PIXELS:
            raise CameraModelError(f"image_size is {self.image_size[0]}×{self.image_size[1]}: no camera is so large")
        if (
            max(np.abs(values).max() for values in (self.matrix, self.distortion, self.rvec, self.tvec))
            > LARGEST_NUMBER
        ):
            raise CameraModelError(f"a number is larger than {LARGEST_NUMBER:g}: no camera has that")
        rotation = np.asarray(cv2.Rodrigues(self.rvec)[0], float)
        center = np.asarray(-rotation.T @ self.tvec, float)
        if center[2] <= 0:
            raise CameraModelError("the camera lies below the floor: z must point up")
        object.__setattr__(self, "rotation", rotation)
        object.__setattr__(self, "center", center)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "CameraModel":
        """Reads what `meierbox calibrate` writes; raises CameraModelError.

        >>> view = {"image_size": [4, 2], "camera_matrix": [[4, 0, 2], [0, 4, 1], [0, 0, 1]],
        ...         "rvec": [3.14159265, 0, 0], "tvec": [0, 0, 100]}
        >>> [round(abs(x), 3) for x in CameraModel.from_json(view).center.tolist()]
        [0.0, 0.0, 100.0]
        """
        try:
            width, height = (int(side) for side in data["image_size"])
            distortion = [float(one) for one in data.get("distortion", ())]
            return cls(
                (width, height),
                np.array(data["camera_matrix"], float),
                np.array(distortion + [0.0] * (5 - len(distortion))),
                np.array(data["rvec"], float),
                np.array(data["tvec"], float),
            )
        except CameraModelError:
            raise
        except KeyError as error:
            raise CameraModelError(f"{error.args[0]} is missing") from error
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            raise CameraModelError("it is no camera calibration") from error

    @classmethod
    def straight_down(cls, image_size: tuple[int, int], focal: float, height_mm: float) -> "CameraModel":
        """Returns the model of an undistorted camera (`focal` in pixels) that looks straight down from a height."""
        width, height = image_size
        matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        return cls(image_size, matrix, np.zeros(5), np.array([np.pi, 0, 0]), np.array([0, 0, height_mm], float))

    def to_json(self) -> dict[str, Any]:
        """Returns what `from_json` reads."""
        return {
            "image_size": list(self.image_size),
            "camera_matrix": self.matrix.tolist(),
            "distortion": self.distortion.tolist(),
            "rvec": self.rvec.tolist(),
            "tvec": self.tvec.tolist(),
        }

    def fitted_to(self, height: int, width: int) -> "CameraModel":
        """Returns the model for frames of another resolution; raises CameraModelError for another crop."""
        if (width, height) == self.image_size:
            return self
        across, down = width / self.image_size[0], height / self.image_size[1]
        if abs(across / down - 1) > SAME_ASPECT:
            raise CameraModelError(f"it is for pictures of {self.image_size[0]}×{self.image_size[1]} pixels")
        # Pixel centres are whole numbers, so that the corner of the picture is at -0.5.
        scale = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
        return CameraModel((width, height), scale @ self.matrix, self.distortion, self.rvec, self.tvec)

    def to_pixels(self, points: Floats) -> Floats:
        """Projects world points (N×3 mm) to pixels (N×2)."""
        seen, _ = cv2.projectPoints(
            np.ascontiguousarray(points, float), self.rvec, self.tvec, self.matrix, self.distortion
        )
        return np.asarray(seen[:, 0], float)

    def rays(self, pixels: Floats) -> Floats:
        """Returns the world directions (N×3, not normalised) of pixels (N×2)."""
        flat = cv2.undistortPointsIter(
            np.ascontiguousarray(pixels, float)[:, None],
            self.matrix,
            self.distortion,
            np.eye(3),
            np.eye(3),
            UNDISTORTION,
        )[:, 0]
        return np.asarray(np.column_stack([flat, np.ones(len(flat))]) @ self.rotation, float)

    def to_plane(self, pixels: Floats, height: float = 0.0) -> Floats:
        """Returns the points (N×2 mm) at which the rays of pixels (N×2) hit the plane `height` above the floor.

        Infinite if a ray does not point down.
        """
        rays = self.rays(pixels)
        down = np.where(rays[:, 2] < 0, -rays[:, 2], np.nan)
        reach = (self.center[2] - height) / down
        points = self.center[:2] + rays[:, :2] * reach[:, None]
        return np.asarray(np.where(np.isfinite(points), points, np.inf), float)

    def from_above(self, pixels: Floats) -> Floats:
        """Returns the positions of pixels (N×2) in the overhead view: undistorted, the camera looking straight down.

        The point below the camera is at the principal point; x runs along the world's, y against it.
        """
        points = np.ascontiguousarray(pixels, float)[:, None]
        found = cv2.undistortPointsIter(
            points, self.matrix, self.distortion, DOWN @ self.rotation.T, self.matrix, UNDISTORTION
        )
        return np.asarray(found[:, 0], float)

    def above_pixels(self, points: Floats) -> Floats:
        """Projects world points (N×3 mm) to pixels of the overhead view."""
        seen = (points - self.center) @ (self.matrix @ DOWN).T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def seen_from_above(self, picture: Picture, way: Floats, size: tuple[int, int]) -> Picture:
        """Returns a part of the overhead view; `picture` is the frame, or a reduced version of it.

        `way` is the homography (3×3) from pixels of the overhead view to those of the part, `size` its width and
        height.
        """
        rows, columns = picture.shape[:2]
        across, down = columns / self.image_size[0], rows / self.image_size[1]
        scale = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
        xs, ys = cv2.initUndistortRectifyMap(
            scale @ self.matrix, self.distortion, DOWN @ self.rotation.T, way @ self.matrix, size, cv2.CV_32FC1
        )
        return cast(Picture, cv2.remap(picture, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def tilted(self, about: Floats, turn: Floats) -> "CameraModel":
        """Returns the model rotated (3×3) about a point (3 mm), relative to which a flat die leans."""
        rotation = self.rotation @ turn
        center = turn.T @ (self.center - about) + about
        rvec = np.asarray(cv2.Rodrigues(rotation)[0], float)[:, 0]
        return CameraModel(self.image_size, self.matrix, self.distortion, rvec, -rotation @ center)


def load_calibrations(path: Path) -> "Calibrations":
    """Reads a calibration file: one object, or JSON lines `{"file": NAME, "calibration": {…}}`.

    Raises OSError if it cannot be opened, CameraModelError if it is invalid.
    """
    try:
        text = read_bounded(path)
    except BoundedTextError as error:
        raise CameraModelError(str(error)) from error
    try:
        whole = parse_bounded(text)
    except BoundedTextError:
        whole = None
    if isinstance(whole, dict) and "calibration" not in whole:
        return Calibrations(CameraModel.from_json(whole))
    by_file: dict[str, CameraModel] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = parse_bounded(line)
            name, calibration = entry["file"], entry["calibration"]
        except BoundedTextError as error:
            raise CameraModelError(f"line {number}: {error}") from error
        except (KeyError, TypeError):
            raise CameraModelError(f'line {number} is no object with "file" and "calibration"') from None
        try:
            by_file[Path(str(name)).name] = CameraModel.from_json(calibration)
        except CameraModelError as error:
            raise CameraModelError(f"line {number}: {error}") from error
    if not by_file:
        raise CameraModelError("it holds no calibration")
    return Calibrations(None, by_file)


@dataclass(frozen=True, slots=True, eq=False)
class Calibrations:
    """The cameras of pictures: one for all, or by file name."""

    common: CameraModel | None
    by_file: Mapping[str, CameraModel] = field(default_factory=dict)

    def of(self, picture: Path) -> CameraModel | None:
        """Returns the camera of a picture, None if it is unknown."""
        return self.by_file.get(picture.name, self.common)
