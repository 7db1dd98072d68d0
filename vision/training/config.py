"""What a run of training is told: one TOML file."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

KINDS = ("drawn", "traced", "photographs", "renders")
"""Where scenes come from: drawn, drawn and lit by a path tracer, cut from photographs, cut from renders."""

WHOLE = "whole"
"""Whole pictures, among the sets of scenes that a network learns from."""

Table = TypeVar("Table")


class TrainingConfigError(ValueError):
    """A configuration file that cannot be used; the message names the file, the entry and the remedy."""


@dataclass(frozen=True, slots=True)
class SceneSet:
    """A set of scenes: `shards` folders of `scenes` each, settled by `seed`.

    Of pictures, `folder` says where they are, below the run's data. `hands`, `aslant`, `outwards`, `straight`, `close`
    and `calm` are those of `vision.training.scenes.draw_scene`. The last shard is for checking and never learned from.
    """

    name: str
    kind: str
    seed: int
    shards: int
    scenes: int = 500
    hands: float = 0.1
    aslant: float = 0.07
    outwards: float = 0.0
    straight: bool = False
    close: float = 0.0
    calm: bool = False
    folder: str = ""


@dataclass(frozen=True, slots=True)
class NetworkTraining:
    """How one network learns: steps, highest rate, the share of each set of scenes, and weights to start from.

    `whole` is the share of places in whole pictures, for the classifier, and of dice in whole calibrated renders, for
    the network that tells leaning dice; `start` a file of weights (.pt) beside the
    shipped networks, or nothing; `teacher` what the word of those weights counts for beside the truth, for the
    classifier. `corners` are the sets whose outlines it learns from, all of them where none is named.
    """

    seed: int
    steps: int
    rate: float
    shares: Mapping[str, float]
    start: str = ""
    teacher: float = 0.0
    corners: Sequence[str] = ()
    batch: int = 64


@dataclass(frozen=True, slots=True)
class Config:
    """A whole run: where labelled pictures are, the sets of scenes, and how each network learns.

    `data` is told from the folder in which the run is started. A network without a table is taken over as shipped.
    """

    data: Path
    sets: tuple[SceneSet, ...]
    detector: NetworkTraining | None
    classifier: NetworkTraining | None
    leaning: NetworkTraining | None

    def set_named(self, name: str) -> SceneSet:
        """Returns the set of scenes of this name."""
        return next(one for one in self.sets if one.name == name)


def read_config(path: Path) -> Config:
    """Returns what a file says; raises ConfigError where it is no configuration."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TrainingConfigError(f"{path} cannot be read ({error.strerror}): name a configuration file") from error
    except tomllib.TOMLDecodeError as error:
        raise TrainingConfigError(f"{path} is no TOML file ({error}): mend it there") from error
    unknown = set(told) - {"data", "scenes", "detector", "classifier", "leaning"}
    if unknown:
        raise TrainingConfigError(f"{path} has unknown entries ({', '.join(sorted(unknown))}): take them out")
    sets = tuple(_table(SceneSet, one, path, "scenes") for one in told.get("scenes", ()))
    networks = {
        name: _table(NetworkTraining, told[name], path, name) if name in told else None
        for name in ("detector", "classifier", "leaning")
    }
    config = Config(Path(told.get("data", "../shared/data")), sets, **networks)
    _check(config, path)
    return config


def _table(kind: type[Table], told: Any, path: Path, name: str) -> Table:
    if not isinstance(told, dict):
        raise TrainingConfigError(f"{path}: {name} must be a table: see vision/training/README.md")
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    needed = {one.name for one in fields(kind) if one.default is MISSING}  # type: ignore[arg-type]
    for what, names in (("unknown", set(told) - known), ("missing", needed - set(told))):
        if names:
            raise TrainingConfigError(
                f"{path}: {name} has {what} entries ({', '.join(sorted(names))}): mend them there"
            )
    return kind(**told)


def _check(config: Config, path: Path) -> None:
    names = [one.name for one in config.sets]
    for one in config.sets:
        if one.kind not in KINDS:
            raise TrainingConfigError(
                f"{path}: scenes {one.name} are of no known kind ({one.kind}): choose {', '.join(KINDS)}"
            )
        if names.count(one.name) > 1:
            raise TrainingConfigError(f"{path}: two sets of scenes are called {one.name}: rename one")
        if one.shards < 2:
            raise TrainingConfigError(f"{path}: scenes {one.name} need two shards, one of them for checking")
    for name, learning in (
        ("detector", config.detector),
        ("classifier", config.classifier),
        ("leaning", config.leaning),
    ):
        if learning is None:
            continue
        lacking = ({*learning.shares} - {*names, WHOLE}) | ({*learning.corners} - {*learning.shares})
        if lacking or not learning.shares:
            raise TrainingConfigError(
                f"{path}: {name} learns from scenes that are not there ({', '.join(lacking) or 'none named'}):"
                " name sets"
            )
