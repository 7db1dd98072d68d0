"""When each part of a reveal is shown, in seconds. The sounds keep to the same times."""

from dataclasses import dataclass
from itertools import accumulate, pairwise

from display.scene import RevealScene
from display.widgets import verdict_panel
from display.widgets.cup_count import FLIGHT_SECONDS, Shot
from display.widgets.photo_view import RING_SECONDS

DARK, FADE, PANEL_SECONDS = 0.45, 0.45, 0.2
LONGEST_COUNT = 1.4
"""The longest time for counting all pips of one photograph, in seconds."""
LONGEST_CUPS = 8.0
"""The longest time for counting the dice of all cups, in seconds."""
SUM_STANDS = 0.9
"""How long the finished sum of all cups stands before the verdict, in seconds."""
SLOWER = 3.0
"""How many times slower the slow replay is."""
_OPENS, _PER_DIE, _CLOSES = 0.4, 0.3, 0.5
"""Seconds before the first die of a cup flies, from one die to the next, and after the last one has landed."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """When each part begins, in seconds after the scene is first shown.

    `pace` is the time per pip, or per die where cups are counted, each in its shot. At every one of `taps` a pip is
    ringed, or a die has landed in the sum.
    """

    photograph: float
    count: float
    pace: float
    taps: tuple[float, ...]
    verdict: float
    pay: float
    shots: tuple[Shot, ...] = ()


def timeline(scene: RevealScene) -> Timeline:
    """Sets the pace so that the whole takes at most four seconds, and ten with many cups; slower in a slow replay."""
    slower = SLOWER if scene.slow else 1.0
    if scene.count is not None and scene.photographs:
        return _of_cups(scene, slower)
    pips = sum(len(die.pips) for photograph in scene.photographs for die in photograph.dice)
    if not scene.photographs:
        return Timeline(DARK, DARK, 0.0, (), DARK, DARK + verdict_panel.DROP_SECONDS - 0.1)
    count = DARK + FADE
    pace = min(0.24, LONGEST_COUNT / pips) * slower if pips else 0.0
    falls = count + pace * max(0, pips - 1) + (RING_SECONDS + 0.15 * slower if pips else 0.1)
    taps = tuple(count + number * pace for number in range(pips))
    return Timeline(DARK, count, pace, taps, falls, falls + verdict_panel.DROP_SECONDS - 0.1)


def _of_cups(scene: RevealScene, slower: float) -> Timeline:
    dice = [len(photograph.dice) for photograph in scene.photographs]
    whole = sum(_OPENS + _PER_DIE * count + _CLOSES for count in dice)
    pace = min(1.0, LONGEST_CUPS / whole) * slower
    lengths = [(_OPENS + _PER_DIE * count + _CLOSES) * pace for count in dice]
    begins = [DARK, *(DARK + passed for passed in accumulate(lengths))]
    shots = tuple(Shot(begin, begin + _OPENS * pace, _PER_DIE * pace, end) for begin, end in pairwise(begins))
    taps = tuple(
        shot.first + number * shot.pace + FLIGHT_SECONDS
        for shot, count in zip(shots, dice, strict=True)
        for number in range(count)
    )
    falls = begins[-1] + SUM_STANDS * slower
    return Timeline(DARK, DARK, _PER_DIE * pace, taps, falls, falls + verdict_panel.DROP_SECONDS - 0.1, shots)
