"""When each part of a reveal is shown, in seconds. The sounds keep to the same times."""

from dataclasses import dataclass

from display.scene import RevealScene
from display.widgets import verdict_panel
from display.widgets.photo_view import RING_SECONDS

DARK, FADE, PANEL_SECONDS = 0.45, 0.45, 0.2
LONGEST_COUNT = 1.4
"""The longest time for counting all pips, in seconds."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """When each part begins, in seconds after the scene is first shown; `pace` is the time per pip."""

    photograph: float
    count: float
    pace: float
    verdict: float
    pay: float


def timeline(scene: RevealScene) -> Timeline:
    """Sets the pace so that the whole takes at most four seconds, however many pips there are."""
    pips = sum(len(die.pips) for photograph in scene.photographs for die in photograph.dice)
    if not scene.photographs:
        return Timeline(DARK, DARK, 0.0, DARK, DARK + verdict_panel.DROP_SECONDS - 0.1)
    count = DARK + FADE
    pace = min(0.24, LONGEST_COUNT / pips) if pips else 0.0
    falls = count + pace * max(0, pips - 1) + (RING_SECONDS + 0.15 if pips else 0.1)
    return Timeline(DARK, count, pace, falls, falls + verdict_panel.DROP_SECONDS - 0.1)
