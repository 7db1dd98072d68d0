"""Faults that another process orders strike once, and only where a frame is asked for."""

from pathlib import Path

import pytest

from hardware.errors import CameraError
from hardware.simulated.camera_faults import FaultKind
from hardware.simulated.fault_orders import FaultOrders, ordered_faults


def struck(faults: object, captures: range) -> list[list[str]]:
    assert isinstance(faults, tuple)
    return [[fault.kind.value for fault in faults if fault.strikes(capture)] for capture in captures]


def test_an_order_strikes_the_next_captures(tmp_path: Path) -> None:
    orders = FaultOrders(tmp_path / "orders")
    camera = ordered_faults(orders.file)
    assert struck(camera, range(1, 3)) == [[], []]
    orders.give(FaultKind.BLACK, captures=2)
    assert orders.struck_at() is None
    assert struck(camera, range(3, 7)) == [["black"], ["black"], [], []]
    assert orders.struck_at() is not None


def test_a_camera_that_is_opened_again_does_not_fail_again(tmp_path: Path) -> None:
    orders = FaultOrders(tmp_path / "orders")
    orders.give(FaultKind.HANG)
    assert struck(ordered_faults(orders.file), range(1, 2)) == [["hang"]]
    assert struck(ordered_faults(orders.file), range(1, 3)) == [[], []]
    orders.give(FaultKind.DIE)
    assert struck(ordered_faults(orders.file), range(1, 2)) == [["die"]]


def test_an_unplugged_camera_is_away_until_it_is_plugged_in(tmp_path: Path) -> None:
    orders = FaultOrders(tmp_path / "orders")
    orders.give(FaultKind.DISCONNECT, away=60.0)
    assert struck(ordered_faults(orders.file), range(1, 2)) == [["disconnect"]]
    with pytest.raises(CameraError, match="unplugged"):
        ordered_faults(orders.file)
    orders.withdraw()
    assert struck(ordered_faults(orders.file), range(1, 2)) == [[]]
