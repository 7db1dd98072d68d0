"""What one run is told: what to learn from, for how long, and where to write."""

import argparse
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """One run: drawn scenes, seed, number of steps, highest learning rate, where to write, weights to start from.

    `pictures` are folders of labelled pictures to learn from beside the drawn scenes, `share` how often one of them.
    `teacher` is a network (.onnx) that tells the same, to be learned from as well.
    """

    scenes: tuple[Path, ...]
    pictures: tuple[Path, ...]
    share: float
    seed: int
    steps: int
    rate: float
    out: Path
    start: Path | None
    teacher: Path | None = None


def read_plan(description: str | None, out: str, rate: float) -> Plan:
    """Returns the plan that the command line gives."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("scenes", nargs="+", type=Path, help="folders of drawn scenes (vision.training.shards)")
    parser.add_argument("--pictures", type=Path, nargs="*", default=(), metavar="FOLDER", help="labelled pictures")
    parser.add_argument("--share", type=float, default=0.4, help="how often a scene is cut from one of those")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--out", type=Path, default=None, help=f"where to write, {out} if not given")
    parser.add_argument("--start", type=Path, default=None, help="weights (.pt) to go on from, of a wider network too")
    parser.add_argument("--teacher", type=Path, default=None, help="a network (.onnx) to learn from as well")
    given = parser.parse_args()
    return Plan(
        scenes=tuple(given.scenes),
        pictures=tuple(given.pictures),
        share=given.share,
        seed=given.seed,
        steps=given.steps,
        rate=given.rate,
        out=given.out or Path(out),
        start=given.start,
        teacher=given.teacher,
    )
