"""Whether probabilities hold, and what silence buys: tables and a drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99)
BINS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1.0)


@dataclass(frozen=True, slots=True)
class ScoredReading:
    """One picture: its set, the probability that its reading is right, and what that reading is worth."""

    group: str
    chance: float
    right: bool
    wrong: bool


def coverage_table(told: Sequence[ScoredReading]) -> str:
    """Returns for each threshold for speaking the share of pictures that are told, and of those told wrongly."""
    lines = [f"{'speaks from':>12s} {'told':>8s} {'right':>8s} {'wrong':>8s}"]
    for threshold in THRESHOLDS:
        spoken = [one for one in told if one.chance >= threshold]
        shares = [len(spoken), sum(one.right for one in spoken), sum(one.wrong for one in spoken)]
        cells = " ".join(f"{100 * share / max(1, len(told)):6.1f} %" for share in shares)
        lines.append(f"{threshold:12.2f} {cells}")
    return "\n".join(lines)


def reliability_table(told: Sequence[ScoredReading]) -> str:
    """Returns for each range of probabilities how many readings have one, their mean, and the share that is right."""
    lines = [f"{'probability':>14s} {'readings':>9s} {'mean':>8s} {'right':>8s}"]
    spoken = [one for one in told if one.right or one.wrong]
    for low, high in pairwise(BINS):
        these = [one for one in spoken if low <= one.chance < high or one.chance == high == 1.0]
        if these:
            mean = 100 * sum(one.chance for one in these) / len(these)
            right = 100 * sum(one.right for one in these) / len(these)
            lines.append(f"{low:6.2f} to {high:4.2f} {len(these):9d} {mean:6.1f} % {right:6.1f} %")
    return "\n".join(lines)


def points(told: Sequence[ScoredReading]) -> list[tuple[float, float]]:
    """Returns coverage and wrong share, both of all pictures, as the threshold for speaking falls.

    >>> points([ScoredReading("a", 0.9, True, False), ScoredReading("a", 0.5, False, True)])
    [(0.5, 0.0), (1.0, 0.5)]
    """
    found, wrong = [], 0
    for k, one in enumerate(sorted(told, key=lambda one: -one.chance)):
        wrong += one.wrong
        found.append(((k + 1) / len(told), wrong / len(told)))
    return found


WIDTH, HEIGHT, LEFT, BOTTOM = 900, 600, 90, 70
MAX_WRONG = 0.06
COLOURS = ((40, 120, 220), (170, 90, 30), (60, 140, 60))


def draw_curves(curves: Mapping[str, Sequence[ScoredReading]], path: Path) -> None:
    """Draws the wrong share (to 6 %) over the coverage, one curve for each name."""
    picture = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)

    def at(coverage: float, wrong: float) -> tuple[int, int]:
        x = LEFT + coverage * (WIDTH - LEFT - 30)
        y = HEIGHT - BOTTOM - min(1.0, wrong / MAX_WRONG) * (HEIGHT - BOTTOM - 30)
        return round(x), round(y)

    def write(text: str, place: tuple[int, int], colour: tuple[int, int, int] = (30, 30, 30)) -> None:
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)

    for step in range(7):
        wrong = step / 100
        cv2.line(picture, at(0, wrong), at(1, wrong), (225, 225, 225), 1)
        write(f"{step} %", (at(0, wrong)[0] - 45, at(0, wrong)[1] + 5))
    for step in range(0, 11, 2):
        cv2.line(picture, at(step / 10, 0), at(step / 10, MAX_WRONG), (225, 225, 225), 1)
        write(f"{10 * step} %", (at(step / 10, 0)[0] - 18, HEIGHT - BOTTOM + 22))
    write("pictures told", (WIDTH // 2 - 50, HEIGHT - 15))
    write("told wrongly", (8, 18))
    for k, (name, told) in enumerate(curves.items()):
        colour = COLOURS[k % len(COLOURS)]
        line = np.array([at(*point) for point in points(told)], np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [line], False, colour, 2, cv2.LINE_AA)
        write(name, (LEFT + 20, 60 + 24 * k), colour)
    cv2.imwrite(str(path), picture)
