"""Photometric augmentation, different each time: gain, gamma, channel order, blur, noise."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Rng


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
