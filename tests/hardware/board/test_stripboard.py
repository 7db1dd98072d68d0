"""The stripboard joins the same pins as the carrier board, and can be built."""

from dataclasses import replace

import pytest

from hardware.board.board_file import nets
from hardware.board.stripboard import HEIGHT, HOLES, INPUT_OHMS, PITCH, STRIPS, PartKind, StripboardPlan, plan, tables
from hardware.board.stripboard_drawing import BACK, FRONT, back_svg, front_svg
from hardware.book.circuit import BASE_OHMS, GATE_DOWN, GATE_OHMS, LIGHT_OHMS
from hardware.book.currents import GROUND_WIRE, GROUPS, ground_current
from hardware.book.sizes import Sizes
from hardware.pi.pins import PINS, SUPPLY


@pytest.fixture(scope="module")
def whole() -> StripboardPlan:
    return plan()


def board_nets() -> set[frozenset[tuple[str, str]]]:
    """Which pins the carrier board joins."""
    joined: dict[str, set[tuple[str, str]]] = {}
    for name, pads in nets().items():
        for pad, net in pads.items():
            if not net.startswith("unconnected"):
                joined.setdefault(net, set()).add((name, pad))
    return {frozenset(pins) for pins in joined.values()}


def test_it_joins_exactly_the_pins_that_the_carrier_board_joins(whole: StripboardPlan) -> None:
    assert set(whole.nets()) == board_nets()


def test_a_forgotten_cut_or_link_is_found(whole: StripboardPlan) -> None:
    right = board_nets()
    for cut in whole.cuts:
        assert set(replace(whole, cuts=whole.cuts - {cut}).nets()) != right, cut
    for link in whole.links:
        fewer = tuple(each for each in whole.links if each != link)
        assert set(replace(whole, links=fewer).nets()) != right, link


def test_every_hole_has_one_wire_and_no_wire_is_in_a_cut(whole: StripboardPlan) -> None:
    assert list(whole.faults()) == []
    crowded = replace(whole, links=(*whole.links, whole.links[0]), cuts=whole.cuts | {(1, 22)})
    assert len(list(crowded.faults())) == 3


def test_every_part_is_on_its_pin_and_every_ground_pin_of_the_header_is_used(whole: StripboardPlan) -> None:
    (header,) = (part for part in whole.parts if part.kind is PartKind.HEADER)
    used = {int(pin) for pin in header.pins}
    grounds = {place for place, supply in SUPPLY.items() if supply == "ground"}
    assert used == {pin.header for pin in PINS} | grounds | {2, 4}
    lamp = sum(ground_current(group) for group in GROUPS)
    # All grounds are joined: were only one wire left, it could carry everything.
    assert lamp < GROUND_WIRE


def test_the_resistors_have_the_values_of_the_book(whole: StripboardPlan) -> None:
    ohms = sorted(part.value for part in whole.parts if part.kind is PartKind.RESISTOR)
    wanted = [INPUT_OHMS] * 16 + [GATE_OHMS] * 2 + [LIGHT_OHMS] * 3
    assert ohms == sorted([*(f"{value} Ω" for value in wanted), *["1 kΩ"] * 3, *["100 kΩ"] * 2])
    assert (BASE_OHMS, GATE_DOWN) == (1000, 100_000)


def test_it_fits_into_the_bay() -> None:
    sizes = Sizes()
    assert sizes.wall_h - sizes.wall - 40 >= STRIPS * PITCH
    assert sizes.room_x / 2 >= HOLES * PITCH
    assert sizes.bay_y - sizes.pi_z >= HEIGHT


def test_the_drawings_in_the_folder_are_those_of_the_plan() -> None:
    for target, drawing in ((FRONT, front_svg()), (BACK, back_svg())):
        assert target.read_text("utf-8") == drawing, "run python -m hardware.board.stripboard_drawing"


def test_the_drawings_and_the_tables_show_every_cut(whole: StripboardPlan) -> None:
    for drawing in (front_svg(), back_svg()):
        assert drawing.count('class="cut"') == len(whole.cuts)
    assert front_svg().count('class="link"') == len(whole.links)
    told = "\n".join(tables())
    assert "| 3 | 5, 13 |" in told
    assert "| 1, 1 | 11 |" in told
