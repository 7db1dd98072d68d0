"""The configuration of a training run: one TOML file."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

KINDS = ("drawn", "traced", "photographs", "renders")
"""Sources of scenes: rasterised drawings, path-traced drawings, crops of photographs, crops of renders."""

NETWORKS = ("detector", "classifier", "corners", "leaning")
"""The networks, each with a table of its settings."""

WHOLE = "whole"
"""Name that stands, in a training mixture, for whole labelled pictures instead of a set of scenes."""

Table = TypeVar("Table")


class TrainingConfigError(ValueError):
    """A configuration file that cannot be used; the message names the file, the entry and the remedy."""


@dataclass(frozen=True, slots=True)
class SceneSet:
    """A set of training scenes: `shards` folders of `scenes_per_shard` scenes each, generated from `seed`.

    For kinds that are cropped from pictures, `folder` is their folder, relative to the run's data. The options from
    `hand_probability` to `plug_probability` are those of `vision.training.scenes.draw_scene`. The last shard of
    every set is its validation shard; no network is trained on it.
    """

    name: str
    kind: str
    seed: int
    shards: int
    scenes_per_shard: int = 500
    hand_probability: float = 0.1
    leaning_probability: float = 0.07
    outward_probability: float = 0.0
    overhead: bool = False
    close_up_probability: float = 0.0
    box_like: bool = False
    crowded_probability: float = 0.0
    wide_probability: float = 0.0
    resting_probability: float = 0.0
    contrast_probability: float = 0.0
    object_probability: float = 0.0
    plug_probability: float = 0.0
    folder: str = ""


@dataclass(frozen=True, slots=True)
class NetworkTraining:
    """The training settings of one network.

    `steps` is the number of batches of `batch_size` examples, `learning_rate` the peak learning rate. `mixture` maps
    the names of scene sets to sampling weights. In it, `whole` stands for faces in whole pictures (classifier), or for
    dice in whole calibrated renders (corner and leaning networks).

    `initial_weights` names a .pt file beside the shipped networks, or is empty for random initialisation.
    `averaged_with` names another such file, or is empty: the result is the mean of its weights, whose share is
    `averaged_share` (0 to 1), and the trained ones (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
    `distillation_weight` (0 to 1, classifier only) is the weight of the loss against the predictions of those initial
    weights. `corner_sets` lists the scene sets whose corners are regressed; empty means all.
    """

    seed: int
    steps: int
    learning_rate: float
    mixture: Mapping[str, float]
    initial_weights: str = ""
    averaged_with: str = ""
    averaged_share: float = 0.0
    distillation_weight: float = 0.0
    corner_sets: Sequence[str] = ()
    batch_size: int = 64


@dataclass(frozen=True, slots=True)
class Config:
    """A whole run: the folder of labelled pictures, the sets of scenes, and the settings of each network.

    `data` is relative to the working directory of the run. A network without a table keeps the shipped weights.
    """

    data: Path
    sets: tuple[SceneSet, ...]
    detector: NetworkTraining | None
    classifier: NetworkTraining | None
    corners: NetworkTraining | None
    leaning: NetworkTraining | None

    def set_named(self, name: str) -> SceneSet:
        """Returns the scene set of this name."""
        return next(one for one in self.sets if one.name == name)


def read_config(path: Path) -> Config:
    """Reads a configuration file; raises TrainingConfigError if it is missing or invalid."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TrainingConfigError(f"{path} cannot be read ({error.strerror}): name a configuration file") from error
    except tomllib.TOMLDecodeError as error:
        raise TrainingConfigError(f"{path} is not valid TOML ({error}): correct it there") from error
    unknown = set(content) - {"data", "scenes", *NETWORKS}
    if unknown:
        raise TrainingConfigError(f"{path} has unknown entries ({', '.join(sorted(unknown))}): remove them")
    sets = tuple(_table(SceneSet, one, path, "scenes") for one in content.get("scenes", ()))
    networks = {
        name: _table(NetworkTraining, content[name], path, name) if name in content else None for name in NETWORKS
    }
    config = Config(Path(content.get("data", "../shared/data")), sets, **networks)
    _check(config, path)
    return config


def _table(kind: type[Table], content: Any, path: Path, name: str) -> Table:
    if not isinstance(content, dict):
        raise TrainingConfigError(f"{path}: {name} must be a table: see vision/training/README.md")
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    required = {field.name for field in fields(kind) if field.default is MISSING}  # type: ignore[arg-type]
    for problem, names in (("unknown", set(content) - known), ("missing", required - set(content))):
        if names:
            raise TrainingConfigError(
                f"{path}: {name} has {problem} entries ({', '.join(sorted(names))}): correct them there"
            )
    return kind(**content)


def _check(config: Config, path: Path) -> None:
    names = [one.name for one in config.sets]
    for one in config.sets:
        if one.kind not in KINDS:
            raise TrainingConfigError(
                f"{path}: scene set {one.name} has an unknown kind ({one.kind}): use one of {', '.join(KINDS)}"
            )
        if names.count(one.name) > 1:
            raise TrainingConfigError(f"{path}: two scene sets are called {one.name}: rename one")
        if one.shards < 2:
            raise TrainingConfigError(
                f"{path}: scene set {one.name} needs at least two shards, the last one for validation: raise shards"
            )
    for name in NETWORKS:
        settings: NetworkTraining | None = getattr(config, name)
        if settings is None:
            continue
        unknown = ({*settings.mixture} - {*names, WHOLE}) | ({*settings.corner_sets} - {*settings.mixture})
        if unknown or not settings.mixture:
            raise TrainingConfigError(
                f"{path}: {name} refers to unknown scene sets ({', '.join(unknown) or 'its mixture is empty'}):"
                " name sets that the file defines"
            )
        if not (0.0 < settings.averaged_share < 1.0 if settings.averaged_with else settings.averaged_share == 0.0):
            raise TrainingConfigError(
                f"{path}: {name} has an averaged_share of {settings.averaged_share:g}: set it between 0 and 1,"
                " and name the weights in averaged_with that it is the share of"
            )
