"""How well leaning dice are told under a known camera: `python -m vision.evaluation.leaning_dice DATA`.

Few dice lean in the renders. So every flat die that lies apart from the others is also judged as if the world were
turned about it by some angles, each twice: what the camera sees then is a leaning die, exactly, with the light and the
ground of the render. The throw's size is told, as another, flat die would tell it.

Printed are, for some thresholds of the score, how many throws of flat dice have a die that scores more, and what part
of the turned dice does; the same for the signs alone; and the flat throws that score most.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.camera_model import CameraModel
from vision.decision import decide
from vision.detection import DetectionPipeline
from vision.evaluation.goals import cameras, read_picture
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, name_of, select
from vision.flat_dice import common_size, settle
from vision.leaning import LEANING_THRESHOLD, LeaningEvidence, LeaningJudge
from vision.networks import FOLDER
from vision.outlines import Floats, edge, middle
from vision.probability import BOTH_PASSES_WEIGHTS
from vision.reader import clearest_view
from vision.rectify import Greys
from vision.segmentation import FaceMap

ANGLES = (14, 18, 24, 32)
"""Degrees by which the world is turned."""

TURNS = 2
"""So many turns by each angle."""

APART = 2.2
"""A die lies apart from the others where their middles are so many edges away."""

FARTHEST = 1.0
"""Farther from the point below the camera, in its heights, no turned die is judged: it would be out of the frame."""

THRESHOLDS = (-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)

SEED = 7


@dataclass(frozen=True, slots=True)
class JudgedDie:
    """The signs of one die, and by how many degrees it leans: not at all (0), or as if the world were turned."""

    picture: str
    angle: int
    signs: LeaningEvidence


def turned(camera: CameraModel, about: Floats, way: float, angle: float) -> CameraModel:
    """Returns the camera in a world turned by an angle about a level axis that runs `way` (radians) through a point."""
    axis = np.array([np.cos(way), np.sin(way), 0.0])
    return camera.tilted(about, np.asarray(cv2.Rodrigues(axis * angle)[0], float))


def judge(data: Path, part: Split, models: Path = FOLDER) -> Iterator[JudgedDie]:
    """Judges the dice of the flat throws of a part whose faces are read; raises FileNotFoundError where some lack."""
    pipeline, leaning, rng = DetectionPipeline(models), LeaningJudge(models), np.random.default_rng(SEED)
    known = cameras(data)
    everything = [one for kind in ("renders", "renders2") for one in find_labelled(data / kind)]
    for picture in select(everything, part):
        name = name_of(picture.path)
        if picture.due is not None or name not in known:
            continue
        frame = read_picture(picture.path)
        greys, camera = Greys(frame), known[name].fitted_to(*frame.shape[:2])
        passes = [pipeline.first(greys), pipeline.second(greys)]
        decision = decide(passes, BOTH_PASSES_WEIGHTS, picture.expect, require_counts=True)
        if not decision.certain or tuple(sorted(one.value for one in decision.dice)) != picture.faces:
            continue
        quads, view = [one.quad for one in decision.dice], clearest_view(passes, decision)
        signs = leaning.signs(camera, greys, view, quads)
        if signs is None:
            continue
        yield from (JudgedDie(name, 0, one) for one in signs)
        yield from (JudgedDie(name, *one) for one in _turned_dice(rng, leaning, camera, greys, view, quads))


def _turned_dice(
    rng: np.random.Generator,
    leaning: LeaningJudge,
    camera: CameraModel,
    greys: Greys,
    view: FaceMap,
    quads: Sequence[Floats],
) -> Iterator[tuple[int, LeaningEvidence]]:
    size = common_size(camera, quads)
    poses = settle(camera, greys.colours.halved(0), quads)
    for k, (quad, pose) in enumerate(zip(quads, poses or (), strict=True)):
        others = [other for other in range(len(quads)) if other != k]
        if any(
            np.linalg.norm(middle(quad) - middle(quads[other])) < APART * max(edge(quad), edge(quads[other]))
            for other in others
        ):
            continue
        about = np.append(middle(pose.top), pose.height)
        for angle in ANGLES * TURNS:
            seen = turned(camera, about, float(rng.uniform(0, 2 * np.pi)), float(np.radians(angle)))
            away = np.linalg.norm(middle(seen.from_above(quad)) - seen.matrix[:2, 2]) / seen.matrix[0, 0]
            signs = leaning.signs(seen, greys, view, [quad], size) if away < FARTHEST else None
            if signs is not None:
                yield angle, signs[0]


def by_throw(judged: Sequence[JudgedDie]) -> dict[str, float]:
    """Returns the score of each flat throw: that of its die which looks most like leaning."""
    scores: dict[str, float] = {}
    for one in judged:
        if not one.angle:
            scores[one.picture] = max(scores.get(one.picture, -np.inf), one.signs.score)
    return scores


def table(judged: Sequence[JudgedDie]) -> str:
    """Returns, a line for each threshold, what is held to lean."""
    throws = np.array(list(by_throw(judged).values()))
    lines = [f"{'a score over':>14s} {'flat throws':>12s} " + " ".join(f"{angle:>4d} deg" for angle in ANGLES)]
    for threshold in sorted({*THRESHOLDS, LEANING_THRESHOLD}):
        cells = []
        for angle in ANGLES:
            scores = np.array([one.signs.score for one in judged if one.angle == angle])
            cells.append(f"{100 * (scores > threshold).mean():6.1f} %" if len(scores) else f"{'':8s}")
        lines.append(f"{threshold:14.1f} {(throws > threshold).sum():5d} of {len(throws):3d} " + " ".join(cells))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table and the flat throws that score most; returns 0, or 2 if pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.leaning_dice", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--part", type=Split, choices=list(Split), default=Split.DEVELOPMENT)
    parser.add_argument("--models", type=Path, default=FOLDER, help="the networks, if not those shipped")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        judged = list(judge(given.data, given.part, given.models))
    except FileNotFoundError as error:
        print(f"leaning: {error}", file=sys.stderr)
        return 2
    print(table(judged))
    for name, score in sorted(by_throw(judged).items(), key=lambda one: -one[1])[:12]:
        print(f"{score:6.2f} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
