"""The table and the drawing of the wiring."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.book.wiring import main, pin_table, wiring_svg
from hardware.pi.pins import PINS


def test_the_drawing_names_every_part_and_every_pin() -> None:
    texts = [element.text for element in ElementTree.fromstring(wiring_svg()).iter() if element.text]
    for pin in PINS:
        assert texts.count(pin.part) == 1
        assert texts.count(f"BCM {pin.bcm}") == 1
    assert [texts.count(str(place)) for place in range(1, 41)] == [1] * 40


def test_the_command_prints_the_table_or_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == pin_table() + "\n"
    assert main(["--svg", str(tmp_path / "wiring.svg")]) == 0
    assert (tmp_path / "wiring.svg").read_text(encoding="utf-8") == wiring_svg()
    assert main(["--svg", str(tmp_path / "nowhere" / "wiring.svg")]) == 2
    assert "cannot be written (No such file or directory): choose another file" in capsys.readouterr().err
