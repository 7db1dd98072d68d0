"""Trains all networks of the reader: `python -m vision.training.train CONFIG.toml --out FOLDER`.

Stages, each of which goes on from where it was ended: scenes are made (generate), the networks learn (detector,
classifier, leaning), the probabilities are fitted to the development pictures (calibrate), readings are counted on them
(evaluate), and a page is written about all of it (card). The networks and that page lie in FOLDER/models at the end.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
from torch import nn

from vision.networks import CLASSIFIER, COCKED, DETECTOR, FOLDER, LEANING
from vision.training import classifier_training, detector_training, leaning_training, results
from vision.training.card import write_card
from vision.training.config import Config, NetworkTraining, TrainingConfigError, read_config
from vision.training.network import CockedNet, FaceNet, ValueNet
from vision.training.runner import learn, load_weights, save_weights
from vision.training.shards import make_set

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its configuration, its folder, and whom it tells how it goes."""

    config: Config
    out: Path
    say: Say

    @property
    def scenes(self) -> Path:
        """Where the sets of scenes lie."""
        return self.out / "scenes"

    @property
    def models(self) -> Path:
        """Where the networks are written."""
        return self.out / "models"

    def network(self, file: str) -> Path:
        """Returns the network of this run, or the one shipped where this run has made none yet."""
        own = self.models / file
        return own if own.is_file() else FOLDER / file

    def keep(self, name: str, told: Any) -> None:
        """Keeps what a stage found, for the card."""
        aside = self.out / f"{name}.part"
        aside.write_text(json.dumps(told, indent=1), encoding="utf-8")
        aside.replace(self.out / f"{name}.json")


def generate(run: Run) -> None:
    """Makes the scenes that are not there yet."""
    run.keep("generate", {one.name: make_set(run.scenes, one, run.config.data, run.say) for one in run.config.sets})


def begin(network: nn.Module, learning: NetworkTraining, say: Say) -> nn.Module:
    """Returns the network with the weights that it starts from, if it is told any."""
    if learning.start:
        begun = load_weights(network, FOLDER / learning.start)
        if begun:
            say(f"{learning.start} lacks these weights, which begin from nothing: {', '.join(begun)}")
    return network


def _done(run: Run, network: nn.Module, file: str, write: Callable[[nn.Module, Path], None], told: str) -> None:
    run.models.mkdir(parents=True, exist_ok=True)
    save_weights(network, (run.models / file).with_suffix(".pt"))
    # The network appears under its name when it is whole.
    aside = run.models / f"part-{file}"
    write(network, aside)
    aside.replace(run.models / file)
    run.say(f"{file}: {told}")
    run.keep(Path(file).stem, {"check": told})


def detector(run: Run) -> None:
    """Trains the detector."""
    learning = run.config.detector
    if learning is None or (run.models / DETECTOR).is_file():
        return
    home = run.out / "detector"
    home.mkdir(parents=True, exist_ok=True)
    batch_at, checked = detector_training.batches(run.config, learning, run.scenes)
    network = begin(FaceNet(), learning, run.say)
    trained = learn(learning, network, batch_at, detector_training.loss_of, home, run.say)
    _done(run, trained, DETECTOR, detector_training.write, detector_training.check(trained, checked))


def classifier(run: Run) -> None:
    """Trains the classifier on what the detector sees."""
    learning = run.config.classifier
    if learning is None or (run.models / CLASSIFIER).is_file():
        return
    home = run.out / "classifier"
    home.mkdir(parents=True, exist_ok=True)
    seen_by = run.network(DETECTOR)
    prepared = classifier_training.prepare_patches(run.config, learning, run.scenes, home, seen_by, run.say)
    network = begin(ValueNet(), learning, run.say)
    teacher = begin(ValueNet(), learning, run.say).eval() if learning.teacher else None
    batch_at = classifier_training.batches(learning, prepared.learned, teacher)
    run.say(f"before: {classifier_training.check(network.eval(), prepared.checked)}")
    trained = learn(learning, network, batch_at, classifier_training.loss_of, home, run.say)
    _done(run, trained, CLASSIFIER, classifier_training.write, classifier_training.check(trained, prepared.checked))


def leaning(run: Run) -> None:
    """Trains the network that tells leaning dice, on what detector and classifier outline."""
    learning = run.config.leaning
    if learning is None or (run.models / LEANING).is_file():
        return
    home = run.out / "leaning"
    home.mkdir(parents=True, exist_ok=True)
    seen_by = run.network(DETECTOR), run.network(CLASSIFIER)
    prepared = leaning_training.prepare_dice(run.config, learning, run.scenes, home, seen_by, run.say)
    network = begin(CockedNet(), learning, run.say)
    batch_at = leaning_training.batches(learning, prepared.learned)
    trained = learn(learning, network, batch_at, leaning_training.loss_of, home, run.say)
    _done(run, trained, LEANING, leaning_training.write, leaning_training.check(trained, prepared.checked))


def calibrate(run: Run) -> None:
    """Fits the probabilities to the development pictures, taking over as shipped what was not trained."""
    run.models.mkdir(parents=True, exist_ok=True)
    for file in (DETECTOR, CLASSIFIER, LEANING, COCKED):
        for one in (file, f"{Path(file).stem}.pt"):
            if not (run.models / one).is_file():
                shutil.copy(FOLDER / one, run.models / one)
    run.keep("calibrate", results.fitted(run.config.data, run.models))


def evaluate(run: Run) -> None:
    """Counts readings of the development pictures."""
    kept = run.out / "calibrate.json"
    told = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else None
    run.keep("evaluate", results.counted(run.config.data, run.models, told))


def card(run: Run) -> None:
    """Writes the page about the run."""
    write_card(run.config, run.out)


STAGES: dict[str, Callable[[Run], None]] = {
    stage.__name__: stage for stage in (generate, detector, classifier, leaning, calibrate, evaluate, card)
}


def begin_folder(config: Path, out: Path) -> None:
    """Makes the folder of a run; raises ConfigError where it holds that of another configuration."""
    out.mkdir(parents=True, exist_ok=True)
    kept, told = out / "config.toml", config.read_bytes()
    if kept.is_file() and kept.read_bytes() != told:
        raise TrainingConfigError(
            f"{out} was begun with another configuration: name another folder, or give that one again"
        )
    kept.write_bytes(told)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the stages; returns 0, or 2 where the configuration or the pictures cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train", description=__doc__)
    parser.add_argument("config", type=Path, metavar="CONFIG.toml")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where everything is kept")
    parser.add_argument("--stage", choices=list(STAGES), action="append", help="only this stage; may be repeated")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        config = read_config(given.config)
        begin_folder(given.config, given.out)
        for name, stage in STAGES.items():
            if given.stage is None or name in given.stage:
                print(f"{name}:", flush=True)
                stage(Run(config, given.out, partial(print, " ", flush=True)))
    except (TrainingConfigError, FileNotFoundError) as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
