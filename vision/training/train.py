"""Trains the networks of the reader: `python -m vision.training.train CONFIG.toml --out FOLDER`.

The stages, each of which resumes where it was interrupted: generate the training scenes (generate); train the networks
(detector, classifier, corners, leaning); fit the probabilities to the development pictures (calibrate); evaluate the
reader on them (evaluate); write the model card (card). The networks and the card are written to FOLDER/models.
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
import torch
from torch import nn

from vision.networks import CLASSIFIER, CORNERS, DETECTOR, FOLDER, LEANING
from vision.training import classifier_training, corner_training, detector_training, leaning_training, results
from vision.training.architectures import CornerNet, FaceNet, LeaningNet, ValueNet
from vision.training.config import Config, NetworkTraining, TrainingConfigError, read_config
from vision.training.model_card import write_card
from vision.training.shards import make_set
from vision.training.training_loop import load_weights, save_weights, train_network

Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Run:
    """A training run: its configuration, its output folder and its log."""

    config: Config
    out: Path
    log: Log

    @property
    def scenes(self) -> Path:
        """The folder of the scene sets."""
        return self.out / "scenes"

    @property
    def models(self) -> Path:
        """The folder of the trained networks."""
        return self.out / "models"

    def network(self, file: str) -> Path:
        """Returns the path of the network trained by this run, or of the shipped one if there is none yet."""
        trained = self.models / file
        return trained if trained.is_file() else FOLDER / file

    def save_result(self, name: str, result: Any) -> None:
        """Saves the result of a stage as JSON, for the model card."""
        temporary = self.out / f"{name}.part"
        temporary.write_text(json.dumps(result, indent=1), encoding="utf-8")
        temporary.replace(self.out / f"{name}.json")


def generate(run: Run) -> None:
    """Generates the missing scenes."""
    sets = run.config.sets
    run.save_result("generate", {one.name: make_set(run.scenes, one, run.config.data, run.log) for one in sets})


def initialise(build: Callable[[], nn.Module], settings: NetworkTraining, log: Log) -> nn.Module:
    """Builds a network, its random weights determined by the seed, then loads the initial weights, if any are set."""
    torch.manual_seed(settings.seed)
    network = build()
    if settings.initial_weights:
        missing = load_weights(network, FOLDER / settings.initial_weights)
        if missing:
            log(
                f"{settings.initial_weights} lacks these weights, which are initialised at random: {', '.join(missing)}"
            )
    return network


def _finish(
    run: Run, network: nn.Module, file: str, write_onnx: Callable[[nn.Module, Path], None], summary: str
) -> None:
    run.models.mkdir(parents=True, exist_ok=True)
    save_weights(network, (run.models / file).with_suffix(".pt"))
    # Written under another name first, so that a network is complete or absent.
    temporary = run.models / f"part-{file}"
    write_onnx(network, temporary)
    temporary.replace(run.models / file)
    run.log(f"{file}: {summary}")
    run.save_result(Path(file).stem, {"validation": summary})


def detector(run: Run) -> None:
    """Trains the detector."""
    settings = run.config.detector
    if settings is None or (run.models / DETECTOR).is_file():
        return
    folder = run.out / "detector"
    folder.mkdir(parents=True, exist_ok=True)
    batch_at, validation = detector_training.batches(run.config, settings, run.scenes)
    network = initialise(FaceNet, settings, run.log)
    trained = train_network(settings, network, batch_at, detector_training.compute_loss, folder, run.log)
    _finish(run, trained, DETECTOR, detector_training.write_onnx, detector_training.validate(trained, validation))


def classifier(run: Run) -> None:
    """Trains the classifier on faces as the detector outlines them."""
    settings = run.config.classifier
    if settings is None or (run.models / CLASSIFIER).is_file():
        return
    folder = run.out / "classifier"
    folder.mkdir(parents=True, exist_ok=True)
    detector_path = run.network(DETECTOR)
    examples = classifier_training.cache_patches(run.config, settings, run.scenes, folder, detector_path, run.log)
    network = initialise(ValueNet, settings, run.log)
    teacher = initialise(ValueNet, settings, run.log).eval() if settings.distillation_weight else None
    batch_at = classifier_training.batches(settings, examples.training, teacher)
    run.log(f"initial weights: {classifier_training.validate(network.eval(), examples.validation)}")
    trained = train_network(settings, network, batch_at, classifier_training.compute_loss, folder, run.log)
    _finish(
        run,
        trained,
        CLASSIFIER,
        classifier_training.write_onnx,
        classifier_training.validate(trained, examples.validation),
    )


def corners(run: Run) -> None:
    """Trains the network that locates corners."""
    settings = run.config.corners
    if settings is None or (run.models / CORNERS).is_file():
        return
    folder = run.out / "corners"
    folder.mkdir(parents=True, exist_ok=True)
    examples = corner_training.cache_faces(run.config, settings, run.scenes, folder, run.log)
    network = initialise(CornerNet, settings, run.log)
    batch_at = corner_training.batches(settings, examples.training)
    trained = train_network(settings, network, batch_at, corner_training.compute_loss, folder, run.log)
    _finish(run, trained, CORNERS, corner_training.write_onnx, corner_training.validate(trained, examples.validation))


def leaning(run: Run) -> None:
    """Trains the network for leaning dice on dice as the trained networks outline them."""
    settings = run.config.leaning
    if settings is None or (run.models / LEANING).is_file():
        return
    folder = run.out / "leaning"
    folder.mkdir(parents=True, exist_ok=True)
    outliners = run.network(DETECTOR), run.network(CLASSIFIER), run.network(CORNERS)
    examples = leaning_training.cache_dice(run.config, settings, run.scenes, folder, outliners, run.log)
    network = initialise(LeaningNet, settings, run.log)
    batch_at = leaning_training.batches(settings, examples.training)
    trained = train_network(settings, network, batch_at, leaning_training.compute_loss, folder, run.log)
    _finish(run, trained, LEANING, leaning_training.write_onnx, leaning_training.validate(trained, examples.validation))


def calibrate(run: Run) -> None:
    """Fits the probabilities to the development pictures; untrained networks are copied from the shipped ones."""
    run.models.mkdir(parents=True, exist_ok=True)
    for file in (DETECTOR, CLASSIFIER, CORNERS, LEANING):
        for name in (file, f"{Path(file).stem}.pt"):
            if not (run.models / name).is_file():
                shutil.copy(FOLDER / name, run.models / name)
    run.save_result("calibrate", results.fit_probabilities(run.config.data, run.models))


def evaluate(run: Run) -> None:
    """Evaluates the reader on the development pictures."""
    saved = run.out / "calibrate.json"
    fitted = json.loads(saved.read_text(encoding="utf-8")) if saved.is_file() else None
    run.save_result("evaluate", results.count_readings(run.config.data, run.models, fitted))


def card(run: Run) -> None:
    """Writes the model card."""
    write_card(run.config, run.out)


STAGES: dict[str, Callable[[Run], None]] = {
    stage.__name__: stage for stage in (generate, detector, classifier, corners, leaning, calibrate, evaluate, card)
}


def claim_folder(config: Path, out: Path) -> None:
    """Creates the folder of a run; raises TrainingConfigError if it belongs to another configuration."""
    out.mkdir(parents=True, exist_ok=True)
    saved, content = out / "config.toml", config.read_bytes()
    if saved.is_file() and saved.read_bytes() != content:
        raise TrainingConfigError(
            f"{out} holds a run of another configuration: name another folder, or pass the configuration of that run"
        )
    saved.write_bytes(content)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the stages; returns 0, or 2 if the configuration or the pictures cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train", description=__doc__)
    parser.add_argument("config", type=Path, metavar="CONFIG.toml")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="output folder of the run")
    parser.add_argument("--stage", choices=list(STAGES), action="append", help="run only this stage; may be repeated")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        config = read_config(options.config)
        claim_folder(options.config, options.out)
        for name, stage in STAGES.items():
            if options.stage is None or name in options.stage:
                print(f"{name}:", flush=True)
                stage(Run(config, options.out, partial(print, " ", flush=True)))
    except (TrainingConfigError, FileNotFoundError) as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
