"""Trains the network that values a face and mends its outline: `python -m vision.training.train_value --hours 0.5`.

Like `vision.training.train` it learns from drawn scenes alone: top faces with their outlines off as the finder's are,
and side faces, pieces of ground and outlines of other things as what is no face.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.classify import NO_DIE, NO_TOP, SIDE, face_patch
from vision.training.floors import NoiseBank, Rng
from vision.training.network import ValueNet
from vision.training.scenes import Floats, Scene, draw_scene
from vision.training.train import fused

BATCH = 64
RATE = 2e-3
POOL = 40_000
NEW = 24
"""Scenes drawn for each round of batches."""

CORNER_WEIGHT = 12.0
"""What a corner's error weighs beside the value's."""


class Patch(NamedTuple):
    """One example: the patch, its value (0 to 7) and the true corners (8) in units of its side; NaN where none."""

    pixels: NDArray[np.float16]
    value: int
    corners: NDArray[np.float32]


def _shaken(rng: Rng, quad: Floats, amount: float) -> Floats:
    """Returns an outline moved, turned, grown and with its corners off."""
    edge = float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))
    middle = quad.mean(0)
    angle = rng.normal(0, amount)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = middle + (quad - middle) @ turn.T * np.exp(rng.normal(0.0, amount, 2))
    return np.asarray(moved + rng.normal(0, 0.7 * amount * edge, (1, 2)) + rng.normal(0, 0.3 * amount * edge, (4, 2)))


def _over_the_die(rng: Rng, top: Floats, scene: Scene) -> Floats:
    """Returns an outline that takes in some of the die's sides, as the finder's may."""
    corners = [top]
    for quad, value in scene.faces:
        if value == 0 and np.linalg.norm(quad[:, None] - top[None], axis=2).min() < 1e-6:
            corners.append(quad)
    box = cv2.boxPoints(cv2.minAreaRect(np.vstack(corners).astype(np.float32))).astype(float)
    rolls = [np.roll(way, k, axis=0) for way in (box, box[::-1]) for k in range(4)]
    nearest = min(rolls, key=lambda roll: float(np.linalg.norm(roll - top)))
    return np.asarray(top + rng.uniform(0, 0.9) * (nearest - top))


def _patch(rng: Rng, scene: Scene, quad: Floats, value: int, top: Floats | None) -> Patch:
    roll, back = int(rng.integers(4)), -1 if rng.random() < 0.5 else 1
    quad = np.roll(quad, roll, axis=0)[::back]
    pixels, home = face_patch(scene.image, quad)
    corners = np.full(8, np.nan)
    if top is not None:
        seen = cv2.perspectiveTransform(np.roll(top, roll, axis=0)[::back][None], np.linalg.inv(home))[0]
        corners = np.clip((seen + 0.5) / SIDE - 0.5, -1, 1).ravel()
    return Patch(pixels.astype(np.float16), value, corners.astype(np.float32))


def patches(rng: Rng, scene: Scene) -> list[Patch]:
    """Returns examples from a scene: its top faces, other parts of dice (NO_TOP), ground (NO_DIE)."""
    side = scene.image.shape[0]
    found: list[Patch] = []
    tops = []
    for quad, value in scene.faces:
        edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        if edges.min() < 7 or (quad < -4).any() or (quad > side + 4).any():
            continue
        if value:
            tops.append(quad)
            for amount in (0.05, 0.14):
                seen = _over_the_die(rng, quad, scene) if amount > 0.1 and rng.random() < 0.5 else quad
                found.append(_patch(rng, scene, _shaken(rng, seen, amount), value, quad))
            if rng.random() < 0.2:
                away = rng.normal(0, 1, 2)
                shift = away / np.hypot(*away) * edges.mean() * rng.uniform(0.55, 0.9)
                found.append(_patch(rng, scene, _shaken(rng, quad, 0.1) + shift, NO_TOP, None))
            if rng.random() < 0.1:
                middle = quad.mean(0)
                size = float(rng.choice([rng.uniform(0.35, 0.5), rng.uniform(1.9, 2.5)]))
                found.append(_patch(rng, scene, _shaken(rng, middle + (quad - middle) * size, 0.1), NO_TOP, None))
        elif rng.random() < 0.35:
            found.append(_patch(rng, scene, _shaken(rng, quad, 0.1), NO_TOP, None))
    for one, other in pairwise(tops):
        if np.linalg.norm(one.mean(0) - other.mean(0)) < 1.4 * np.linalg.norm(one[1] - one[0]):
            both = cv2.boxPoints(cv2.minAreaRect(np.vstack([one, other]).astype(np.float32)))
            found.append(_patch(rng, scene, _shaken(rng, both.astype(float), 0.08), NO_TOP, None))
    if rng.random() < 0.5:
        size = rng.uniform(12, 110)
        box = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * size + rng.uniform(0, side - size, 2)
        middles = np.array([quad.mean(0) for quad, _ in scene.faces]).reshape(-1, 2)
        far = np.linalg.norm(middles - box.mean(0), axis=1)
        spans = np.array([np.linalg.norm(quad[2] - quad[0]) for quad, _ in scene.faces])
        if (far > 0.75 * size + 0.8 * spans).all():
            found.append(_patch(rng, scene, _shaken(rng, box, 0.15), NO_DIE, None))
    return found


def _loss(told: Tensor, chosen: list[Patch]) -> Tensor:
    values = torch.tensor([patch.value for patch in chosen])
    corners = torch.from_numpy(np.stack([patch.corners for patch in chosen]))
    value_loss = nn.functional.cross_entropy(told[:, :8], values, label_smoothing=0.02)
    known = ~torch.isnan(corners[:, 0])
    if not known.any():
        return value_loss
    off = nn.functional.smooth_l1_loss(told[known, 8:], corners[known], beta=0.02)
    return value_loss + CORNER_WEIGHT * off


def export(network: ValueNet, path: Path) -> None:
    """Writes the network as ONNX."""
    plain = ValueNet()
    plain.load_state_dict(network.state_dict())
    torch.onnx.export(
        fused(plain.eval()),
        (torch.zeros(1, 1, SIDE, SIDE),),
        str(path),
        input_names=["face"],
        output_names=["told"],
        opset_version=11,
        dynamo=False,
    )


def train(seed: int, hours: float, rate: float, out: Path, start: Path | None) -> None:
    """Trains for about `hours` and leaves `out` (ONNX) and its weights beside it (.pt)."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    bank = NoiseBank(rng)
    network = ValueNet()
    if start is not None:
        known = torch.load(start, weights_only=True)
        fitting = {k: v for k, v in known.items() if network.state_dict()[k].shape == v.shape}
        network.load_state_dict(fitting, strict=False)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    pool: list[Patch] = []
    began, step, mean = time.monotonic(), 0, 0.0
    while (part := (time.monotonic() - began) / (hours * 3600)) < 1:
        for _ in range(NEW):
            for patch in patches(rng, draw_scene(rng, bank)):
                if len(pool) < POOL:
                    pool.append(patch)
                else:
                    pool[int(rng.integers(POOL))] = patch
        for group in optimiser.param_groups:
            group["lr"] = rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * part)))
        for _ in range(4):
            chosen = [pool[int(i)] for i in rng.integers(len(pool), size=BATCH)]
            pixels = torch.from_numpy(np.stack([patch.pixels for patch in chosen])[:, None].astype(np.float32))
            pixels = pixels * torch.empty(BATCH, 1, 1, 1).uniform_(0.7, 1.3)
            loss = _loss(network(pixels), chosen)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            mean = loss.item() if step == 0 else 0.99 * mean + 0.01 * loss.item()
            step += 1
        if step % 100 == 0:
            print(f"{step} steps, {len(pool)} patches, {time.monotonic() - began:.0f} s, loss {mean:.4f}", flush=True)
        if step % 400 == 0:
            torch.save(network.state_dict(), out.with_suffix(".pt"))
            export(network, out)
    torch.save(network.state_dict(), out.with_suffix(".pt"))
    export(network, out)


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--hours", type=float, default=0.5)
    parser.add_argument("--rate", type=float, default=RATE, help="highest learning rate")
    parser.add_argument("--out", type=Path, default=Path("value.onnx"))
    parser.add_argument("--start", type=Path, default=None, help="weights (.pt) to go on from")
    given = parser.parse_args()
    train(given.seed, given.hours, given.rate, given.out, given.start)


if __name__ == "__main__":
    main()
