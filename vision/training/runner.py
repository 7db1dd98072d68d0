"""The run that all networks share: steps, rate, averaged weights, what is printed and kept."""

import copy
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn

from vision.training.plan import Plan

Batch = TypeVar("Batch")
Item = TypeVar("Item")

WARM = 200
"""Steps until the full learning rate."""

AVERAGED = 0.999
"""Share that the averaged weights keep at each step: they are what is written."""

AHEAD = 8
"""Batches made ahead of their use."""

LINEAR = 2
"""The weights of a linear layer have so many axes."""

KEPT_EVERY = 500
"""Steps between two writings of the weights."""


def _rate(plan: Plan, step: int) -> float:
    warm = min(1.0, (step + 1) / WARM)
    return plan.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / plan.steps)))


def _average(averaged: nn.Module, network: nn.Module, step: int) -> None:
    keep = min(AVERAGED, (step + 1) / (step + 10))
    with torch.no_grad():
        for old, new in zip(averaged.state_dict().values(), network.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def _narrowed(weights: Tensor, shape: torch.Size) -> Tensor:
    """Returns the first channels of weights, so many as go into that shape, or all where it is that of another kind.

    So it is where it sees more or fewer pixels, or each channel by itself. The weights of a linear layer are of places,
    not of channels: they are left as they are.
    """
    alone = len(shape) > 1 and shape[1] == 1 != weights.shape[1]
    if weights.ndim == LINEAR or weights.ndim != len(shape) or weights.shape[2:] != shape[2:] or alone:
        return weights
    return weights[tuple(map(slice, shape))]


def load_weights(network: nn.Module, path: Path, wider: bool = False) -> list[str]:
    """Takes over the weights in `path` that fit the network; returns the names of those that it has not found there.

    `wider`: of convolutions wider than its own it takes the first channels, which are as good as any to begin with.
    """
    own = network.state_dict()
    known = torch.load(path, weights_only=True)
    if wider:
        known = {name: _narrowed(w, own[name].shape) if name in own else w for name, w in known.items()}
    fitting = {name: w.to(own[name].dtype) for name, w in known.items() if name in own and own[name].shape == w.shape}
    return list(network.load_state_dict(fitting, strict=False).missing_keys)


def save_weights(network: nn.Module, path: Path) -> None:
    """Writes the weights at half precision."""
    halves = {name: w.half() if w.dtype.is_floating_point else w for name, w in network.state_dict().items()}
    torch.save(halves, path)


def ahead(batches: Iterator[Item], most: int = AHEAD) -> Iterator[Item]:
    """Yields what `batches` does, made in a thread of its own while the network learns."""
    with ThreadPoolExecutor(1) as maker:
        waiting = deque(maker.submit(next, batches, None) for _ in range(most))
        while (batch := waiting.popleft().result()) is not None:
            yield batch
            waiting.append(maker.submit(next, batches, None))


def run(
    plan: Plan,
    network: nn.Module,
    batches: Iterator[tuple[Tensor, Batch]],
    loss_of: Callable[[Tensor, Batch], Tensor],
    write: Callable[[nn.Module, Path], None],
    say: Callable[[str], None],
) -> nn.Module:
    """Trains for `plan.steps` batches and returns the averaged network; writes `out` (ONNX) and its
    weights (.pt). `say` is told how it goes.

    The same plan sees the same batches in the same order, however fast the machine is. One thread learns, one makes
    batches; products of matrices in bfloat16, which processors that know it do at twice the speed, but where channels
    are convolved by themselves: that takes longer so.
    """
    torch.manual_seed(plan.seed)
    torch.set_num_threads(1)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if plan.start is not None:
        begun = load_weights(network, plan.start, wider=True)
        if begun:
            say(f"{plan.start} lacks these weights, which begin from nothing: {', '.join(begun)}")
    in_halves = all(layer.groups == 1 for layer in network.modules() if isinstance(layer, nn.Conv2d))
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-3)
    began, mean = time.monotonic(), 0.0
    dealt = ahead(batches)
    for step in range(plan.steps):
        for group in optimiser.param_groups:
            group["lr"] = _rate(plan, step)
        seen, due = next(dealt)
        with torch.autocast("cpu", torch.bfloat16, enabled=in_halves):
            told = network(seen.contiguous(memory_format=torch.channels_last))
        loss = loss_of(told.float(), due)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _average(averaged, network, step)
        mean = loss.item() if step == 0 else 0.99 * mean + 0.01 * loss.item()
        if (step + 1) % 100 == 0:
            say(f"{step + 1} steps, {time.monotonic() - began:.0f} s, loss {mean:.4f}")
        if (step + 1) % KEPT_EVERY == 0 or step + 1 == plan.steps:
            save_weights(averaged, plan.out.with_suffix(".pt"))
            write(averaged, plan.out)
    return averaged
