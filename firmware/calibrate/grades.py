"""What people see of the measurements while they adjust lens and lamp: good, fair or poor, and in which way."""

from firmware.calibrate.assessment import BRIGHT, BURNT, DARK, UNEVEN
from firmware.rules.message import Message, message
from hardware.calibration.light import LightLevels

DIM, PATCHY = 1.5 * DARK, 1.6
"""The light is fair below this level, and fair if it is less even than this."""
SHARP, SOFT = 0.9, 0.7
"""Sharpness relative to the best so far: good, and fair."""


def brightness_grade(light: LightLevels) -> Message:
    """Grades the light on the floor in a word or two."""
    if light.level < DARK:
        return message("poor: too dark")
    if light.level > BRIGHT or light.burnt > BURNT:
        return message("poor: too bright")
    return message("fair: a little dark") if light.level < DIM else message("good")


def evenness_grade(light: LightLevels) -> Message:
    """Grades how evenly the floor is lit."""
    if light.unevenness > UNEVEN:
        return message("poor: one side is dark")
    return message("fair") if light.unevenness > PATCHY else message("good")


def sharpness_grade(amount: float, best: float) -> Message:
    """Grades the sharpness relative to the best so far."""
    share = amount / best if best > 0 else 1.0
    if share < SOFT:
        return message("poor: it was sharper")
    return message("fair: it was sharper") if share < SHARP else message("good")
