"""What degrades a view: hairs, drops, haze, dust and fingerprints on the lens; crumbs, rings and pencils on the ground.

Dirt on the lens is out of focus and covers everything; litter on the ground is sharp and casts a shadow.
"""

import cv2
import numpy as np

from vision.training.backgrounds import Image, Rng, random_colour


def draw_litter(rng: Rng, ground: Image) -> None:
    """Draws crumbs, rings or pencils on the ground (H×W×3)."""
    kind = rng.random()
    if kind < 0.4:
        _draw_crumbs(rng, ground)
    elif kind < 0.7:
        for _ in range(int(rng.integers(1, 4))):
            _draw_ring(rng, ground)
    else:
        for _ in range(int(rng.integers(1, 3))):
            _draw_pencil(rng, ground)


def dirty_lens(rng: Rng, canvas: Image) -> Image:
    """Returns the scene (H×W×3) seen through a dirty lens, or with hairs or dust on the dice."""
    kind = str(rng.choice(["hairs", "drops", "haze", "dust", "print"], p=[0.25, 0.25, 0.2, 0.2, 0.1]))
    if kind == "hairs":
        return _add_hairs(rng, canvas)
    if kind == "drops":
        return _add_drops(rng, canvas)
    if kind == "dust":
        return _add_dust(rng, canvas)
    return _add_haze(rng, canvas, patchy=kind == "print")


def _darken_shadow(ground: Image, mask: Image, shift: tuple[float, float], darkness: float) -> None:
    """Darkens the ground where the object with this mask (H×W, 0 to 1) casts its shadow."""
    translation = np.array([(1, 0, shift[0]), (0, 1, shift[1])], np.float32)
    shadow = cv2.warpAffine(cv2.GaussianBlur(mask, (0, 0), 1.5), translation, mask.shape[::-1])
    ground *= (1 - darkness * np.asarray(shadow, np.float32))[..., None]


def _place_object(rng: Rng, ground: Image, mask: Image, colour: Image) -> None:
    """Blends an object with this mask (H×W, 0 to 1) and colour (3, or H×W×3) into the ground, with its shadow."""
    _darken_shadow(ground, mask, (float(rng.normal(0, 2)), float(rng.normal(0, 2))), float(rng.uniform(0.2, 0.7)))
    ground += mask[..., None] * (colour - ground)


def _draw_crumbs(rng: Rng, ground: Image) -> None:
    side = len(ground)
    mask = np.zeros((side, side), np.float32)
    centre, spread = rng.uniform(0, side, 2), float(rng.uniform(0.05, 0.4)) * side
    size = float(rng.uniform(1, 5))
    for _ in range(int(rng.integers(3, 40))):
        position, count = centre + rng.normal(0, spread, 2), int(rng.integers(4, 8))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        radius = size * np.exp(rng.normal(0, 0.5)) * rng.uniform(0.5, 1, count)
        crumb = position + np.column_stack([np.cos(angles), np.sin(angles)]) * radius[:, None]
        cv2.fillPoly(mask, [np.round(crumb).astype(np.int32)], (1.0,), cv2.LINE_AA)
    tone = random_colour(rng, 0.1, 0.8) * rng.uniform(0.7, 1.3, (side, side, 1)).astype(np.float32)
    _place_object(rng, ground, mask, tone)


def _draw_ring(rng: Rng, ground: Image) -> None:
    side = len(ground)
    mask = np.zeros((side, side), np.float32)
    x, y = rng.uniform(0, side, 2).tolist()
    radius = float(rng.uniform(8, 50))
    thickness = max(1, round(radius * float(rng.uniform(0.08, 0.3))))
    aspect = 1.0 if rng.random() < 0.6 else float(rng.uniform(0.3, 1))
    cv2.ellipse(
        mask, ((x, y), (2 * radius, 2 * radius * aspect), float(rng.uniform(0, 180))), (1.0,), thickness, cv2.LINE_AA
    )
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    angle = np.arctan2(rows - y, columns - x)
    shading = 0.7 + 0.6 * np.cos(2 * angle + rng.uniform(0, 6)) ** 2
    _place_object(rng, ground, mask, random_colour(rng, 0.3, 0.9) * shading[..., None])


def _draw_pencil(rng: Rng, ground: Image) -> None:
    side = len(ground)
    mask = np.zeros((side, side), np.float32)
    angle, thickness = rng.uniform(0, 2 * np.pi), float(rng.uniform(4, 22))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    start, length = rng.uniform(-0.2, 1.0, 2) * side, float(rng.uniform(0.3, 1.3)) * side
    tip = start + along * (length + 2.5 * thickness)
    bar = [start - across * thickness / 2, start + along * length - across * thickness / 2]
    bar += [tip, start + along * length + across * thickness / 2, start + across * thickness / 2]
    cv2.fillPoly(mask, [np.round(np.array(bar)).astype(np.int32)], (1.0,), cv2.LINE_AA)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    offset = ((columns - start[0]) * across[0] + (rows - start[1]) * across[1]) / thickness
    shade = 1 - 0.35 * np.round(np.clip(offset + 0.5, 0, 1) * 2) / 2
    tone = random_colour(rng, 0.1, 0.9) * shade[..., None].astype(np.float32)
    is_tip = (columns - start[0]) * along[0] + (rows - start[1]) * along[1] > length
    tone[is_tip] = np.array([0.45, 0.62, 0.8], np.float32)
    _place_object(rng, ground, mask, tone)


def _add_hairs(rng: Rng, canvas: Image) -> Image:
    """Draws thin curves: sharp if the hairs lie on the dice, blurred if on the lens."""
    side = len(canvas)
    mask = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        ends = rng.uniform(-0.1, 1.1, (4, 2)) * side
        t = np.linspace(0, 1, 40)[:, None]
        curve = (1 - t) ** 3 * ends[0] + 3 * t * (1 - t) ** 2 * ends[1] + 3 * t**2 * (1 - t) * ends[2] + t**3 * ends[3]
        cv2.polylines(
            mask, [np.round(curve * 8).astype(np.int32)], False, (1.0,), int(rng.integers(1, 3)), cv2.LINE_AA, 3
        )
    blur = float(rng.choice([0.0, rng.uniform(0.5, 4)]))
    if blur:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)
    tone = random_colour(rng, 0.02, 0.3) if rng.random() < 0.8 else random_colour(rng, 0.6, 1.0)
    alpha = (float(rng.uniform(0.5, 1.0)) * np.clip(mask * (1 + blur), 0, 1))[..., None]
    return np.asarray(canvas + alpha * (tone - canvas), np.float32)


def _add_drops(rng: Rng, canvas: Image) -> Image:
    """Draws drops on the lens: blurred and refracted inside, with a bright or dark rim."""
    side = len(canvas)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    blurred = np.asarray(cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(1.0, 3.5))), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        (x, y), radius = rng.uniform(0, side, 2), float(np.exp(rng.uniform(np.log(6), np.log(60))))
        out_x, out_y = (columns - x) / radius, (rows - y) / radius
        distance = np.hypot(out_x, out_y)
        inside = np.clip((1 - distance) * radius / 2 + 0.5, 0, 1)
        refraction = float(rng.uniform(-0.35, 0.35)) * np.clip(1 - distance**2, 0, 1)
        # Random scalars are float64 in NumPy 2, but remap takes float32.
        bent_x = np.asarray(columns + out_x * radius * refraction, np.float32)
        bent_y = np.asarray(rows + out_y * radius * refraction, np.float32)
        refracted = cv2.remap(blurred, bent_x, bent_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        rim = float(rng.normal(0, 0.25)) * np.clip(1 - np.abs(distance - 0.92) / 0.12, 0, 1)
        refracted = refracted * float(rng.uniform(0.8, 1.2)) + rim[..., None]
        canvas = canvas + (inside * float(rng.uniform(0.5, 1.0)))[..., None] * (refracted - canvas)
    return np.asarray(np.clip(canvas, 0, None), np.float32)


def _add_haze(rng: Rng, canvas: Image, patchy: bool) -> Image:
    """Adds a veil of scattered light; if `patchy`, it is a fingerprint with ridges at one place."""
    side = len(canvas)
    veil = np.full((side, side), float(rng.uniform(0.1, 0.55)), np.float32)
    if patchy:
        rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
        (x, y), extent = rng.uniform(0, side, 2), float(rng.uniform(0.1, 0.4)) * side
        distance = np.hypot(columns - x, (rows - y) * rng.uniform(0.5, 1.0))
        ridges = 0.75 + 0.25 * np.sin(distance / float(rng.uniform(0.8, 2.5)))
        veil = veil * np.clip(1.5 - distance / extent, 0, 1) * ridges
    scattered = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(6, 40)))
    blurred = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 2.0)))
    return np.asarray(blurred + veil[..., None] * (scattered * rng.uniform(0.9, 1.3) - blurred), np.float32)


def _add_dust(rng: Rng, canvas: Image) -> Image:
    """Draws specks, sharp on dice and ground or blurred on the lens."""
    side = len(canvas)
    mask = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(10, 150))):
        x, y = rng.integers(0, side, 2).tolist()
        cv2.circle(mask, (x, y), int(rng.integers(0, 3)), (float(rng.uniform(0.3, 1)),), -1, cv2.LINE_AA)
    blur = float(rng.choice([rng.uniform(0.3, 0.8), rng.uniform(1.5, 5)]))
    mask = np.clip(np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32) * (1 + blur), 0, 1)
    tone = random_colour(rng, 0.5, 1.0) if rng.random() < 0.6 else random_colour(rng, 0.02, 0.3)
    return np.asarray(canvas + (float(rng.uniform(0.3, 0.9)) * mask)[..., None] * (tone - canvas), np.float32)
