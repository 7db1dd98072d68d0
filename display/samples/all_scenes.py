"""Every sample scene, for the gallery, the tests and the README."""

from display.draw.drawing_context import DrawingContext
from display.samples.box_games import reveals, tables
from display.samples.calibration_samples import calibration_scenes
from display.samples.cup_games import cup_scenes
from display.samples.evening_samples import honours, starts, winners
from display.samples.list_samples import lists
from display.samples.page_samples import page_scenes
from display.samples.sample_parts import LADDER, NAMES, photograph
from display.scene import (
    Scene,
)


def all_scenes(context: DrawingContext) -> dict[str, Scene]:
    """Returns every sample scene by its name."""
    laid, seen = photograph(context, (5, 5, 2), 7, "Gunnar"), photograph(context, (1, 5), 9)
    return (
        lists()
        | tables()
        | reveals(context)
        | starts(NAMES)
        | winners(NAMES)
        | honours(NAMES)
        | cup_scenes(laid)
        | page_scenes(LADDER, seen)
        | calibration_scenes(laid)
    )
