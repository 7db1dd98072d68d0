"""Augmentation of images and patches, different each time: colours, blur, noise, saturation, rotation."""

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Rng

Pixel = TypeVar("Pixel", bound=np.generic)

INVERSION_PROBABILITY, GREY_PROBABILITY = 0.15, 0.25
"""Probabilities that a patch is inverted (negative), and that it is converted to grey."""


def augment(rng: Rng, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the image (H×W×3) with random gains and gamma, sometimes permuted channels, blur or noise."""
    if rng.random() < 0.25:
        image = image[:, :, rng.permutation(3)]
    gain = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.05, 3))
    gamma = float(np.exp(rng.normal(0, 0.2)))
    levels = np.arange(256) / 255.0
    table = np.clip(255 * gain * levels[:, None] ** gamma + rng.normal(0, 3), 0, 255).astype(np.uint8)
    image = np.asarray(cv2.LUT(np.ascontiguousarray(image), table[None]), np.uint8)
    if rng.random() < 0.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.0))), np.uint8)
    if rng.random() < 0.25:
        noise: NDArray[np.int16] = np.empty(image.shape, np.int16)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(noise, np.zeros(3), np.full(3, rng.uniform(2, 10)))
        image = np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)
    return image


def augment_colours(rng: Rng, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the image (H×W×3) augmented, and sometimes inverted or grey."""
    image = augment(rng, image)
    if rng.random() < INVERSION_PROBABILITY:
        image = np.bitwise_not(image)
    if rng.random() < GREY_PROBABILITY:
        image = np.repeat(image.mean(2, keepdims=True), 3, axis=2).astype(np.uint8)
    return image


def rotate(
    pixels: NDArray[Pixel], corners: NDArray[np.float32], quarter_turns: int, mirror: bool
) -> tuple[NDArray[Pixel], NDArray[np.float32]]:
    """Returns a patch (side×side, or side×side×3) rotated counter-clockwise, then mirrored, with its corners.

    The corners (8) start at the upper left one again.

    >>> square = np.array([-1, -1, 1, -1, 1, 1, -1, 1], np.float32) / 2
    >>> rotate(np.zeros((4, 4), np.float32), square, 3, True)[1].tolist() == square.tolist()
    True
    """
    points = corners.reshape(4, 2)
    for _ in range(quarter_turns):
        points = np.roll(np.column_stack([points[:, 1], -points[:, 0]]), -1, axis=0)
    pixels = np.rot90(pixels, quarter_turns)
    if mirror:
        pixels, points = pixels[:, ::-1], (points * (-1, 1))[[1, 0, 3, 2]]
    return np.ascontiguousarray(pixels), points.astype(np.float32).ravel()


def saturate(rng: Rng, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns a patch clipped at a random level and normalised again, as if the brighter part were overexposed."""
    low, high = np.quantile(pixels, (0.3, 0.97))
    clipped = np.minimum(pixels, rng.uniform(low, high))
    return np.asarray((clipped - clipped.mean()) / max(float(clipped.std()), 0.05), np.float32)
