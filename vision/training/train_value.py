"""Trains the network that values a rectified face: `python -m vision.training.train_value --hours 0.3`.

Like `vision.training.train` it learns from drawn scenes alone: top faces with their outlines a little off, and side
faces, pieces of ground and shifted outlines as what is no face.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.classify import NO_DIE, NO_TOP, face_patch
from vision.training.floors import NoiseBank, Rng
from vision.training.network import ValueNet
from vision.training.scenes import Floats, Scene, draw_scene
from vision.training.train import fused

BATCH = 64
RATE = 2e-3
POOL = 40_000
NEW = 24
"""Scenes drawn for each round of batches."""


def _shaken(rng: Rng, quad: Floats, amount: float) -> Floats:
    """Returns an outline as the eye might find it: moved, grown, its corners off, started at any corner."""
    edge = float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))
    middle = quad.mean(0)
    angle = rng.normal(0, amount)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = middle + (quad - middle) @ turn.T * np.exp(rng.normal(0.0, 0.7 * amount, 2))
    moved = moved + rng.normal(0, 0.4 * amount * edge, (1, 2)) + rng.normal(0, 0.3 * amount * edge, (4, 2))
    moved = np.roll(moved, int(rng.integers(4)), axis=0)
    return np.asarray(moved[::-1] if rng.random() < 0.5 else moved)


def patches(rng: Rng, scene: Scene) -> list[tuple[NDArray[np.float32], int]]:
    """Returns the patches of a scene with their values: 1 to 6, NO_DIE for ground, NO_TOP for other parts of dice."""
    side = scene.image.shape[0]
    chosen: list[tuple[Floats, int]] = []
    tops = []
    for quad, value in scene.faces:
        edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        if edges.min() < 7 or (quad < -4).any() or (quad > side + 4).any():
            continue
        if value:
            tops.append(quad)
            chosen += [(_shaken(rng, quad, 0.1), value), (_shaken(rng, quad, 0.1), value)]
            if rng.random() < 0.25:
                away = rng.normal(0, 1, 2)
                shift = away / np.hypot(*away) * edges.mean() * rng.uniform(0.45, 0.8)
                chosen.append((_shaken(rng, quad, 0.1) + shift, NO_TOP))
            if rng.random() < 0.1:
                middle = quad.mean(0)
                size = rng.choice([rng.uniform(0.35, 0.6), rng.uniform(1.6, 2.2)])
                chosen.append((_shaken(rng, middle + (quad - middle) * size, 0.1), NO_TOP))
        elif rng.random() < 0.4:
            chosen.append((_shaken(rng, quad, 0.1), NO_TOP))
    for one, other in pairwise(tops):
        if np.linalg.norm(one.mean(0) - other.mean(0)) < 1.4 * np.linalg.norm(one[1] - one[0]):
            both = cv2.boxPoints(cv2.minAreaRect(np.vstack([one, other]).astype(np.float32)))
            chosen.append((_shaken(rng, both.astype(float), 0.08), NO_TOP))
    if rng.random() < 0.5:
        size = rng.uniform(12, 110)
        box = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * size + rng.uniform(0, side - size, 2)
        middles = np.array([quad.mean(0) for quad, _ in scene.faces]).reshape(-1, 2)
        far = np.linalg.norm(middles - box.mean(0), axis=1)
        spans = np.array([np.linalg.norm(quad[2] - quad[0]) for quad, _ in scene.faces])
        if (far > 0.75 * size + 0.8 * spans).all():
            chosen.append((_shaken(rng, box, 0.15), NO_DIE))
    return [(face_patch(scene.image, quad), value) for quad, value in chosen]


def export(network: ValueNet, path: Path) -> None:
    """Writes the network as ONNX; it gives probabilities."""
    plain = ValueNet()
    plain.load_state_dict(network.state_dict())
    whole = nn.Sequential(fused(plain.eval()), nn.Softmax(dim=1))
    torch.onnx.export(
        whole,
        (torch.zeros(1, 1, 48, 48),),
        str(path),
        input_names=["face"],
        output_names=["value"],
        opset_version=11,
        dynamo=False,
    )


def train(seed: int, hours: float, out: Path, start: Path | None) -> None:
    """Trains for about `hours` and leaves `out` (ONNX) and its weights beside it (.pt)."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    bank = NoiseBank(rng)
    network = ValueNet()
    if start is not None:
        network.load_state_dict(torch.load(start, weights_only=True))
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-3)
    pool: list[tuple[NDArray[np.float32], int]] = []
    began, step, mean = time.monotonic(), 0, 0.0
    while (part := (time.monotonic() - began) / (hours * 3600)) < 1:
        for _ in range(NEW):
            for pair in patches(rng, draw_scene(rng, bank)):
                if len(pool) < POOL:
                    pool.append(pair)
                else:
                    pool[int(rng.integers(POOL))] = pair
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * part)))
        for _ in range(4):
            chosen = [pool[int(i)] for i in rng.integers(len(pool), size=BATCH)]
            turned = [np.rot90(patch, int(rng.integers(4))).copy() for patch, _ in chosen]
            pixels = torch.from_numpy(np.stack(turned))[:, None]
            pixels = pixels * torch.empty(BATCH, 1, 1, 1).uniform_(0.7, 1.3)
            loss = loss_of(network(pixels), torch.tensor([value for _, value in chosen]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            mean = loss.item() if step == 0 else 0.99 * mean + 0.01 * loss.item()
            step += 1
        if step % 100 == 0:
            print(f"{step} steps, {len(pool)} patches, {time.monotonic() - began:.0f} s, loss {mean:.4f}", flush=True)
        if step % 400 == 0:
            network.eval()
            torch.save(network.state_dict(), out.with_suffix(".pt"))
            export(network, out)
            network.train()
    torch.save(network.state_dict(), out.with_suffix(".pt"))
    export(network, out)


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--hours", type=float, default=0.3)
    parser.add_argument("--out", type=Path, default=Path("value.onnx"))
    parser.add_argument("--start", type=Path, default=None, help="weights (.pt) to go on from")
    given = parser.parse_args()
    train(given.seed, given.hours, given.out, given.start)


if __name__ == "__main__":
    main()
