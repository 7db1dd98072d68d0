"""Sharpness and size of dice, computed from the data sheets of the camera modules."""

import math

import pytest

from hardware.book import optics
from hardware.book.sizes import BoxShape, Sizes

MODULE_2, STANDARD, WIDE = optics.MODULES


def test_fields_of_view_are_those_of_the_data_sheets() -> None:
    assert MODULE_2.angle() == pytest.approx(62.2, abs=0.5)
    assert STANDARD.angle() == pytest.approx(53, abs=1.5)
    assert WIDE.angle() == pytest.approx(83, abs=1)


@pytest.mark.parametrize("module", optics.MODULES, ids=lambda module: module.name)
def test_the_limits_of_the_depth_of_field_are_blurred_by_just_the_tolerance(module: optics.CameraModule) -> None:
    near, far = module.depth(140, pixels=1.5)
    assert near < 140 < far
    assert module.blur(near, 140) == pytest.approx(1.5)
    assert module.blur(far, 140) == pytest.approx(1.5)
    assert module.blur(140, 140) == 0
    assert module.depth(2000, pixels=100)[1] == math.inf


def test_the_best_focus_blurs_lying_and_standing_dice_alike() -> None:
    sizes = Sizes()
    focus = optics.best_focus(sizes)
    faces = [sizes.lens_h - sizes.die_short, sizes.lens_h - sizes.die_long]
    assert WIDE.blur(faces[0], focus) == pytest.approx(WIDE.blur(faces[1], focus))


def test_the_recommended_module_is_sharp_without_calibration_and_the_standard_one_is_not() -> None:
    sizes = Sizes()
    face = sizes.lens_h - sizes.die_short
    assert WIDE.blur(face, optics.USUAL_FOCUS) < 1 < 2 < STANDARD.blur(face, optics.USUAL_FOCUS)
    assert WIDE.pip(face) > 10


@pytest.mark.parametrize("shape", BoxShape)
def test_between_the_bevels_every_module_sees_all_dice(shape: BoxShape) -> None:
    margins = [optics.spare(module, Sizes(shape=shape)) for module in optics.MODULES]
    assert min(margins) >= 0
    assert margins[2] > 30
    assert optics.spare(STANDARD, Sizes(shape=shape, bevel_w=0)) < 0
