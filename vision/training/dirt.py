"""What keeps a camera from seeing well, and what lies about: hairs, drops, haze, dust, prints; crumbs, rings, pencils.

Dirt on the lens is out of focus and lies over everything; litter lies on the floor, sharp, with a shadow.
"""

import cv2
import numpy as np

from vision.training.floors import Image, Rng, random_colour


def litter(rng: Rng, ground: Image) -> None:
    """Lays crumbs, rings or pencils on the ground (H×W×3)."""
    kind = rng.random()
    if kind < 0.4:
        _crumbs(rng, ground)
    elif kind < 0.7:
        for _ in range(int(rng.integers(1, 4))):
            _ring(rng, ground)
    else:
        for _ in range(int(rng.integers(1, 3))):
            _pencil(rng, ground)


def on_lens(rng: Rng, canvas: Image) -> Image:
    """Returns the scene (H×W×3) as it is seen through a dirty lens, or over a hair or dust that lies on the dice."""
    kind = str(rng.choice(["hairs", "drops", "haze", "dust", "print"], p=[0.25, 0.25, 0.2, 0.2, 0.1]))
    if kind == "hairs":
        return _hairs(rng, canvas)
    if kind == "drops":
        return _drops(rng, canvas)
    if kind == "dust":
        return _dust(rng, canvas)
    return _haze(rng, canvas, patchy=kind == "print")


def _shadowed(ground: Image, mask: Image, shift: tuple[float, float], dark: float) -> None:
    """Darkens the ground where what a mask (H×W, 0 to 1) covers throws its shadow."""
    way = np.array([(1, 0, shift[0]), (0, 1, shift[1])], np.float32)
    moved = cv2.warpAffine(cv2.GaussianBlur(mask, (0, 0), 1.5), way, mask.shape[::-1])
    ground *= (1 - dark * np.asarray(moved, np.float32))[..., None]


def _laid(rng: Rng, ground: Image, mask: Image, colour: Image) -> None:
    """Lays something of this shape (H×W, 0 to 1) and colour (3, or H×W×3) on the ground, with its shadow."""
    _shadowed(ground, mask, (float(rng.normal(0, 2)), float(rng.normal(0, 2))), float(rng.uniform(0.2, 0.7)))
    ground += mask[..., None] * (colour - ground)


def _crumbs(rng: Rng, ground: Image) -> None:
    side = len(ground)
    mask = np.zeros((side, side), np.float32)
    about, spread = rng.uniform(0, side, 2), float(rng.uniform(0.05, 0.4)) * side
    size = float(rng.uniform(1, 5))
    for _ in range(int(rng.integers(3, 40))):
        at, count = about + rng.normal(0, spread, 2), int(rng.integers(4, 8))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        radius = size * np.exp(rng.normal(0, 0.5)) * rng.uniform(0.5, 1, count)
        lump = at + np.column_stack([np.cos(angles), np.sin(angles)]) * radius[:, None]
        cv2.fillPoly(mask, [np.round(lump).astype(np.int32)], (1.0,), cv2.LINE_AA)
    tone = random_colour(rng, 0.1, 0.8) * rng.uniform(0.7, 1.3, (side, side, 1)).astype(np.float32)
    _laid(rng, ground, mask, tone)


def _ring(rng: Rng, ground: Image) -> None:
    side = len(ground)
    mask = np.zeros((side, side), np.float32)
    x, y = rng.uniform(0, side, 2).tolist()
    radius = float(rng.uniform(8, 50))
    thick = max(1, round(radius * float(rng.uniform(0.08, 0.3))))
    flat = 1.0 if rng.random() < 0.6 else float(rng.uniform(0.3, 1))
    cv2.ellipse(mask, ((x, y), (2 * radius, 2 * radius * flat), float(rng.uniform(0, 180))), (1.0,), thick, cv2.LINE_AA)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    turn = np.arctan2(rows - y, columns - x)
    shine = 0.7 + 0.6 * np.cos(2 * turn + rng.uniform(0, 6)) ** 2
    _laid(rng, ground, mask, random_colour(rng, 0.3, 0.9) * shine[..., None])


def _pencil(rng: Rng, ground: Image) -> None:
    side = len(ground)
    mask = np.zeros((side, side), np.float32)
    angle, thick = rng.uniform(0, 2 * np.pi), float(rng.uniform(4, 22))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    start, length = rng.uniform(-0.2, 1.0, 2) * side, float(rng.uniform(0.3, 1.3)) * side
    tip = start + along * (length + 2.5 * thick)
    bar = [start - across * thick / 2, start + along * length - across * thick / 2]
    bar += [tip, start + along * length + across * thick / 2, start + across * thick / 2]
    cv2.fillPoly(mask, [np.round(np.array(bar)).astype(np.int32)], (1.0,), cv2.LINE_AA)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    beside = ((columns - start[0]) * across[0] + (rows - start[1]) * across[1]) / thick
    shade = 1 - 0.35 * np.round(np.clip(beside + 0.5, 0, 1) * 2) / 2
    tone = random_colour(rng, 0.1, 0.9) * shade[..., None].astype(np.float32)
    beyond = (columns - start[0]) * along[0] + (rows - start[1]) * along[1] > length
    tone[beyond] = np.array([0.45, 0.62, 0.8], np.float32)
    _laid(rng, ground, mask, tone)


def _hairs(rng: Rng, canvas: Image) -> Image:
    """Draws thin curved lines, sharp where they lie on the dice, blurred where on the lens."""
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
    cover = (float(rng.uniform(0.5, 1.0)) * np.clip(mask * (1 + blur), 0, 1))[..., None]
    return np.asarray(canvas + cover * (tone - canvas), np.float32)


def _drops(rng: Rng, canvas: Image) -> Image:
    """Lays drops on the lens: within each all is seen blurred and bent, its rim bright or dark."""
    side = len(canvas)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    blurred = np.asarray(cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(1.0, 3.5))), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        (x, y), radius = rng.uniform(0, side, 2), float(np.exp(rng.uniform(np.log(6), np.log(60))))
        out_x, out_y = (columns - x) / radius, (rows - y) / radius
        away = np.hypot(out_x, out_y)
        inside = np.clip((1 - away) * radius / 2 + 0.5, 0, 1)
        bend = float(rng.uniform(-0.35, 0.35)) * np.clip(1 - away**2, 0, 1)
        bent_x, bent_y = (columns + out_x * radius * bend), (rows + out_y * radius * bend)
        seen = cv2.remap(blurred, bent_x, bent_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        rim = float(rng.normal(0, 0.25)) * np.clip(1 - np.abs(away - 0.92) / 0.12, 0, 1)
        seen = seen * float(rng.uniform(0.8, 1.2)) + rim[..., None]
        canvas = canvas + (inside * float(rng.uniform(0.5, 1.0)))[..., None] * (seen - canvas)
    return np.asarray(np.clip(canvas, 0, None), np.float32)


def _haze(rng: Rng, canvas: Image, patchy: bool) -> Image:
    """Lays a veil of scattered light over the scene; a finger's print lies in one place and has ridges."""
    side = len(canvas)
    veil = np.full((side, side), float(rng.uniform(0.1, 0.55)), np.float32)
    if patchy:
        rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
        (x, y), reach = rng.uniform(0, side, 2), float(rng.uniform(0.1, 0.4)) * side
        away = np.hypot(columns - x, (rows - y) * rng.uniform(0.5, 1.0))
        ridges = 0.75 + 0.25 * np.sin(away / float(rng.uniform(0.8, 2.5)))
        veil = veil * np.clip(1.5 - away / reach, 0, 1) * ridges
    scattered = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(6, 40)))
    blurred = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 2.0)))
    return np.asarray(blurred + veil[..., None] * (scattered * rng.uniform(0.9, 1.3) - blurred), np.float32)


def _dust(rng: Rng, canvas: Image) -> Image:
    """Sprinkles specks on dice and floor, or blurred ones on the lens."""
    side = len(canvas)
    mask = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(10, 150))):
        x, y = rng.integers(0, side, 2).tolist()
        cv2.circle(mask, (x, y), int(rng.integers(0, 3)), (float(rng.uniform(0.3, 1)),), -1, cv2.LINE_AA)
    blur = float(rng.choice([rng.uniform(0.3, 0.8), rng.uniform(1.5, 5)]))
    mask = np.clip(np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32) * (1 + blur), 0, 1)
    tone = random_colour(rng, 0.5, 1.0) if rng.random() < 0.6 else random_colour(rng, 0.02, 0.3)
    return np.asarray(canvas + (float(rng.uniform(0.3, 0.9)) * mask)[..., None] * (tone - canvas), np.float32)
