"""The viewpoint of a picture: a pinhole camera with a little barrel distortion."""

from dataclasses import dataclass

import numpy as np

from hardware.simulated.simulated_dice import Vector

WIDTH, HEIGHT = 1280, 960


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A camera at `place` (mm); the rows of `axes` are its right, its up and its forward direction.

    The world's x runs to the right, y to the back wall (up in the picture), z up from the floor.
    `focal` is in pixels; `barrel` is the first radial coefficient k1.
    """

    place: Vector
    axes: Vector
    focal: float
    barrel: float = -0.04

    def rays(self, rows: slice = slice(0, HEIGHT)) -> Vector:
        """Returns the direction (rows × W × 3, not of unit length) in which each pixel of some rows looks.

        They are computed when asked for: those of a whole picture take 15 MB.
        """
        x, y = np.meshgrid(
            (np.arange(WIDTH, dtype=np.float32) - (WIDTH - 1) / 2) / np.float32(self.focal),
            ((HEIGHT - 1) / 2 - np.arange(rows.start, rows.stop, dtype=np.float32)) / np.float32(self.focal),
        )
        squared = x * x + y * y
        stretch = 1 / (1 + self.barrel * squared)
        stretch = 1 / (1 + self.barrel * squared * stretch * stretch)
        flat = np.stack([x * stretch, y * stretch, np.ones_like(x)], axis=-1).astype(np.float32)
        return np.asarray(flat @ self.axes, np.float32)

    def project(self, points: Vector) -> Vector:
        """Pixels (N × 2) at which world points (N × 3) are seen."""
        eye = (points - self.place) @ self.axes.T
        flat = eye[:, :2] / np.maximum(eye[:, 2:], 1e-3)
        bent = flat * (1 + self.barrel * (flat * flat).sum(axis=1, keepdims=True))
        middle = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])
        return np.asarray(middle + bent * np.array([1, -1]) * self.focal, np.float32)


@dataclass(frozen=True, slots=True)
class ViewTarget:
    """Where a camera stands (mm), what its middle pixel sees (mm), and how wide its picture is (degrees)."""

    place: tuple[float, float, float]
    at: tuple[float, float, float]
    hfov_deg: float

    def view(self) -> Viewpoint:
        """The view from there."""
        return looking(self.place, self.at, self.hfov_deg)


def looking(place: tuple[float, float, float], at: tuple[float, float, float], hfov_deg: float) -> Viewpoint:
    """A view from `place` towards `at`, `hfov_deg` wide, its up as near to the world's y as can be."""
    eye = np.array(place, np.float32)
    forward = np.array(at, np.float32) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, np.array([0, 1, 0], np.float32))
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(right, forward), forward]).astype(np.float32)
    return Viewpoint(eye, axes, WIDTH / 2 / float(np.tan(np.radians(hfov_deg) / 2)))
