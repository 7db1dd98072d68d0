"""Which computer this is, and its pins."""

from pathlib import Path

import pytest

from hardware.errors import PinError
from hardware.pi.board import pi_model
from hardware.pi.pin_factory import open_pins


def test_a_pi_is_known_by_its_device_tree(tmp_path: Path) -> None:
    model = tmp_path / "proc/device-tree/model"
    assert pi_model(tmp_path) is None
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert pi_model(tmp_path) == "Raspberry Pi Zero 2 W Rev 1.0"
    model.write_bytes(b"Radxa ROCK 4\0")
    assert pi_model(tmp_path) is None


def test_pins_that_cannot_be_had_are_named_with_the_remedy() -> None:
    with pytest.raises(PinError, match=r"lgpio, which is not installed: sudo apt install|must be in the group gpio"):
        open_pins({})
