"""The training loop of all networks: learning-rate schedule, EMA of the weights, checkpoints.

Every batch is generated from the seed and the step, so that a run interrupted at any moment resumes with the batches
that it would have seen.
"""

import copy
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from vision.networks import FOLDER
from vision.training.config import NetworkTraining, TrainingConfigError

Targets = TypeVar("Targets")

WARMUP_STEPS = 200
"""Number of steps of linear learning-rate warm-up; a cosine decay follows."""

EMA_DECAY = 0.999
"""Decay per step of the exponential moving average (EMA) of the weights; the EMA is what is exported."""

PREFETCHED_BATCHES = 6
"""Number of batches that are generated ahead."""

CHECKPOINT_INTERVAL = 250
"""Number of steps between checkpoints."""

CHECKPOINT = "checkpoint.pt"

FILTERS_DIMENSIONS = 4
"""Dimensions of the weights of a convolution."""


def _learning_rate(settings: NetworkTraining, step: int) -> float:
    warmup = min(1.0, (step + 1) / WARMUP_STEPS)
    return settings.learning_rate * warmup * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / settings.steps)))


def _move_weights(network: nn.Module, target: nn.Module, share: float) -> None:
    """Moves the weights of `network` this share (0 to 1) of the way to those of `target`; copies its counters."""
    with torch.no_grad():
        for old, new in zip(network.state_dict().values(), target.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, share)
            else:
                old.copy_(new)


def _update_ema(ema: nn.Module, network: nn.Module, step: int) -> None:
    _move_weights(ema, network, 1 - min(EMA_DECAY, (step + 1) / (step + 10)))


def load_weights(network: nn.Module, path: Path) -> list[str]:
    """Loads the weights from `path` whose name and shape match; returns the names that keep their initial values.

    A first convolution with fewer input planes also matches: the weights of the further planes are zero at first.
    """
    own_weights = network.state_dict()
    weights = torch.load(path, weights_only=True, map_location="cpu")
    first = next(name for name, own in own_weights.items() if own.dim() == FILTERS_DIMENSIONS)
    if first in weights:
        weights[first] = _with_further_planes(weights[first], own_weights[first].shape)
    matching = {
        name: w.to(own_weights[name].dtype)
        for name, w in weights.items()
        if name in own_weights and own_weights[name].shape == w.shape
    }
    return list(network.load_state_dict(matching, strict=False).missing_keys)


def _with_further_planes(weights: Tensor, shape: torch.Size) -> Tensor:
    """Returns the weights of a convolution (4-dimensional), extended by zeros to the input planes of `shape`."""
    further = shape[1] - weights.shape[1]
    return nn.functional.pad(weights, (0, 0, 0, 0, 0, further)) if further > 0 else weights


def _weights_to_average(network: nn.Module, path: Path) -> nn.Module:
    """Returns a network like `network` with the weights from `path`; raises TrainingConfigError if some are missing."""
    other = copy.deepcopy(network)
    missing = load_weights(other, path)
    if missing:
        lacks = f"lacks weights of the network ({', '.join(missing)})"
        raise TrainingConfigError(f"{path} {lacks}: name a file of the same network in averaged_with")
    return other


def save_weights(network: nn.Module, path: Path) -> None:
    """Saves the weights in half precision."""
    half_precision = {
        name: w.cpu().half() if w.dtype.is_floating_point else w for name, w in network.state_dict().items()
    }
    torch.save(half_precision, path)


def device() -> torch.device:
    """Returns the CUDA device if there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def computes_bfloat16(processor: torch.device, cpu_info: Path = Path("/proc/cpuinfo")) -> bool:
    """Returns whether the processor has instructions for bfloat16; without them, emulation is several times slower.

    `cpu_info` lists the features of the CPU as Linux does: `avx512_bf16` or `amx_bf16` (x86), `bf16` (Arm).
    """
    if processor.type != "cpu":
        return True
    try:
        return any(word.endswith("bf16") for word in cpu_info.read_text(encoding="utf-8").split())
    except OSError:
        return False


def _prefetch(
    batch_at: Callable[[int], tuple[Tensor, Targets]], first_step: int, last_step: int
) -> Iterator[tuple[int, Tensor, Targets]]:
    """Yields (step, inputs, targets) for a range of steps; a background thread generates the batches."""
    with ThreadPoolExecutor(1) as executor:
        pending = deque(
            (step, executor.submit(batch_at, step))
            for step in range(first_step, min(first_step + PREFETCHED_BATCHES, last_step))
        )
        while pending:
            step, batch = pending.popleft()
            if step + PREFETCHED_BATCHES < last_step:
                pending.append((step + PREFETCHED_BATCHES, executor.submit(batch_at, step + PREFETCHED_BATCHES)))
            inputs, targets = batch.result()
            yield step, inputs, targets


def _save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Replaces the checkpoint atomically."""
    temporary = path.with_suffix(".part")
    torch.save(state, temporary)
    temporary.replace(path)


def train_network(
    settings: NetworkTraining,
    network: nn.Module,
    batch_at: Callable[[int], tuple[Tensor, Targets]],
    compute_loss: Callable[[Tensor, Targets], Tensor],
    folder: Path,
    log: Callable[[str], None],
    stop_at: int | None = None,
    models: Path = FOLDER,
) -> nn.Module:
    """Trains up to step `settings.steps` and returns the EMA network; resumes from a checkpoint in `folder`.

    Batches are generated in a second thread. Matrix products run in bfloat16 where the processor computes it, twice as
    fast as in single precision. `stop_at` ends the run early, at that step; `models` is the folder of the weights with
    which the result is averaged.
    """
    processor = device()
    network = network.to(processor, memory_format=torch.channels_last)  # type: ignore[call-overload]
    bfloat16 = computes_bfloat16(processor)
    ema = copy.deepcopy(network)
    # Loaded before the training, so that a wrong file is noticed at once.
    averaged = _weights_to_average(network, models / settings.averaged_with) if settings.averaged_with else None
    optimiser = torch.optim.AdamW(network.parameters(), lr=settings.learning_rate, weight_decay=1e-3)
    path, first_step, mean_loss = folder / CHECKPOINT, 0, 0.0
    if path.is_file():
        checkpoint = torch.load(path, weights_only=True, map_location=processor)
        network.load_state_dict(checkpoint["network"])
        ema.load_state_dict(checkpoint["ema"])
        optimiser.load_state_dict(checkpoint["optimiser"])
        first_step, mean_loss = int(checkpoint["step"]), float(checkpoint["loss"])
        log(f"resumes at step {first_step}")
    last_step = settings.steps if stop_at is None else min(stop_at, settings.steps)
    started = time.monotonic()
    network.train()
    for step, inputs, targets in _prefetch(batch_at, first_step, last_step):
        for group in optimiser.param_groups:
            group["lr"] = _learning_rate(settings, step)
        with torch.autocast(processor.type, torch.bfloat16, enabled=bfloat16):
            outputs = network(inputs.to(processor).contiguous(memory_format=torch.channels_last))
        loss = compute_loss(outputs.float().cpu(), targets)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _update_ema(ema, network, step)
        mean_loss = loss.item() if step == 0 else 0.99 * mean_loss + 0.01 * loss.item()
        steps_done = step + 1
        if steps_done % CHECKPOINT_INTERVAL == 0 or steps_done == last_step:
            state = {"network": network.state_dict(), "ema": ema.state_dict()}
            _save_checkpoint(
                path, {**state, "optimiser": optimiser.state_dict(), "step": steps_done, "loss": mean_loss}
            )
            log(f"step {steps_done} of {settings.steps}, loss {mean_loss:.4f}, {time.monotonic() - started:.0f} s")
    if averaged is not None:
        _move_weights(ema, averaged, settings.averaged_share)
    return ema.cpu().eval()
