"""Detection of leaning dice with a calibrated camera: `python -m vision.evaluation.leaning_dice DATA`.

Few dice lean in the renders. So every flat die that lies apart from the others is also judged with the camera pose
rotated about it: the view is then exactly that of a leaning die, with the light and background of the render. The size
of the dice is given, as another, flat die would determine it.

For several thresholds of the score, the output lists the flat throws that exceed it (false positives) and the share of
tilted dice that do (recall), then the same without each kind of evidence, and the flat throws with the highest scores.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.camera_model import CameraModel
from vision.corners import CornerNetwork
from vision.decision import decide
from vision.detection import DetectionPipeline
from vision.evaluation.goals import cameras, read_picture
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, name_of, select
from vision.flat_dice import common_size, flat_poses
from vision.leaning import LEANING_THRESHOLD, LeaningEvidence, LeaningJudge
from vision.networks import CORNERS, FOLDER
from vision.outlines import Floats, edge, middle
from vision.probability import BOTH_PASSES_WEIGHTS
from vision.reader import finest_view
from vision.rectify import Greys
from vision.segmentation import FaceMap

TILT_ANGLES = (14, 18, 24, 32)
"""Angles by which the camera pose is rotated, in degrees."""

TILTS_PER_ANGLE = 2
"""Number of random directions per angle."""

MIN_SEPARATION = 2.2
"""Minimum distance between the centres of a tilted die and any other, in edges."""

MAX_AXIS_DISTANCE = 1.0
"""Maximum distance of a tilted die from the optical axis, in focal lengths; beyond, it would be out of the frame."""

THRESHOLDS = (0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 3.7, 4.5)
"""Scores at which the table is evaluated, besides LEANING_THRESHOLD."""

NO_SUSPICION = -99.0
"""Log odds of the network if it is left out."""

ABLATIONS: Mapping[str, Mapping[str, float]] = {
    "all evidence": {},
    "without network": {"network": NO_SUSPICION},
    "without excess": {"excess": 0.0},
    "without residual": {"residual": 0.0},
}
"""The evidence that each line of the ablation leaves out."""

SEED = 7
"""Seed of the directions."""


@dataclass(frozen=True, slots=True)
class JudgedDie:
    """The evidence for one die and its lean angle in degrees: 0 for a flat die, else that of the tilted camera."""

    picture: str
    angle: int
    evidence: LeaningEvidence


def tilted_camera(camera: CameraModel, pivot: Floats, direction: float, angle: float) -> CameraModel:
    """Returns the camera rotated about a horizontal axis through `pivot`.

    `direction` is the azimuth of the axis and `angle` the rotation, both in radians.
    """
    axis = np.array([np.cos(direction), np.sin(direction), 0.0])
    return camera.tilted(pivot, np.asarray(cv2.Rodrigues(axis * angle)[0], float))


def judge_dice(data: Path, part: Split, models: Path = FOLDER) -> Iterator[JudgedDie]:
    """Judges the dice of the flat throws of a part that are read correctly.

    Raises FileNotFoundError if pictures are missing.
    """
    pipeline, judge, rng = DetectionPipeline(models), LeaningJudge(models), np.random.default_rng(SEED)
    network = CornerNetwork(models / CORNERS)
    calibrations = cameras(data)
    renders = [one for kind in ("renders", "renders2") for one in find_labelled(data / kind)]
    for picture in select(renders, part):
        name = name_of(picture.path)
        if picture.expected_reason is not None or name not in calibrations:
            continue
        frame = read_picture(picture.path)
        greys, camera = Greys(frame), calibrations[name].fitted_to(*frame.shape[:2])
        passes = [pipeline.first(greys), pipeline.second(greys)]
        decision = decide(passes, BOTH_PASSES_WEIGHTS, picture.expect, require_counts=True)
        if not decision.certain or tuple(sorted(one.value for one in decision.dice)) != picture.faces:
            continue
        quads = [network.locate(greys.colours, one.quad) for one in decision.dice]
        view = finest_view(passes)
        evidence = judge.signs(camera, greys.colours, view, quads)
        if evidence is None:
            continue
        yield from (JudgedDie(name, 0, one) for one in evidence)
        yield from (JudgedDie(name, *one) for one in _tilted_dice(rng, judge, camera, greys, view, quads))


def _tilted_dice(
    rng: np.random.Generator,
    judge: LeaningJudge,
    camera: CameraModel,
    greys: Greys,
    view: FaceMap,
    quads: Sequence[Floats],
) -> Iterator[tuple[int, LeaningEvidence]]:
    size = common_size(camera, quads)
    poses = flat_poses(camera, quads)
    for k, (quad, pose) in enumerate(zip(quads, poses or (), strict=True)):
        others = [other for other in range(len(quads)) if other != k]
        if any(
            np.linalg.norm(middle(quad) - middle(quads[other])) < MIN_SEPARATION * max(edge(quad), edge(quads[other]))
            for other in others
        ):
            continue
        pivot = np.append(middle(pose.top), pose.height)
        for angle in TILT_ANGLES * TILTS_PER_ANGLE:
            tilted = tilted_camera(camera, pivot, float(rng.uniform(0, 2 * np.pi)), float(np.radians(angle)))
            distance = np.linalg.norm(middle(tilted.from_above(quad)) - tilted.matrix[:2, 2]) / tilted.matrix[0, 0]
            evidence = judge.signs(tilted, greys.colours, view, [quad], size) if distance < MAX_AXIS_DISTANCE else None
            if evidence is not None:
                yield angle, evidence[0]


def throw_scores(judged: Sequence[JudgedDie]) -> dict[str, float]:
    """Returns the score of every flat throw: the highest of its dice."""
    scores: dict[str, float] = {}
    for one in judged:
        if not one.angle:
            scores[one.picture] = max(scores.get(one.picture, -np.inf), one.evidence.score)
    return scores


def table(judged: Sequence[JudgedDie]) -> str:
    """Returns, for each threshold, the flat throws and the share of tilted dice with a higher score."""
    throws = np.array(list(throw_scores(judged).values()))
    lines = [f"{'score over':>14s} {'flat throws':>12s} " + " ".join(f"{angle:>4d} deg" for angle in TILT_ANGLES)]
    for threshold in sorted({*THRESHOLDS, LEANING_THRESHOLD}):
        cells = []
        for angle in TILT_ANGLES:
            scores = np.array([one.evidence.score for one in judged if one.angle == angle])
            cells.append(f"{100 * (scores > threshold).mean():6.1f} %" if len(scores) else f"{'':8s}")
        lines.append(f"{threshold:14.1f} {(throws > threshold).sum():5d} of {len(throws):3d} " + " ".join(cells))
    return "\n".join(lines)


def ablation(judged: Sequence[JudgedDie]) -> str:
    """Returns a line for each kind of evidence: what the score is worth without it.

    The threshold of each line is the one at which as many dice tilted by the smallest angle are detected as with all
    evidence.
    """

    def recall(angle: int, threshold: float, without: Mapping[str, float]) -> float:
        return float(np.mean([scored(one, without) > threshold for one in judged if one.angle == angle]))

    def scored(one: JudgedDie, without: Mapping[str, float]) -> float:
        return one.evidence._replace(**without).score

    smallest, *larger = TILT_ANGLES
    detected = recall(smallest, LEANING_THRESHOLD, {})
    lines = []
    for name, without in ABLATIONS.items():
        threshold = float(np.quantile([scored(one, without) for one in judged if one.angle == smallest], 1 - detected))
        throws = throw_scores([replace(one, evidence=one.evidence._replace(**without)) for one in judged])
        refused = sum(score > threshold for score in throws.values())
        cells = " ".join(f"{100 * recall(angle, threshold, without):6.1f} %" for angle in (smallest, *larger))
        lines.append(f"{name:20s} {threshold:6.2f} {refused:5d} of {len(throws):3d} {cells}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table and the flat throws with the highest scores; returns 0, or 2 if pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.leaning_dice", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--part", type=Split, choices=list(Split), default=Split.DEVELOPMENT)
    parser.add_argument("--models", type=Path, default=FOLDER, help="folder of the networks, if not the shipped ones")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        judged = list(judge_dice(options.data, options.part, options.models))
    except FileNotFoundError as error:
        print(f"leaning: {error}", file=sys.stderr)
        return 2
    print(table(judged), "", ablation(judged), "", sep="\n")
    for name, score in sorted(throw_scores(judged).items(), key=lambda one: -one[1])[:12]:
        print(f"{score:6.2f} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
