"""Simulates light, lens and sensor: uneven light, colour cast, exposure, blur, noise, sharpening, JPEG artefacts."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import Image, Rng


def _uneven_light(rng: Rng, canvas: Image) -> Image:
    side = canvas.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
    gradient = rng.normal(0, 1, 2)
    slope = 1 + rng.uniform(0, 0.5) * ((x - 0.5) * gradient[0] + (y - 0.5) * gradient[1])
    if rng.random() < 0.2:
        centre = rng.uniform(0, 1, 2)
        highlight = rng.uniform(0.1, 0.6) * np.exp(
            -((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / rng.uniform(0.01, 0.08)
        )
        canvas = canvas + highlight[..., None].astype(np.float32) * (1 - canvas) * 0.7
    if rng.random() < 0.15:
        boundary = (x - rng.uniform(0.2, 0.8)) * np.cos(gradient[0] * 3) + (y - rng.uniform(0.2, 0.8)) * np.sin(
            gradient[0] * 3
        )
        slope = slope * np.where(boundary > 0, 1.0, rng.uniform(0.25, 0.8)).astype(np.float32)
    return np.asarray(canvas * np.clip(slope, 0.2, 2)[..., None], np.float32)


def _expose(rng: Rng, image: Image) -> Image:
    exposure = float(np.exp(rng.normal(0.1, 0.45)))
    kind = rng.random()
    if kind < 0.06:
        exposure *= float(rng.uniform(0.08, 0.35))
    elif kind < 0.18:
        exposure *= float(rng.uniform(1.5, 3.5))
    image = np.asarray(image * rng.uniform(0.85, 1.15, 3).astype(np.float32) * exposure, np.float32)
    if rng.random() < 0.12:
        image = np.repeat(image.mean(2, keepdims=True), 3, axis=2)
    if rng.random() < 0.15:
        # Veiling glare: light scattered in the lens.
        glow = cv2.GaussianBlur(np.minimum(image, 1.5), (0, 0), float(rng.uniform(3, 20)))
        image = image + float(rng.uniform(0.02, 0.15)) * glow
    image = np.clip(image, 0, 1) ** float(np.exp(rng.normal(-0.35, 0.3)))
    return np.asarray(np.clip((image - 0.5) * rng.uniform(0.6, 1.2) + 0.5 + rng.normal(0, 0.06), 0, 1), np.float32)


def photograph(rng: Rng, canvas: Image, well_exposed: bool = False) -> NDArray[np.uint8]:
    """Returns the image (uint8) that a camera takes of a scene (H×W×3, linear, about 0 to 1).

    `well_exposed` leaves out uneven light and extreme exposures, as in the box.
    """
    if well_exposed:
        gains = rng.uniform(0.93, 1.07, 3).astype(np.float32) * float(np.exp(rng.normal(0, 0.2)))
        image = np.asarray(np.clip(canvas * gains, 0, 1) ** float(np.exp(rng.normal(0, 0.15))), np.float32)
    else:
        image = _expose(rng, _uneven_light(rng, canvas))
    blur = float(rng.choice([rng.uniform(0, 0.6), rng.uniform(0.6, 1.6), rng.uniform(1.5, 2.6)], p=[0.6, 0.3, 0.1]))
    if blur > 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.float32)
    noise_level = float(rng.choice([rng.uniform(0, 0.012), rng.uniform(0.01, 0.07)], p=[0.72, 0.28]))
    noise = rng.standard_normal(image.shape).astype(np.float32) * noise_level
    if rng.random() < 0.4:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.8) * 2, np.float32)
    image = image + noise
    if rng.random() < 0.25:
        image = image + float(rng.uniform(0.3, 1.5)) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    quantised = np.asarray(np.clip(image * 255, 0, 255), np.uint8)
    if rng.random() < 0.5:
        _, encoded = cv2.imencode(".jpg", quantised, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        quantised = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
    return quantised
