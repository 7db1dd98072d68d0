"""The model card of a run: inputs, outputs, training data and accuracy of each network."""

import hashlib
import json
from pathlib import Path
from typing import Any

from vision.networks import CLASSIFIER, CORNERS, DETECTOR, LEANING
from vision.training.config import Config, NetworkTraining, SceneSet

NETWORKS = {
    DETECTOR: (
        "detector",
        "the whole frame, its longer side scaled to 256 and 640 pixels (to 128 or 960 where these leave it"
        " uncertain), BGR, 0 to 1; at 640 pixels the brightest of the three channels, repeated",
        "for every cell of 4×4 pixels: background, inside of a readable top face, body of a die, unreadable top face,"
        " hand",
    ),
    CLASSIFIER: (
        "classifier",
        "one face, rectified, with a margin of 45 %, 64×64 grey levels, mean 0, deviation 1",
        "the class: background, 1 to 6, part of a die that is no top face, or an unreadable top face (cocked, covered,"
        " moving, cut off); and the four corners of the top face",
    ),
    CORNERS: (
        "corners",
        "one face, rectified, with a margin of 60 %, 64×64 pixels in colour, mean 0, deviation 1",
        "the four corners of the flat part of the face, and the logarithms of their expected errors",
    ),
    LEANING: (
        "leaning dice",
        "one die with its surroundings, 80×80 pixels, undistorted, the point below the camera on the left; the masks of"
        " its top face and of a flat die there; its distance from the optical axis and its size; and the detector's"
        " maps of background and top faces",
        "whether the die leans",
    ),
}
"""Name, input and output of each network."""

HEAD = """# The networks

Written by the run that trained them, `python -m vision.training.train config.toml --out FOLDER`, with the
configuration at the end of this page. `vision/training/README.md` describes how to repeat it.

"""

LIMITS = """
**Data.** The networks were trained on the training part of `vision/evaluation/splits.csv` only; the probabilities were
fitted to the development part, and the results above are of that part as well. The photographs belong to other people
and not all of them are licensed: this repository contains nothing of them but outlines
(`vision/training/outlines.jsonl`) and what the weights retain.

**Out of scope:** dice with numerals, symbols or more than six sides; camera angles below about 35°; faces of fewer than
about 16 pixels; for the network for leaning dice, cameras without a calibration.
"""


def checksum(path: Path) -> str:
    """Returns the SHA-256 of a file as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read_result(out: Path, name: str) -> dict[str, Any]:
    path = out / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def _network(out: Path, file: str, settings: NetworkTraining | None) -> str:
    title, inputs, output = NETWORKS[file]
    path = out / "models" / file
    if settings is None:
        training = "none, kept as shipped"
    else:
        start = f"the shipped weights `{settings.initial_weights}`" if settings.initial_weights else "random weights"
        averaged = (
            f"; averaged with `{settings.averaged_with}`, whose share is {settings.averaged_share:g}"
            if settings.averaged_with
            else ""
        )
        mixture = ", ".join(f"{name} {share:g}" for name, share in settings.mixture.items())
        training = (
            f"seed {settings.seed}, {settings.steps:,} steps of {settings.batch_size} examples,"
            f" learning rate {settings.learning_rate:g}, from {start}{averaged}; mixture: {mixture}"
        )
    validation = _read_result(out, path.stem).get("validation", "") if settings else ""
    lines = [f"**{title.capitalize()}**, `{file}`, {path.stat().st_size // 1000} kB, SHA-256 `{checksum(path)}`."]
    lines.append(f"Input: {inputs}. Output: {output}. Training: {training}.")
    if validation:
        lines.append(f"On the validation shards: {validation}.")
    return "\n".join(lines) + "\n"


def _set(scene_set: SceneSet, sums: dict[str, str]) -> str:
    scenes = f"{scene_set.shards}×{scene_set.scenes_per_shard}"
    digest = sums.get(scene_set.name, "")[:16]
    return f"| {scene_set.name} | {scene_set.kind} | {scenes} | {scene_set.seed} | `{digest}` |"


def write_card(config: Config, out: Path) -> Path:
    """Writes the model card of a run to its folder `models` and returns the path."""
    sums = {name: str(result) for name, result in _read_result(out, "generate").items()}
    used = [config.detector, config.classifier, config.corners, config.leaning]
    names = {name for settings in used if settings for name in settings.mixture}
    parts = [HEAD]
    parts += [
        _network(out, file, settings) + "\n"
        for file, settings in zip((DETECTOR, CLASSIFIER, CORNERS, LEANING), used, strict=True)
    ]
    parts.append("| scenes | kind | shards | seed | SHA-256 (first digits) |\n|---|---|---|---|---|\n")
    parts += [_set(one, sums) + "\n" for one in config.sets if one.name in names]
    results, fitted = _read_result(out, "evaluate"), _read_result(out, "calibrate")
    if results:
        parts.append(f"\nDevelopment pictures:\n\n```\n{results['goals']}\n\n{results['corners']}\n```\n")
    for name, result in fitted.items():
        weights = f"die={tuple(result['die'])}, value={tuple(result['value'])}, reading={tuple(result['reading'])}"
        parts.append(
            f"\nProbabilities `{name}`: `{weights}`, expected calibration error {result['calibration_error']:.3f}.\n"
        )
    parts.append(LIMITS)
    parts.append(f"\n```toml\n{(out / 'config.toml').read_text(encoding='utf-8').strip()}\n```\n")
    path = out / "models" / "README.md"
    path.write_text("".join(parts), encoding="utf-8")
    return path
