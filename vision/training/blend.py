"""Half of one network and half of another: `python -m vision.training.blend value OLD.pt NEW.pt --out value.onnx`.

Where a run has gone on from another's weights and seen other things, the mean of both often sees better than either.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from vision.training import train, train_cocked, train_value
from vision.training.network import CockedNet, FaceNet, ValueNet
from vision.training.runner import load_weights, save_weights

KINDS: dict[str, tuple[Callable[[], nn.Module], Callable[[nn.Module, Path], None]]] = {
    "faces": (FaceNet, train.write),
    "value": (ValueNet, train_value.write),
    "cocked": (CockedNet, train_cocked.write),
}
"""How each network is made, and how it is written."""


def blended(one: nn.Module, other: nn.Module, share: float) -> dict[str, torch.Tensor]:
    """Returns the mean of two networks' weights, the other's counting for `share` (0 to 1)."""
    return {
        name: torch.lerp(weight, second, share) if weight.dtype.is_floating_point else second
        for (name, weight), second in zip(one.state_dict().items(), other.state_dict().values(), strict=True)
    }


def main() -> None:
    """Reads the command line and blends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("one", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="what the second counts for")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    make, write = KINDS[given.kind]
    networks = make(), make()
    for network, path in zip(networks, (given.one, given.other), strict=True):
        lacking = load_weights(network, path)
        if lacking:
            parser.error(f"{path} lacks {', '.join(lacking)}: it is of another kind or build than {given.kind}")
    networks[0].load_state_dict(blended(*networks, given.share))
    write(networks[0], given.out)
    save_weights(networks[0], given.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
