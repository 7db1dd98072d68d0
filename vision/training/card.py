"""The page about a run's networks: what they see and tell, what they learned from, what they are worth."""

import hashlib
import json
from pathlib import Path
from typing import Any

from vision.networks import CLASSIFIER, DETECTOR, LEANING
from vision.training.config import Config, NetworkTraining, SceneSet

WHAT = {
    DETECTOR: (
        "detector",
        "the whole frame, its longer side at 256 and 640 pixels (128 where a die may fill it), BGR, 0 to 1; at 640 the"
        " brightest of the three for each",
        "for every fourth pixel: ground, the inside of a readable top face, a die's body, a top face that nobody should"
        " read, a hand",
    ),
    CLASSIFIER: (
        "classifier",
        "one face in its outline with a margin of 45 %, 64×64 grey levels, mean 0, deviation 1",
        "ground, 1 to 6, a part of a die that is no top face, or why a top face cannot be read (cocked, covered,"
        " moving, cut off); and the four corners of the top face",
    ),
    LEANING: (
        "leaning dice",
        "one die with its surroundings, 80×80 grey levels, without distortion, the place under the camera on the left;"
        " its top face and what a flat die would cover marked; its distance from there and its size",
        "whether it leans",
    ),
}
"""What each network is for, what it sees and what it tells."""

HEAD = """# The networks

Written by the run that trained them, `python -m vision.training.train config.toml --out FOLDER`, with the
configuration at the end of this page. `vision/training/README.md` tells how to repeat it.

"""

LIMITS = """
**Pictures.** Only the training part of `vision/evaluation/splits.csv` was learned from; probabilities were fitted to
the development part, and the results above are of that part, too. The photographs are strangers' and not all of them
are under a licence: nothing of them is here but outlines (`vision/training/outlines.jsonl`) and what the weights keep.

**Not for** dice with numerals, symbols or more than six sides; views lower than about 35°; faces of fewer than about 16
pixels; the network for leaning dice not without a calibrated camera.
"""


def checksum(path: Path) -> str:
    """Returns the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _kept(out: Path, name: str) -> dict[str, Any]:
    path = out / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def _network(out: Path, file: str, learning: NetworkTraining | None) -> str:
    name, sees, tells = WHAT[file]
    path = out / "models" / file
    made = (
        "taken over from the run before"
        if learning is None
        else f"seed {learning.seed}, {learning.steps:,} steps of {learning.batch}, rate {learning.rate:g}, begun with "
        + (f"the weights of the run before (`{learning.start}`)" if learning.start else "nothing")
        + "; of "
        + ", ".join(f"{set_} {share:g}" for set_, share in learning.shares.items())
    )
    checked = _kept(out, path.stem).get("check", "") if learning else ""
    lines = [f"**{name.capitalize()}**, `{file}`, {path.stat().st_size // 1000} kB, SHA-256 `{checksum(path)}`."]
    lines.append(f"Sees {sees}. Tells {tells}. Training: {made}.")
    if checked:
        lines.append(f"On scenes kept for checking: {checked}.")
    return "\n".join(lines) + "\n"


def _set(wanted: SceneSet, sums: dict[str, str]) -> str:
    scenes = f"{wanted.shards}×{wanted.scenes}"
    return f"| {wanted.name} | {wanted.kind} | {scenes} | {wanted.seed} | `{sums.get(wanted.name, '')[:16]}` |"


def write_card(config: Config, out: Path) -> Path:
    """Writes the page about a run into its folder `models`, and returns its path."""
    sums = {name: str(told) for name, told in _kept(out, "generate").items()}
    used = [config.detector, config.classifier, config.leaning]
    names = {name for learning in used if learning for name in learning.shares}
    parts = [HEAD]
    parts += [
        _network(out, file, learning) + "\n"
        for file, learning in zip((DETECTOR, CLASSIFIER, LEANING), used, strict=True)
    ]
    parts.append("| scenes | kind | shards | seed | SHA-256 begins |\n|---|---|---|---|---|\n")
    parts += [_set(one, sums) + "\n" for one in config.sets if one.name in names]
    results, fitted = _kept(out, "evaluate"), _kept(out, "calibrate")
    if results:
        parts.append(f"\nDevelopment pictures:\n\n```\n{results['goals']}\n\n{results['corners']}\n```\n")
    for name, told in fitted.items():
        weights = f"die={tuple(told['die'])}, value={tuple(told['value'])}, reading={tuple(told['reading'])}"
        parts.append(
            f"\nProbabilities `{name}`: `{weights}`, expected calibration error {told['calibration_error']:.3f}.\n"
        )
    parts.append(LIMITS)
    parts.append(f"\n```toml\n{(out / 'config.toml').read_text(encoding='utf-8').strip()}\n```\n")
    path = out / "models" / "README.md"
    path.write_text("".join(parts), encoding="utf-8")
    return path
