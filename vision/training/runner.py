"""The run that all networks share: steps, rate, averaged weights, checkpoints from which a run goes on.

Every batch is settled by the seed and the number of its step, so that a run which was ended at any instant goes on as
if it had not been.
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

from vision.training.config import NetworkTraining

Due = TypeVar("Due")

WARM = 200
"""Steps until the full learning rate."""

AVERAGED = 0.999
"""Share that the averaged weights keep at each step: they are what is written."""

AHEAD = 6
"""Batches made ahead of their use."""

KEPT_EVERY = 250
"""Steps between two checkpoints."""

CHECKPOINT = "checkpoint.pt"


def _rate(learning: NetworkTraining, step: int) -> float:
    warm = min(1.0, (step + 1) / WARM)
    return learning.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / learning.steps)))


def _average(averaged: nn.Module, network: nn.Module, step: int) -> None:
    keep = min(AVERAGED, (step + 1) / (step + 10))
    with torch.no_grad():
        for old, new in zip(averaged.state_dict().values(), network.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def load_weights(network: nn.Module, path: Path) -> list[str]:
    """Takes over the weights in `path` that fit the network; returns the names of those that it has not found there."""
    own = network.state_dict()
    known = torch.load(path, weights_only=True, map_location="cpu")
    fitting = {name: w.to(own[name].dtype) for name, w in known.items() if name in own and own[name].shape == w.shape}
    return list(network.load_state_dict(fitting, strict=False).missing_keys)


def save_weights(network: nn.Module, path: Path) -> None:
    """Writes the weights at half precision."""
    halves = {name: w.cpu().half() if w.dtype.is_floating_point else w for name, w in network.state_dict().items()}
    torch.save(halves, path)


def device() -> torch.device:
    """Returns the graphics card where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _ahead(batch_at: Callable[[int], tuple[Tensor, Due]], first: int, last: int) -> Iterator[tuple[int, Tensor, Due]]:
    """Yields the batches of steps, made in a thread of their own while the network learns."""
    with ThreadPoolExecutor(1) as maker:
        waiting = deque((step, maker.submit(batch_at, step)) for step in range(first, min(first + AHEAD, last)))
        while waiting:
            step, made = waiting.popleft()
            if step + AHEAD < last:
                waiting.append((step + AHEAD, maker.submit(batch_at, step + AHEAD)))
            seen, due = made.result()
            yield step, seen, due


def _keep(path: Path, state: dict[str, Any]) -> None:
    """Writes a checkpoint so that there is always a whole one."""
    aside = path.with_suffix(".part")
    torch.save(state, aside)
    aside.replace(path)


def learn(
    learning: NetworkTraining,
    network: nn.Module,
    batch_at: Callable[[int], tuple[Tensor, Due]],
    loss_of: Callable[[Tensor, Due], Tensor],
    folder: Path,
    say: Callable[[str], None],
    until: int | None = None,
) -> nn.Module:
    """Trains for `learning.steps` batches and returns the averaged network, going on from a checkpoint in `folder`.

    One thread learns, one makes batches; products of matrices in bfloat16, which processors that know it do at twice
    the speed. `until` ends the run early, at that step.
    """
    torch.manual_seed(learning.seed)
    torch.set_num_threads(1)
    on = device()
    network = network.to(on, memory_format=torch.channels_last)  # type: ignore[call-overload]
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=learning.rate, weight_decay=1e-3)
    place, first, mean = folder / CHECKPOINT, 0, 0.0
    if place.is_file():
        kept = torch.load(place, weights_only=True, map_location=on)
        network.load_state_dict(kept["network"])
        averaged.load_state_dict(kept["averaged"])
        optimiser.load_state_dict(kept["optimiser"])
        first, mean = int(kept["step"]), float(kept["loss"])
        say(f"goes on from step {first}")
    last = learning.steps if until is None else min(until, learning.steps)
    began = time.monotonic()
    network.train()
    for step, seen, due in _ahead(batch_at, first, last):
        for group in optimiser.param_groups:
            group["lr"] = _rate(learning, step)
        with torch.autocast(on.type, torch.bfloat16):
            told = network(seen.to(on).contiguous(memory_format=torch.channels_last))
        loss = loss_of(told.float().cpu(), due)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _average(averaged, network, step)
        mean = loss.item() if step == 0 else 0.99 * mean + 0.01 * loss.item()
        done = step + 1
        if done % KEPT_EVERY == 0 or done == last:
            state = {"network": network.state_dict(), "averaged": averaged.state_dict()}
            _keep(place, {**state, "optimiser": optimiser.state_dict(), "step": done, "loss": mean})
            say(f"step {done} of {learning.steps}, loss {mean:.4f}, {time.monotonic() - began:.0f} s")
    return averaged.cpu().eval()
