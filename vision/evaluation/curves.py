"""Reliability, and wrong readings over coverage (risk–coverage curves): tables and a plot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99)
"""Thresholds of the coverage table."""
BINS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1.0)
"""Limits of the ranges of the reliability table."""


@dataclass(frozen=True, slots=True)
class ScoredReading:
    """The reading of one picture: its group, the probability that it is right, and whether it is right or wrong."""

    group: str
    probability: float
    right: bool
    wrong: bool


def coverage_table(readings: Sequence[ScoredReading]) -> str:
    """Returns, for each threshold of the probability, the coverage and the right and wrong readings, in percent."""
    lines = [f"{'threshold':>12s} {'coverage':>8s} {'right':>8s} {'wrong':>8s}"]
    for threshold in THRESHOLDS:
        accepted = [reading for reading in readings if reading.probability >= threshold]
        shares = [len(accepted), sum(reading.right for reading in accepted), sum(reading.wrong for reading in accepted)]
        cells = " ".join(f"{100 * share / max(1, len(readings)):6.1f} %" for share in shares)
        lines.append(f"{threshold:12.2f} {cells}")
    return "\n".join(lines)


def reliability_table(readings: Sequence[ScoredReading]) -> str:
    """Returns, for each range of probabilities, the number of readings, their mean probability and their accuracy."""
    lines = [f"{'probability':>14s} {'readings':>9s} {'mean':>8s} {'right':>8s}"]
    accepted = [reading for reading in readings if reading.right or reading.wrong]
    for low, high in pairwise(BINS):
        in_bin = [
            reading for reading in accepted if low <= reading.probability < high or reading.probability == high == 1.0
        ]
        if in_bin:
            mean = 100 * sum(reading.probability for reading in in_bin) / len(in_bin)
            right = 100 * sum(reading.right for reading in in_bin) / len(in_bin)
            lines.append(f"{low:6.2f} to {high:4.2f} {len(in_bin):9d} {mean:6.1f} % {right:6.1f} %")
    return "\n".join(lines)


def risk_coverage(readings: Sequence[ScoredReading]) -> list[tuple[float, float]]:
    """Returns coverage and share of wrong readings, both of all pictures, for falling thresholds.

    >>> risk_coverage([ScoredReading("a", 0.9, True, False), ScoredReading("a", 0.5, False, True)])
    [(0.5, 0.0), (1.0, 0.5)]
    """
    points, wrong = [], 0
    for k, reading in enumerate(sorted(readings, key=lambda reading: -reading.probability)):
        wrong += reading.wrong
        points.append(((k + 1) / len(readings), wrong / len(readings)))
    return points


WIDTH, HEIGHT, LEFT, BOTTOM = 900, 600, 90, 70
"""Size of the plot, and its margins, in pixels."""
MAX_WRONG_SHARE = 0.06
"""Upper end of the plot's y axis."""
COLOURS = ((40, 120, 220), (170, 90, 30), (60, 140, 60))


def draw_risk_coverage(curves: Mapping[str, Sequence[ScoredReading]], path: Path) -> None:
    """Plots the share of wrong readings (up to 6 %) over the coverage, one curve per name, into a file."""
    picture = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)

    def to_pixel(coverage: float, wrong: float) -> tuple[int, int]:
        x = LEFT + coverage * (WIDTH - LEFT - 30)
        y = HEIGHT - BOTTOM - min(1.0, wrong / MAX_WRONG_SHARE) * (HEIGHT - BOTTOM - 30)
        return round(x), round(y)

    def write(text: str, position: tuple[int, int], colour: tuple[int, int, int] = (30, 30, 30)) -> None:
        cv2.putText(picture, text, position, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)

    for step in range(7):
        wrong = step / 100
        cv2.line(picture, to_pixel(0, wrong), to_pixel(1, wrong), (225, 225, 225), 1)
        write(f"{step} %", (to_pixel(0, wrong)[0] - 45, to_pixel(0, wrong)[1] + 5))
    for step in range(0, 11, 2):
        cv2.line(picture, to_pixel(step / 10, 0), to_pixel(step / 10, MAX_WRONG_SHARE), (225, 225, 225), 1)
        write(f"{10 * step} %", (to_pixel(step / 10, 0)[0] - 18, HEIGHT - BOTTOM + 22))
    write("coverage", (WIDTH // 2 - 50, HEIGHT - 15))
    write("wrong readings", (8, 18))
    for k, (name, readings) in enumerate(curves.items()):
        colour = COLOURS[k % len(COLOURS)]
        line = np.array([to_pixel(*point) for point in risk_coverage(readings)], np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [line], False, colour, 2, cv2.LINE_AA)
        write(name, (LEFT + 20, 60 + 24 * k), colour)
    cv2.imwrite(str(path), picture)
