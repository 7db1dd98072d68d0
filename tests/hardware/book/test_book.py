"""The build book: its model, drawings and tables come from one set of dimensions, and its pages agree with them."""

import itertools
import math
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.book import battery, circuit, pages, prices, view
from hardware.book.accessories import jig_outline
from hardware.book.board_shapes import Hole, RectangularHole, inches
from hardware.book.cuts import boards, cut_list, horseshoe, peep_rings
from hardware.book.drawings import draw, file_name, write
from hardware.book.model_pictures import BORDER, VIEWS, take
from hardware.book.open_scad import OpenScadError, openscad, settings
from hardware.book.sizes import BOARDS, MODEL, PRINTED, BoxShape, Sizes, block, derived, with_measures
from hardware.book.throws import STEADY, save
from hardware.pi.pins import PINS
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import DiceSet, Floor, PipCut, Tint

PAGES = sorted(pages.BOOK.rglob("*.md"))
BOXES = [Sizes(shape=shape, wall=wall) for shape in BoxShape for wall in (PRINTED, *BOARDS)]
NAMES = [f"{sizes.shape}-{sizes.wall:g}" for sizes in BOXES]
PARTS = (
    *("body", "plinth", "bottom", "apron", "cover", "cheek", "panel"),
    *("lid", "tongue", "opal", "bevel", "flap", "jig", "easel"),
)

needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not installed")
needs_display = pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="xvfb-run is not installed")


def echoed(sizes: Sizes, folder: Path) -> dict[str, float]:
    """What the model worked out for a box."""
    said = openscad(["-o", str(folder / "model.csg"), *settings(sizes)])
    line = next(line for line in said.splitlines() if "derived" in line)
    return {name: float(value) for name, value in re.findall(r'\["(\w+)", ([-\d.e]+)\]', line)}


def board(sizes: Sizes, name: str) -> tuple[float, float]:
    found = next(board for board in boards(sizes) if board.name == name)
    return found.wide, found.high


# One set of dimensions


def test_the_head_of_the_model_matches_the_dimensions() -> None:
    model = MODEL.read_text(encoding="utf-8")
    assert with_measures(model, Sizes()) == model, "run python -m hardware.book.sizes"


def test_a_changed_dimension_changes_the_model() -> None:
    model = MODEL.read_text(encoding="utf-8")
    assert "peep_h_round = 70; //" in with_measures(model, Sizes(peep_h_round=70))
    assert 'shape = "round"; //' in block(Sizes(shape=BoxShape.ROUND))


def test_a_model_without_a_block_of_dimensions_is_rejected() -> None:
    with pytest.raises(ValueError, match="no block of dimensions"):
        with_measures("cube(1);", Sizes())


@needs_openscad
@pytest.mark.parametrize("sizes", BOXES, ids=NAMES)
def test_the_model_computes_the_same_box_and_no_assertion_fails(sizes: Sizes, tmp_path: Path) -> None:
    assert echoed(sizes, tmp_path) == pytest.approx(derived(sizes), rel=1e-5)


@needs_openscad
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("lens_oblong=140", "raise the camera"),
        ("wall=4", "no room for the reed switch"),
        ("plug_gap=1.1", "the plug needs"),
        ("peep_sill=30", "or they fall out"),
        ("peep_h_oblong=90", "highest, nearest eye"),
        ("eye_low=320", "lowest, farthest eye"),
        ("lap=11", "no room above the flap"),
        ("eye_high=520", "highest, nearest eye"),
        ("button_deep=50", "too deep for the plinth"),
        ("bevel_h=15", "rest with a face on the bevel"),
        ("bay_y=50", "no room for the plugs"),
        ("bank_x=170", "power bank does not fit"),
        ("lap=5", "to be tight"),
        ('part="horn"', "no such part"),
    ],
)
def test_the_model_rejects_a_box_that_would_not_work(change: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(OpenScadError, match=complaint):
        openscad(["-o", str(tmp_path / "model.csg"), "-D", change])


def corners(stl: str) -> list[tuple[float, ...]]:
    found = re.findall(r"vertex (\S+) (\S+) (\S+)", stl)
    return [tuple(float(number) for number in vertex) for vertex in found]


@needs_openscad
@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_printed_and_stands_on_the_plate(part: str, tmp_path: Path) -> None:
    target = tmp_path / "part.stl"
    coarse = ["-D", "$fn=24"]
    openscad(["-o", str(target), "-D", f'part="{part}"', *coarse, *settings(Sizes(wall=PRINTED))])
    assert min(z for _, _, z in corners(target.read_text())) == pytest.approx(0, abs=0.01)


@needs_openscad
@pytest.mark.parametrize("shape", BoxShape)
def test_the_solid_body_has_the_size_of_the_boards(shape: BoxShape, tmp_path: Path) -> None:
    sizes = Sizes(shape=shape)
    target = tmp_path / "body.stl"
    openscad(["-o", str(target), "-D", 'part="body"', *settings(sizes)])
    spans = [max(axis) - min(axis) for axis in zip(*corners(target.read_text()), strict=True)]
    wide, deep = board(sizes, "deck")
    assert spans == pytest.approx([wide, deep, sizes.wall + sizes.wall_h], abs=0.01)


@needs_openscad
@needs_display
def test_a_picture_is_rendered(tmp_path: Path) -> None:
    target = tmp_path / "picture.png"
    take(VIEWS[0], target, fine=1)
    drawn = cv2.imread(str(target))
    assert drawn is not None
    empty = (drawn == drawn[0, 0]).all(axis=2)
    box = np.argwhere(~empty)
    assert len(box) > empty.size / 4
    assert tuple(box.min(axis=0)) == (BORDER, BORDER)


@needs_openscad
@pytest.mark.parametrize("tall", [Sizes(lens_oblong=185), Sizes(shape=BoxShape.ROUND, lens_round=200)], ids=str)
def test_a_taller_box_suits_the_narrow_camera_module_3(tall: Sizes, tmp_path: Path) -> None:
    lens = next(lens for lens in view.LENSES if lens.name.startswith("Camera Module 3 (66°"))
    assert lens.lowest_lens(tall) <= tall.lens_h
    angles = ["-D", f"hfov={lens.hfov}", "-D", f"vfov={lens.vfov}"]
    openscad(["-o", str(tmp_path / "model.csg"), *settings(tall), *angles])
    with pytest.raises(OpenScadError, match="raise the camera"):
        openscad(["-o", str(tmp_path / "model.csg"), *settings(Sizes(shape=tall.shape)), *angles])


# Boards


def test_boards_fit_between_boards() -> None:
    for sizes in BOXES:
        between = sizes.box_w - 2 * sizes.wall
        for name in ("back panel", "bay cover"):
            assert board(sizes, name)[0] == between == sizes.room_x
        assert board(sizes, "lid top") == (sizes.box_w, sizes.lid_d)
        if sizes.shape is BoxShape.OBLONG:
            deep = board(sizes, "deck")[1]
            assert board(sizes, "side")[0] == deep == sizes.room_y + sizes.bay_y + 3 * sizes.wall
            assert board(sizes, "front") == board(sizes, "partition") == (between, sizes.wall_h)
        else:
            assert sizes.rings * sizes.wall == sizes.wall_h
            assert board(sizes, "ring")[1] + board(sizes, "bay side")[0] == pytest.approx(board(sizes, "deck")[1])
        assert board(sizes, "plinth bottom") == (sizes.box_w, board(sizes, "deck")[1] + board(sizes, "apron")[1])
        assert board(sizes, "plinth end")[0] == between


def test_every_cutout_lies_on_its_board() -> None:
    for sizes in BOXES:
        for one in boards(sizes):
            for cutout in one.cutouts:
                if isinstance(cutout, RectangularHole):
                    left, low, right, top = cutout.left, cutout.low, cutout.left + cutout.wide, cutout.low + cutout.high
                else:
                    half = cutout.diameter / 2
                    left, low, right, top = cutout.x - half, cutout.y - half, cutout.x + half, cutout.y + half
                assert min(left, low) >= 0, (one.name, cutout.name)
                assert right <= one.wide, (one.name, cutout.name)
                assert top <= one.high, (one.name, cutout.name)


def test_a_bit_for_every_drilled_hole_is_on_the_page_that_has_people_drill() -> None:
    page = (pages.BOOK / "assembly" / "05-boards.md").read_text(encoding="utf-8")
    listed = re.search(r"bits of ([\d., and]+) mm", page)
    assert listed
    bits = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", listed[1])]
    for one in boards(Sizes()):
        for hole in one.cutouts:
            if isinstance(hole, Hole):
                assert any(0 <= bit - hole.diameter <= 0.3 for bit in bits), (one.name, hole)


def test_the_sill_fits_between_the_cheeks() -> None:
    for sizes in BOXES:
        assert board(sizes, "sill")[0] == pytest.approx(sizes.flap_w + 2 * sizes.cheek_gap)


def test_holes_of_a_board_keep_apart() -> None:
    for sizes in BOXES:
        for one in boards(sizes):
            holes = [cutout for cutout in one.cutouts if isinstance(cutout, Hole) and cutout.diameter < 50]
            for number, hole in enumerate(holes):
                for other in holes[number + 1 :]:
                    apart = math.hypot(hole.x - other.x, hole.y - other.y)
                    assert apart > (hole.diameter + other.diameter) / 2 + 1, (one.name, hole, other)


def test_the_partition_between_lamp_and_bay_has_no_hole() -> None:
    assert next(one for one in boards(Sizes()) if one.name == "partition").cutouts == ()


def test_all_rings_of_a_round_box_are_cut_and_the_slotted_ones_span_the_opening() -> None:
    for wall in (PRINTED, *BOARDS):
        sizes = Sizes(shape=BoxShape.ROUND, wall=wall)
        pieces = {one.name: one.pieces for one in boards(sizes)}
        assert pieces["ring"] + pieces["ring with peeping slot"] == sizes.rings
        first, last = peep_rings(sizes)
        low = sizes.floor_plate + sizes.felt + sizes.peep_sill
        assert (first - 1) * wall <= low < first * wall
        assert (last - 1) * wall < low + sizes.peep_h <= last * wall


def test_the_outline_of_a_ring_has_the_area_of_its_drawing() -> None:
    sizes = Sizes(shape=BoxShape.ROUND)
    _, area = horseshoe(sizes)
    circle = math.pi * (sizes.lid_d / 2) ** 2
    assert circle < area < sizes.box_w * sizes.lid_d
    _, longer = horseshoe(sizes, behind=50)
    assert longer - area == pytest.approx(50 * sizes.box_w, rel=0.01)


def test_inches_are_millimetres_to_a_thirty_second() -> None:
    for mm in (3, 9, 12.7, 77, 154, 224):
        whole, _, fraction = inches(mm).removesuffix("″").rpartition(" ")
        parts = [float(whole or 0)]
        above, _, below = fraction.partition("/")
        parts.append(float(above) / float(below or 1))
        assert sum(parts) * 25.4 == pytest.approx(mm, abs=25.4 / 64 + 1e-9)


# Drawings


@pytest.mark.parametrize("shape", BoxShape)
def test_a_drawing_of_every_board_is_written_to_scale(shape: BoxShape, tmp_path: Path) -> None:
    sizes = Sizes(shape=shape, wall=12)
    written = {path.name for path in write(sizes, tmp_path / "new")}
    assert written == {file_name(one) for one in boards(sizes)} | {"cut-list.md"}
    for one in boards(sizes):
        root = ElementTree.fromstring((tmp_path / "new" / file_name(one)).read_text(encoding="utf-8"))
        page = [float(number) for number in root.attrib["viewBox"].split()]
        assert root.attrib["width"] == f"{page[2]:.1f}mm"
        through = [cut for cut in root.iter() if cut.attrib.get("class") in {"cut", "hidden"}]
        assert len(through) == len(one.cutouts)


def test_a_drawing_gives_dimensions_in_millimetres_and_inches() -> None:
    front = next(one for one in boards(Sizes()) if one.name == "front")
    drawing = draw(front, Sizes())
    for words in ("156 mm (6 5/32″)", "154 mm (6 1/16″)", "132 mm (5 3/16″) × 96 mm (3 25/32″)", "lower edge at 41 mm"):
        assert words in drawing


# Camera, light, current


def test_from_the_lowest_lens_a_standing_die_is_seen_at_every_wall() -> None:
    for lens, shape in itertools.product(view.LENSES, BoxShape):
        sizes = Sizes(shape=shape)
        wide, deep = lens.seen(lens.lowest_lens(sizes) - sizes.die_long)
        room = (sizes.room_x, sizes.room_y) if shape is BoxShape.OBLONG else (sizes.room_d, sizes.room_d)
        assert min(wide - room[0], deep - room[1]) == pytest.approx(0)


def test_the_box_as_drawn_suits_the_cameras_that_the_book_recommends() -> None:
    fits = {lens.name.split(" (")[0]: lens.lowest_lens(Sizes()) <= Sizes().lens_h for lens in view.LENSES}
    assert fits["Camera Module 2"]
    assert fits["Camera Module 3 Wide"]
    assert not fits["Camera Module 3"]


def test_a_die_is_as_many_pixels_wide_as_its_share_of_the_picture() -> None:
    lens = view.four_to_three("right angle", hfov=90)
    assert lens.pixels(100, 100) == pytest.approx(view.PIXELS / 2)


def test_no_led_pin_or_supply_is_overloaded() -> None:
    assert 0.010 <= circuit.LED_CURRENT <= 0.020
    assert circuit.LOGIC / circuit.GATE_OHMS <= circuit.GATE_PEAK
    assert circuit.LAMP_CURRENT < 0.5
    assert circuit.LED_CURRENT**2 * circuit.LED_OHMS < 0.125


def test_the_circuits_name_the_pins_of_the_table() -> None:
    drawing = circuit.svg()
    ElementTree.fromstring(drawing)
    outputs = [pin for pin in PINS if pin.wiring.output]
    assert outputs
    for pin in outputs:
        assert f"BCM {pin.bcm}" in drawing


def test_hours_are_energy_over_power() -> None:
    assert battery.hours(10_000, 1000) == pytest.approx(10 * 3.7 * 0.85 / 5)
    screened = [pi.current(screen=True) for pi in battery.BOARDS]
    assert screened == sorted(screened)
    for row in battery.table()[2:]:
        assert row.count("h *estimated*") == 4


@pytest.mark.parametrize("dice", [DiceSet(), DiceSet(tint=Tint.HORN, pips=PipCut.RINGS, floor=Floor.PLANK)], ids=str)
def test_simulated_throws_are_saved_with_their_truth(dice: DiceSet, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    save(dice, folder, throws=2, seed=3)
    box = SimulatedBox(3, dice, STEADY)
    truth = []
    for number in (1, 2):
        box.restore_throw(2, number)
        assert box.trouble is None
        truth.append(f"{number:04}.png,2,{' '.join(map(str, box.truth() or ()))}")
    assert (folder / "truth.csv").read_text().splitlines() == ["file,n_dice,faces", *truth]
    picture = cv2.imread(str(folder / "0002.png"))
    assert picture is not None
    assert picture.shape == (960, 1280, 3)


# The pages


def test_tables_in_the_pages_are_what_the_commands_print() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert pages.with_tables(text) == text, "run python -m hardware.book.pages"


def test_every_step_of_the_assembly_has_a_page_with_one_test_and_leads_to_the_next() -> None:
    index = pages.BOOK / "assembly" / "README.md"
    steps = sorted(path for path in index.parent.glob("*.md") if path != index)
    numbers = [int(step.name.partition("-")[0]) for step in steps]
    assert numbers == list(range(1, len(steps) + 1))
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        text = step.read_text(encoding="utf-8")
        assert text.count("> **Test.**") == 1, step.name
        assert following is None or f"]({following.name})" in text, step.name
        assert f"]({step.name})" in index.read_text(encoding="utf-8")
        for length in re.findall(r"\b\d+ mm \(([^)]*)\)", text):
            assert "inch" in length, (step.name, length)


def test_the_jig_tells_a_lens_that_is_flush_from_one_that_is_a_millimetre_too_deep() -> None:
    for sizes in BOXES:
        lows, highs = zip(*jig_outline(sizes), strict=True), sizes.ledge
        ys = sorted(set(list(lows)[1]))
        body_low, body_top = ys[2] if ys[1] == 3.0 else ys[1], ys[-3] if ys[-2] == ys[-1] - 3 else ys[-2]
        assert body_low - ys[0] == pytest.approx(highs)
        assert ys[-1] - body_top == pytest.approx(highs + 1)


def test_the_price_of_the_box_is_the_sum_of_what_is_bought() -> None:
    rows = [[cell.strip(" *") for cell in row.split("|")[1:4]] for row in prices.table()[2:]]
    together = next(number for number, row in enumerate(rows) if row[0] == "together")
    for column in (1, 2):
        assert sum(int(row[column]) for row in rows[:together]) == int(rows[together][column])
        extras = sum(int(row[column]) for row in rows[together + 1 : -1])
        assert int(rows[together][column]) + extras == int(rows[-1][column])


def test_every_table_is_in_a_page() -> None:
    together = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for command in pages.TABLES:
        assert f"<!-- {command} -->\n|" in together


def test_drawings_in_the_pages_are_what_the_programs_draw() -> None:
    for target, drawing in pages.pictures():
        assert target.read_text(encoding="utf-8") == drawing, "run python -m hardware.book.pages"


def test_links_lead_to_files_that_exist() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), link


def test_every_picture_is_shown_and_every_rendered_one_has_a_command() -> None:
    together = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = list((pages.BOOK / "pictures").iterdir())
    made = {f"{shot.name}.png" for shot in VIEWS} | {target.name for target, _ in pages.pictures()}
    assert {picture.name for picture in pictures} == made
    for picture in pictures:
        assert f"pictures/{picture.name}" in together, picture.name
        assert picture.stat().st_size <= 200_000


def test_the_commands_that_the_pages_name_exist() -> None:
    together = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"python -m (hardware(?:\.\w+)+)", together))
    assert named
    for name in named:
        assert (pages.BOOK.parents[1] / f"{name.replace('.', '/')}.py").is_file(), name


def test_the_cut_list_ends_with_the_weight() -> None:
    assert re.search(r"estimated: \d\.\d kg", cut_list(Sizes())[-1])
