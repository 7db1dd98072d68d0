"""The carrier board connects what the table of pins says; KiCad's own checks run where KiCad 9 is installed."""

import re
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from hardware.board.board_file import BOARD, SCHEMATIC, expression, nets
from hardware.board.fabricate import main
from hardware.book.circuit import BASE_OHMS, GATE_DOWN, GATE_OHMS, LAMP_CURRENT, LIGHT_OHMS
from hardware.pi.pins import PINS, RESERVED, SUPPLY, Part, Wiring, pin_of

HEADER = "J1"


@cache
def board() -> Mapping[str, Mapping[str, str]]:
    """The nets of the board, read once."""
    return nets()


@cache
def board_text() -> str:
    return BOARD.read_text(encoding="utf-8")


def other_pad(reference: str, net: str) -> str:
    """The net on the other side of a resistor."""
    first, second = board()[reference]["1"], board()[reference]["2"]
    return second if first == net else first


def resistors_on(net: str) -> list[str]:
    return [name for name, pads in board().items() if name[0] == "R" and net in pads.values()]


def value(reference: str) -> str:
    found = re.search(rf'\(property "Reference" "{reference}".*?\(property "Value" "([^"]+)"', board_text(), re.S)
    assert found is not None
    return found[1]


def test_every_supply_pin_of_the_header_is_what_the_raspberry_pi_has_there() -> None:
    header = board()[HEADER]
    for place, supply in SUPPLY.items():
        wanted = {"ground": "GND", "5 V": "+5V", "3.3 V": f"unconnected-(J1-Pin_{place}-Pad{place})"}[supply]
        assert header[str(place)] == wanted


def test_every_part_is_on_its_pin_and_reserved_pins_stay_free() -> None:
    header = board()[HEADER]
    for pin in PINS:
        assert header[str(pin.header)] == f"GPIO{pin.bcm}_{pin.part.name}"
    used = {pin.header for pin in PINS} | set(SUPPLY)
    assert all(header[str(place)].startswith("unconnected") for place in range(1, 41) if place not in used)
    assert not {pin.bcm for pin in PINS} & set(RESERVED)


def test_every_input_reaches_its_connector_through_a_resistor_and_finds_ground_there() -> None:
    for pin in PINS:
        if pin.wiring.output:
            continue
        net = f"GPIO{pin.bcm}_{pin.part.name}"
        (resistor,) = resistors_on(net)
        assert value(resistor) == "220"
        outside = other_pad(resistor, net)
        connectors = [name for name, pads in board().items() if name[0] == "J" and outside in pads.values()]
        assert len(connectors) == 1
        assert "GND" in board()[connectors[0]].values()


def test_lamps_and_lights_have_the_values_of_the_book() -> None:
    for part in (Part.LAMP_LEFT, Part.LAMP_RIGHT):
        side = part.name.removeprefix("LAMP_")
        (gate,) = resistors_on(f"GPIO{pin_of(part).bcm}_{part.name}")
        assert value(gate) == str(GATE_OHMS)
        (down,) = (name for name in resistors_on(f"/GATE_{side}") if name != gate)
        assert (value(down), other_pad(down, f"/GATE_{side}")) == (f"{GATE_DOWN // 1000}k", "GND")
        (switch,) = (name for name, pads in board().items() if pads == _mosfet(side))
        assert value(switch) == "AO3400A"
    for pin in PINS:
        if pin.wiring is Wiring.LIGHT:
            name = pin.part.name.removeprefix("LIGHT_")
            (base,) = resistors_on(f"GPIO{pin.bcm}_{pin.part.name}")
            assert value(base) == f"{BASE_OHMS // 1000}k"
            (series,) = resistors_on(f"LED_{name}_A")
            assert value(series) == str(LIGHT_OHMS)


def _mosfet(side: str) -> dict[str, str]:
    return {"1": f"/GATE_{side}", "2": "GND", "3": f"LAMP_{side}_K"}


def test_the_fuse_carries_lamp_and_lights_and_nothing_goes_past_it() -> None:
    assert board()["F1"] == {"1": "+5V", "2": "LAMP_5V"}
    assert {name for name, pads in board().items() if "+5V" in pads.values()} == {HEADER, "F1"}
    assert 1.5 * LAMP_CURRENT < 0.4


def test_the_project_is_a_schematic_and_a_board_that_end() -> None:
    for path in (BOARD, SCHEMATIC):
        assert expression(path.read_text(encoding="utf-8"))[0] == path.suffix.removeprefix(".")
    with pytest.raises(ValueError, match="bracket"):
        expression("(kicad_pcb (net 1)")


def test_without_kicad_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(tmp_path)]) == 2
    assert "install KiCad 9" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("kicad-cli") is None, reason="needs KiCad 9")
def test_the_rule_checks_find_nothing_and_everything_is_written(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    assert len(list((tmp_path / "gerbers").iterdir())) >= 10
    assert "AO3400A" in (tmp_path / "parts.csv").read_text()


def test_the_parts_list_for_buyers_without_kicad_names_every_part_once() -> None:
    text = BOARD.with_name("README.md").read_text(encoding="utf-8")
    table = text.split("| part of the carrier board | references |\n|---|---|\n")[1].split("\n\n")[0]
    listed: list[str] = []
    for row in table.splitlines():
        part, references = row.strip("| ").split(" | ")
        names = references.split(", ")
        listed += names
        assert part.split()[0] == str(len(names)), row
        if names[0][0] in "RQF":
            (what,) = {value(name) for name in names}
            assert what.split(",")[0].removesuffix("k").split()[0] in part, row
    assert sorted(listed) == sorted(name for name in board() if name[0] != "H")
