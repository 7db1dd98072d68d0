"""Every part has one ground pin, and neither pins nor supply are overloaded."""

import pytest

from hardware.book import currents
from hardware.book.circuit import LAMP_CURRENT
from hardware.pi.pins import PINS, Part, pin_of


def test_every_part_has_one_ground_and_no_limit_is_exceeded() -> None:
    assert list(currents.faults()) == []


def test_all_current_that_leaves_comes_back() -> None:
    loads = [currents.load(pin) for pin in PINS]
    back = sum(currents.ground_current(group) for group in currents.GROUPS)
    assert back == pytest.approx(sum(one.ground for one in loads))
    assert sum(one.supply + one.output for one in loads) <= back
    assert sum(one.supply for one in loads) > LAMP_CURRENT


def test_a_switch_draws_the_current_of_its_pull_up() -> None:
    assert currents.load(pin_of(Part.CLAIM)).ground == pytest.approx(66e-6)
    assert currents.load(pin_of(Part.POWER)).ground == pytest.approx(1.83e-3, rel=0.01)
