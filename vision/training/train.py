"""Trains the eye's network on drawn scenes and writes it as ONNX: `python -m vision.training.train --hours 1`.

Needs the development extra `train` (PyTorch). No photograph is used. The run is repeatable up to the number of
steps: the same seed draws the same scenes in the same order.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.training.floors import NoiseBank
from vision.training.network import FaceNet
from vision.training.scenes import CLASSES, UNREADABLE, draw_scene

BATCH = 16
RATE = 3e-3
POOL = 4096
"""Scenes kept for drawing batches; one half of each batch is new, the other comes from the pool, flipped."""


class Pool:
    """Scenes drawn so far; gives batches that are half new, half known ones turned and mirrored."""

    def __init__(self, seed: int) -> None:
        """Starts with the empty pool."""
        self._rng = np.random.default_rng(seed)
        self._bank = NoiseBank(self._rng)
        self._scenes: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []

    def batch(self, size: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns pictures (N, 3, H, W) in 0..1 and labels (N, H/4, W/4)."""
        images, labels = [], []
        for k in range(size):
            if k % 2 == 0 or len(self._scenes) < size:
                scene = draw_scene(self._rng, self._bank)
                pair = (scene.image, scene.labels)
                if len(self._scenes) < POOL:
                    self._scenes.append(pair)
                else:
                    self._scenes[int(self._rng.integers(POOL))] = pair
            else:
                image, label = self._scenes[int(self._rng.integers(len(self._scenes)))]
                turns, mirror = int(self._rng.integers(4)), bool(self._rng.random() < 0.5)
                image, label = np.rot90(image, turns), np.rot90(label, turns)
                pair = (image[:, ::-1], label[:, ::-1]) if mirror else (image, label)
            images.append(np.ascontiguousarray(pair[0]))
            labels.append(np.ascontiguousarray(pair[1]))
        pixels = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float() / 255
        return pixels, torch.from_numpy(np.stack(labels)).long()


def fused(network: FaceNet) -> FaceNet:
    """Folds each batch normalisation into the convolution before it."""
    for module in list(network.modules()):
        if isinstance(module, nn.Sequential):
            for i in range(len(module) - 1):
                if isinstance(module[i], nn.Conv2d) and isinstance(module[i + 1], nn.BatchNorm2d):
                    module[i] = torch.nn.utils.fusion.fuse_conv_bn_eval(module[i], module[i + 1])
                    module[i + 1] = nn.Identity()
    return network


def export(network: FaceNet, path: Path) -> None:
    """Writes the network as ONNX for any height and width that are multiples of 32; scores as probabilities."""
    plain = FaceNet()
    plain.load_state_dict(network.state_dict())
    whole = nn.Sequential(fused(plain.eval()), nn.Softmax(dim=1))
    torch.onnx.export(
        whole,
        (torch.zeros(1, 3, 384, 512),),
        str(path),
        input_names=["picture"],
        output_names=["faces"],
        dynamic_axes={"picture": {2: "height", 3: "width"}, "faces": {2: "rows", 3: "columns"}},
        opset_version=11,
        dynamo=False,
    )


def train(seed: int, hours: float, rate: float, out: Path, start: Path | None) -> None:
    """Trains for about `hours` and leaves `out` (ONNX) and its weights beside it (.pt)."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    network = FaceNet()
    if start is not None:
        network.load_state_dict(torch.load(start, weights_only=True))
    pool = Pool(seed)
    weights = torch.ones(CLASSES)
    weights[1:7] = 3.0
    weights[UNREADABLE] = 2.0
    loss_of = nn.CrossEntropyLoss(weight=weights)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    began, step, mean = time.monotonic(), 0, 0.0
    saved = began
    while (part := (time.monotonic() - began) / (hours * 3600)) < 1:
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * part)))
        pixels, labels = pool.batch(BATCH)
        loss = loss_of(network(pixels), labels)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean = loss.item() if step == 0 else 0.98 * mean + 0.02 * loss.item()
        step += 1
        if step % 50 == 0:
            print(f"{step} steps, {time.monotonic() - began:.0f} s, loss {mean:.4f}", flush=True)
        if time.monotonic() - saved > 240:
            saved = time.monotonic()
            torch.save(network.state_dict(), out.with_suffix(".pt"))
            export(network, out)
    torch.save(network.state_dict(), out.with_suffix(".pt"))
    export(network, out)


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=RATE, help="highest learning rate")
    parser.add_argument("--out", type=Path, default=Path("faces.onnx"))
    parser.add_argument("--start", type=Path, default=None, help="weights (.pt) to go on from")
    given = parser.parse_args()
    train(given.seed, given.hours, given.rate, given.out, given.start)


if __name__ == "__main__":
    main()
