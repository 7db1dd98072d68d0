"""Trains the network that tells leaning dice.

It learns from scenes drawn and traced as the box's camera sees them (sets that are `straight`), from photographs from
above, and from whole calibrated renders. Of a leaning die the reader may outline any face, or parts of two: it learns
from such outlines, too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.leaning_network import PLANES, SIDE, joined
from vision.outlines import overlap
from vision.training.config import KINDS, WHOLE, Config, NetworkTraining
from vision.training.export import export
from vision.training.fallen import LOOKS, SAME
from vision.training.floors import Rng
from vision.training.leaning_examples import (
    FOUND,
    FOUND_OFF,
    OFF,
    Eye,
    LeaningExample,
    Outline,
    camera_of,
    examples,
    found,
    known,
)
from vision.training.network import CockedNet
from vision.training.patches import shaken
from vision.training.pictures import CalibratedPicture, calibrated_pictures
from vision.training.prepared import Arrays, Examples, choose, prepare
from vision.training.scenes import DrawnScene
from vision.training.shards import open_shard, shards_of
from vision.training.varied import varied

CHECKED = 2000
"""So many dice for checking are looked at."""

ROUNDS, SCENE_ROUNDS = 40, 4
"""So often each whole render, and each scene, is gone through."""

INVERTED, COLOURLESS = 0.15, 0.25
"""How often a die and its surroundings are shown as their negative, and how often without colours."""

PICTURE_LOOKS = (256, 448, 640)
"""Sizes at which the detector looks at whole renders: at the larger ones each pixel in its brightest colour."""

IN_BRIGHTEST = 0.6
"""How often the detector sees the pixels of a scene so."""

RENDERS = "renders"
"""The folder of the calibrated renders, below the run's data."""


class PreparedDice(NamedTuple):
    """Where the examples of each set lie: those learned from, and those for checking."""

    learned: dict[str, list[Path]]
    checked: list[Path]


def of_scene(rng: Rng, scene: DrawnScene, eye: Eye) -> Iterator[LeaningExample]:
    """Yields the dice of a scene that lie flat or lean, outlined within it."""
    camera = camera_of(scene)
    view, seen = eye.look(scene.image, int(rng.choice(LOOKS)), bool(rng.random() < IN_BRIGHTEST))
    for _ in range(SCENE_ROUNDS):
        outlines = list(found(rng, scene, seen) if rng.random() < FOUND else known(rng, scene))
        if outlines:
            yield from examples(rng, camera, scene.image, view, outlines)


def of_picture(rng: Rng, picture: CalibratedPicture, eye: Eye) -> Iterator[LeaningExample]:
    """Yields the dice of a whole render, each again and again."""
    looks = [eye.look(picture.image, side, side > PICTURE_LOOKS[0]) for side in PICTURE_LOOKS]
    seen = [quad for _, quads in looks for quad in quads]
    tops = [(top, leans) for tops, leans in ((picture.flat, False), (picture.leaning, True)) for top in tops]
    alike = [[quad for quad in seen if overlap(top, quad) > SAME] for top, _ in tops]
    for _ in range(ROUNDS):
        outlines: list[Outline] = []
        for (top, leans), others in zip(tops, alike, strict=True):
            take = bool(others) and rng.random() < FOUND
            quad = others[int(rng.integers(len(others)))] if take else top
            outlines.append((shaken(rng, quad, FOUND_OFF if take else OFF), leans))
        if outlines:
            view, _ = looks[int(rng.integers(len(looks)))]
            yield from examples(rng, picture.camera, picture.image, view, outlines)


def _arrays(made: list[LeaningExample]) -> Arrays:
    return {
        "colours": np.stack([one.colours for one in made]),
        "outlines": np.stack([one.outlines for one in made]),
        "numbers": np.stack([one.numbers for one in made]),
        "leans": np.array([one.leans for one in made]),
    }


def prepare_dice(
    config: Config,
    learning: NetworkTraining,
    scenes: Path,
    home: Path,
    networks: tuple[Path, Path],
    say: Callable[[str], None],
) -> PreparedDice:
    """Makes the examples that are not there yet; `networks` are the detector and the classifier that outline dice."""
    eye = Eye(*networks)
    learned: dict[str, list[Path]] = {}
    checked = []

    def in_shard(rng: Rng, place: Path) -> Arrays:
        shard = open_shard(place)
        return _arrays([one for k in range(len(shard.images)) for one in of_scene(rng, shard.scene(k), eye)])

    def in_pictures(rng: Rng) -> Arrays:
        renders = calibrated_pictures(config.data / RENDERS)
        return _arrays([one for picture in renders for one in of_picture(rng, picture, eye)])

    for name in sorted(learning.shares):
        if name == WHOLE:
            say("prepares whole renders")
            rng = np.random.default_rng([learning.seed, len(KINDS)])
            learned[name] = [prepare(home / name, lambda rng=rng: in_pictures(rng))]  # type: ignore[misc]
            continue
        wanted = config.set_named(name)
        places, last = shards_of(scenes, wanted)
        for number, place in enumerate((*places, last)):
            rng = np.random.default_rng([learning.seed, KINDS.index(wanted.kind), wanted.seed, number])
            say(f"prepares {name}-{number:04d}")
            part = prepare(home / f"{name}-{number:04d}", lambda rng=rng, place=place: in_shard(rng, place))  # type: ignore[misc]
            if place is last:
                checked.append(part)
            else:
                learned.setdefault(name, []).append(part)
    return PreparedDice(learned, checked)


def seen_by_network(rows: Arrays, colours: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Returns what the network sees (N×planes×side×side) of examples whose surroundings are these (N×side×side×3)."""
    numbers = np.broadcast_to(rows["numbers"][:, :, None, None], (len(colours), 2, SIDE, SIDE))
    drawn = rows["outlines"].astype(np.float32) / 255
    others = np.concatenate([drawn[:, :2], numbers, drawn[:, 2:]], axis=1).astype(np.float32)
    return np.stack([joined(one, beside) for one, beside in zip(colours, others, strict=True)])


def _varied(rng: Rng, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the surroundings of a die (side×side×3) made a little different."""
    colours = varied(rng, colours)
    if rng.random() < INVERTED:
        colours = np.bitwise_not(colours)
    if rng.random() < COLOURLESS:
        colours = np.repeat(colours.mean(2, keepdims=True), 3, axis=2).astype(np.uint8)
    return colours


def batches(learning: NetworkTraining, learned: dict[str, list[Path]]) -> Callable[[int], tuple[Tensor, Tensor]]:
    """Returns what makes the batch of a step: what the network sees (N, planes, side, side), and which lean (N, 1).

    Half of them do, as far as there are any.
    """
    parts = {name: Examples(places) for name, places in learned.items()}
    leaning = {name: np.concatenate([np.load(one / "leans.npy") for one in places]) for name, places in learned.items()}
    pools = {name: {True: np.flatnonzero(leans), False: np.flatnonzero(~leans)} for name, leans in leaning.items()}

    def batch_at(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng([learning.seed, step])
        rows = []
        for leans in (True, False):
            sizes = {name: len(pool[leans]) for name, pool in pools.items() if len(pool[leans])}
            shares = {name: learning.shares[name] for name in sizes}
            for name, index in choose(rng, sizes, shares, learning.batch // 2):
                rows.append(parts[name].rows([int(pools[name][leans][index])]))
        joint = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
        patches = seen_by_network(joint, np.stack([_varied(rng, one) for one in joint["colours"]]))
        mirrored = rng.random(len(patches)) < 0.5
        patches[mirrored] = patches[mirrored, :, ::-1]
        return torch.from_numpy(patches), torch.from_numpy(joint["leans"].astype(np.float32)[:, None])

    return batch_at


def loss_of(told: Tensor, leans: Tensor) -> Tensor:
    """Returns the cross entropy."""
    return nn.functional.binary_cross_entropy_with_logits(told, leans)


def check(network: nn.Module, places: list[Path]) -> str:
    """Returns what a network is worth on dice that it did not learn from."""
    parts = Examples(places)
    rows = parts.rows(np.linspace(0, len(parts) - 1, min(CHECKED, len(parts))).astype(int).tolist())
    with torch.no_grad():
        told = network(torch.from_numpy(seen_by_network(rows, rows["colours"].astype(np.uint8)))).numpy().ravel() > 0
    leans = rows["leans"].astype(bool)
    caught, false = told[leans].mean() if leans.any() else np.nan, told[~leans].mean()
    return f"of {leans.sum()} leaning dice {100 * caught:.1f} % told, of {(~leans).sum()} flat ones {100 * false:.1f} %"


def write(network: nn.Module, path: Path) -> None:
    """Writes the network, a CockedNet, as ONNX for any number of dice."""
    assert isinstance(network, CockedNet)
    export(
        network, torch.zeros(1, PLANES, network.side, network.side), path, {"seen": {0: "dice"}, "told": {0: "dice"}}
    )
