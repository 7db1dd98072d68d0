"""The boards of the box: the size of each, and the holes in it. `python -m hardware.book.cuts` prints the cut list."""

import argparse
import math
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from hardware.book.accessories import accessories
from hardware.book.board_shapes import Board, Hole, RectangularHole, disc, disc_area, inches
from hardware.book.sizes import BOARDS, BoxShape, Sizes

LAMP_NOTE = "holds the LEDs, on four blocks of 6 mm under the lid's top; white below"
DIAL_PANEL = 4.0
"""How thick the apron may be where the dial sits (mm): its bushing of 7 mm must take washer and nut above it."""
HIGHEST_LENS = 230.0
"""The highest lens (mm): above this the box is a tower, and the dice are too small in the picture."""


def boards(sizes: Sizes) -> tuple[Board, ...]:
    """Returns all boards of a box."""
    chamber = _oblong_chamber(sizes) if sizes.shape is BoxShape.OBLONG else _round_chamber(sizes)
    return (*_plinth(sizes), *chamber, *_bay(sizes), *_flap(sizes), *accessories(sizes))


def _vents(sizes: Sizes, wide: float, y: float) -> Iterator[Hole]:
    step = sizes.room_x / (sizes.vents + 1)
    for number in range(sizes.vents):
        yield Hole("vent", wide / 2 + (number - (sizes.vents - 1) / 2) * step, y, sizes.vent_d)


def _peep(sizes: Sizes, wide: float) -> RectangularHole:
    low = sizes.floor_plate + sizes.felt + sizes.peep_sill
    return RectangularHole("peeping", (wide - sizes.peep_w) / 2, low, sizes.peep_w, sizes.peep_h)


def _oblong_chamber(sizes: Sizes) -> Iterator[Board]:
    s, t = sizes, sizes.wall
    yield Board("side", 2, s.box_d, s.wall_h, t, "left and right, the whole depth; the other boards stand between")
    left, low = (s.room_x - s.magnet_d) / 2, s.wall_h - s.magnet_l
    magnet = RectangularHole("magnet, drilled down into the top edge", left, low, s.magnet_d, s.magnet_l, hidden=True)
    note = "between the sides; magnets of the flap sunk flush into its outer face"
    yield Board("front", 1, s.room_x, s.wall_h, t, note, (_peep(s, s.room_x), magnet, *_flap_magnets(s, s.room_x)))
    yield Board("partition", 1, s.room_x, s.wall_h, t, "between chamber and bay; no hole in it")
    yield Board("lid side", 2, s.lid_d, s.frame_h, t, "left and right")
    reed = RectangularHole(
        "reed switch, pocket in the lower edge", (s.room_x - s.reed_l) / 2, 0, s.reed_l, s.reed_h, hidden=True
    )
    note = "between the lid's sides; wire hole of 2 mm from the pocket up into the lid, coming out over the opal plate"
    yield Board("lid front", 1, s.room_x, s.frame_h, t, note, (reed,))
    slot = RectangularHole("cable", (s.room_x - s.cable_w) / 2, s.ledge + s.opal + 3, s.cable_w, s.cable_h)
    yield Board("lid back", 1, s.room_x, s.frame_h, t, "between the lid's sides", (slot,))
    yield Board("lid top", 1, s.box_w, s.lid_d, t, "over the lid's frame")
    gap, height = s.trap_gap, s.tongue_h
    yield Board("tongue, long", 2, s.room_x - 2 * gap, height, s.tongue, "screwed into the lid, opal plate on it")
    yield Board("tongue, short", 2, s.room_y - 2 * gap - 2 * s.tongue, height, s.tongue, "between the long ones")
    high, note = (
        s.floor_plate + s.felt + s.bevel_h,
        "upright along the wall; bevelled from 5 mm above the deck to nothing",
    )
    yield Board("bevel, long", 2, s.room_x, high, s.bevel_w, f"{note}; front and back, ends mitred", stuff="soft wood")
    yield Board("bevel, short", 2, s.room_y, high, s.bevel_w, f"{note}; left and right, ends mitred", stuff="soft wood")
    yield Board("floor plate", 1, s.flat_x - 1, s.flat_y - 1, s.floor_plate, "loose, between the bevels, felt glued on")
    lens = Hole("lens", (s.room_x - 1) / 2, (s.room_y - 1) / 2, s.lens_hole)
    yield Board("opal plate", 1, s.room_x - 1, s.room_y - 1, s.opal, "", (lens,), stuff="opal acrylic")
    yield Board("lamp plate", 1, s.room_x - 2, s.room_y - 2, 3, LAMP_NOTE, _lamp_holes(s, s.room_x - 2, s.room_y - 2))


def _round_chamber(sizes: Sizes) -> Iterator[Board]:
    s, t = sizes, sizes.wall
    middle = s.lid_d / 2
    room = Hole("chamber", s.box_w / 2, middle, s.room_d)
    magnet = Hole(f"magnet, top ring only, {s.magnet_l:g} mm deep", s.box_w / 2, t / 2, s.magnet_d, hidden=True)
    outline, area = horseshoe(s)
    first, last = peep_rings(s)
    peeping = last - first + 1
    # The peeping slot of a ring goes from the front through to the chamber.
    slot = RectangularHole(
        "peeping", (s.box_w - s.peep_w) / 2, 0, s.peep_w, middle - math.sqrt(s.room_d**2 - s.peep_w**2) / 2
    )
    yield Board("ring", s.rings - peeping, s.box_w, s.lid_d, t, "glued one on the other", (room, magnet), outline, area)
    note = f"numbers {first} to {last} from below, filed to the opening's height"
    yield Board("ring with peeping slot", peeping, s.box_w, s.lid_d, t, note, (room, slot), outline, area)
    yield Board("bay side", 2, s.bay_y + t, s.wall_h, t, "behind the rings")
    left, low = (s.box_w - s.reed_l) / 2, (t - s.reed_w) / 2
    name = f"reed switch, lowest ring only, {s.reed_h:g} mm deep from below"
    reed = RectangularHole(name, left, low, s.reed_l, s.reed_w, hidden=True)
    note = "the cable's slot is filed over the opal plate; a 2 mm hole leads the reed's wires up into the lid"
    yield Board("lid ring", s.lid_rings, s.box_w, s.lid_d, t, note, (room, reed), outline, area)
    yield Board("lid top", 1, s.box_w, s.lid_d, t, "over the lid's rings", (), outline, area)
    inner = s.room_d - 2 * s.trap_gap
    hole = Hole("inside", inner / 2, inner / 2, inner - 2 * s.tongue)
    pieces = math.ceil(s.tongue_h / s.tongue)
    yield Board(
        "tongue ring",
        pieces,
        inner,
        inner,
        s.tongue,
        "glued, planed to its height, screwed in",
        (hole,),
        disc(inner),
        disc_area(inner),
    )
    rings = math.ceil((s.floor_plate + s.felt + s.bevel_h) / t)
    flat = Hole("floor, lowest ring; each one above wider", s.room_d / 2, s.room_d / 2, s.flat_x)
    note = "glued into the chamber on the deck, filed to one slope from the felt to the wall"
    outer = (disc(s.room_d), disc_area(s.room_d))
    yield Board("bevel ring", rings, s.room_d, s.room_d, t, note, (flat,), *outer)
    plate = s.flat_x - 1
    yield Board(
        "floor plate", 1, plate, plate, s.floor_plate, "loose, felt glued on", (), disc(plate), disc_area(plate)
    )
    plate = s.room_d - 1
    lens = Hole("lens", plate / 2, plate / 2, s.lens_hole)
    yield Board("opal plate", 1, plate, plate, s.opal, "", (lens,), disc(plate), disc_area(plate), "opal acrylic")
    plate = s.room_d - 2
    holes = _lamp_holes(s, plate, plate)
    yield Board("lamp plate", 1, plate, plate, 3, LAMP_NOTE, holes, disc(plate), disc_area(plate))


def _lamp_holes(sizes: Sizes, wide: float, high: float) -> tuple[RectangularHole | Hole, ...]:
    """The holes of the LEDs on their ring, and the one for the camera's block."""
    s, side = sizes, sizes.cam_block + 1
    turns = [(number + 0.5) * 2 * math.pi / s.lamps for number in range(s.lamps)]
    leds = (Hole("LED", wide / 2 + s.lamp_r * math.sin(a), high / 2 + s.lamp_r * math.cos(a), 5) for a in turns)
    return (RectangularHole("camera block", (wide - side) / 2, (high - side) / 2, side, side), *leds)


def peep_rings(sizes: Sizes) -> tuple[int, int]:
    """Returns the first and the last ring (from 1, from below) that the peep opening cuts.

    >>> peep_rings(Sizes(shape=BoxShape.ROUND, wall=9))
    (5, 17)
    """
    low = sizes.floor_plate + sizes.felt + sizes.peep_sill
    return math.floor(low / sizes.wall) + 1, math.ceil((low + sizes.peep_h) / sizes.wall)


def horseshoe(sizes: Sizes, behind: float = 0) -> tuple[str, float]:
    """Returns outline and area of a round box from above: a flat porch in front, a flat back `behind` mm farther.

    The corners of the back are joined to the circle by tangents, like the hull in the model.
    """
    s = sizes
    radius, half, porch = s.lid_d / 2, s.box_w / 2, s.porch_w / 2
    # The tangent from the corner of the back bar, of thickness `wall`, to the circle; angles count from +x.
    corner = (half, radius - s.wall)
    distance = math.hypot(*corner)
    touch = math.atan2(corner[1], corner[0]) - math.acos(radius / distance)
    tx, ty = radius * math.cos(touch), radius * math.sin(touch)
    py = -math.sqrt(radius**2 - porch**2) if porch < radius else 0.0
    back = 2 * radius + behind
    points = [
        f"M {half - porch:.2f} 0 L {half + porch:.2f} 0 L {half + porch:.2f} {radius + py:.2f}",
        f"A {radius:g} {radius:g} 0 0 1 {half + tx:.2f} {radius + ty:.2f}",
        f"L {2 * half:.2f} {radius + corner[1]:.2f} L {2 * half:.2f} {back:.2f}",
        f"L 0 {back:.2f} L 0 {radius + corner[1]:.2f}",
        f"L {half - tx:.2f} {radius + ty:.2f}",
        f"A {radius:g} {radius:g} 0 0 1 {half - porch:.2f} {radius + py:.2f} Z",
    ]
    # The area is summed in strips along y, which is exact enough for a weight.
    steps = 400
    area = 0.0
    for step in range(steps):
        y = -radius + (step + 0.5) * back / steps
        wide = math.sqrt(max(radius**2 - y**2, 0)) if abs(y) < radius else 0.0
        if y < 0:
            wide = max(wide, porch)
        if y >= corner[1]:
            wide = half
        elif y > ty:
            wide = max(wide, tx + (half - tx) * (y - ty) / (corner[1] - ty))
        area += 2 * wide * back / steps
    return " ".join(points), area


def _plinth(sizes: Sizes) -> Iterator[Board]:
    """The deck that chamber and bay stand on, the apron before it, and the plinth under both."""
    s, t = sizes, sizes.wall
    duct = RectangularHole("duct from the bay", (s.box_w - s.duct_x) / 2, s.lid_d + 5, s.duct_x, s.duct_y)
    yield Board("deck", 1, s.box_w, s.box_d, t, "chamber and bay stand on it; front edge below", (duct,))
    row = tuple(
        Hole(name, s.box_w / 2 + (n - 1.5) * s.button_pitch, s.apron - s.button_y, s.dial_d if n == 3 else s.button_d)
        for n, name in enumerate(("CLAIM", "REVEAL", "CHALLENGE", "dial"))
    )
    # The bushing of a dial is shorter than a board is thick.
    dial, deep = row[3], max(0.0, t - DIAL_PANEL)
    recess = RectangularHole(f"recess for the dial, {deep:g} mm deep from below", dial.x - 8, dial.y - 8, 16, 16, True)
    screws = tuple(Hole("screw", x, y, 3.5) for x in (t / 2, s.box_w - t / 2) for y in (12.0, s.apron - 6))
    note = "before the deck, level with it, screwed on; front edge below"
    yield Board("apron", 1, s.box_w, s.apron, t, note, (*row, recess, *screws))
    yield Board("plinth side", 2, s.plinth_d, s.plinth, t, "left and right, the whole depth")
    yield Board("plinth end", 2, s.room_x, s.plinth, t, "front and back, between the sides")
    note = "across the power bank, held by a screw through either plinth side"
    yield Board("batten", 1, s.room_x, 20, t, note)
    around = tuple(
        Hole("screw", x, y, 3.5) for x in (t / 2, s.box_w - t / 2) for y in (15.0, s.plinth_d / 2, s.plinth_d - 15)
    )
    vents = tuple(_vents(s, s.box_w, s.plinth_d - t - 15))
    note = "under the plinth, screwed on: the battery comes out here; front edge below"
    yield Board("plinth bottom", 1, s.box_w, s.plinth_d, s.bottom, note, (*around, *vents))


def _flap_magnets(sizes: Sizes, wide: float) -> Iterator[Hole]:
    """The magnets in the front that hold the flap, below the corners of the opening."""
    y = sizes.floor_plate + sizes.felt + sizes.peep_sill - sizes.lap / 2
    for side in (-1, 1):
        name = f"magnet of the flap, {sizes.flap_magnet_l:g} mm deep"
        yield Hole(name, wide / 2 + side * sizes.peep_w / 3, y, sizes.flap_magnet_d, hidden=True)


def sockets(sizes: Sizes) -> tuple[Hole, ...]:
    """Returns what is reached from outside, in the back panel as seen from behind, and the screws of the sockets."""
    s = sizes
    left, right = s.room_x / 2 - s.pi_short / 2 - 22, s.room_x / 2 + s.pi_short / 2 + 22
    places = (("HDMI", left, 25.0), ("USB-A", left, 62.0), ("USB-C, charging", right, 25.0))
    holes = [Hole(name, x, y, s.socket_d) for name, x, y in places]
    screws = [Hole("screw of a socket", x + 9.5 * e, y - 12 * e, 2.0) for _, x, y in places for e in (-1, 1)]
    rocker = Hole("rocker switch", right, 62, s.rocker_d)
    return (*holes, *screws, rocker, Hole("power button", left, 96, s.power_d))


def _bay(sizes: Sizes) -> Iterator[Board]:
    s, t = sizes, sizes.wall
    top = s.wall_h - t - s.pi_below
    # The Pi stands upright, card at the top; seen from behind, its HDMI and power sockets are on the right.
    holes = tuple(
        Hole("Raspberry Pi", s.room_x / 2 + side, top - down, 2.7) for side in (-24.5, 24.5) for down in (3.5, 61.5)
    )
    # Its header lies where that of every other Pi does, so that the carrier board does too.
    zero = tuple(Hole("Zero 2 W", s.room_x / 2 - 24.5 + 23, top - down, 2.7) for down in (3.5, 61.5))
    screws = tuple(Hole("screw", x, y, 3.5) for x in (5.0, s.room_x - 5) for y in (15.0, s.wall_h - t - 15))
    vents = tuple(_vents(s, s.room_x, s.wall_h - t - s.vent_d))
    note = "screwed on, seen from behind; vents above"
    yield Board("back panel", 1, s.room_x, s.wall_h, t, note, (*vents, *holes, *zero, *screws, *sockets(s)))
    cable = RectangularHole("cable", (s.room_x - s.cable_w) / 2, 0, s.cable_w, s.cable_h)
    depth = s.bay_y - s.baffle_gap - 3 - s.hatch_y - 2
    hatch = RectangularHole("hatch over the memory card", (s.room_x - s.hatch_x) / 2, depth, s.hatch_x, s.hatch_y)
    note = "over the bay, level with the rim; partition below"
    yield Board("bay cover", 1, s.room_x, s.bay_y, t, note, (cable, hatch))
    yield Board("hatch", 1, s.hatch_x + 12, s.hatch_y + 6, 3, "over its opening, turned aside on one screw")
    yield Board("corner post", 2, s.wall_h - t, 10, 10, "for the back panel's screws", stuff="soft wood")
    yield Board("baffle", 1, s.room_x - 21, s.baffle, 3, "before the vents of the back panel")
    yield Board("baffle's spacer", 2, s.baffle, 8, s.baffle_gap, "under the ends of the baffle", stuff="soft wood")
    yield Board(
        "camera block", 1, s.cam_block, s.cam_block, s.block_h, "of several layers; planed until the lens is flush"
    )


def _flap(sizes: Sizes) -> Iterator[Board]:
    s = sizes
    gap = 2 * s.plug_gap
    magnets = tuple(
        Hole(
            f"magnet, {s.flap_magnet_l:g} mm deep", s.flap_w / 2 + side * s.peep_w / 3, s.lap / 2, s.flap_magnet_d, True
        )
        for side in (-1, 1)
    )
    yield Board("flap", 1, s.flap_w, s.flap_h, s.flap, "over the opening, hinged above with leather", magnets)
    yield Board("plug", 1, s.peep_w - gap, s.peep_h - gap, s.flap, "glued on the middle of the flap's back")
    high, step = s.cheek_top - s.deck, min(s.rim, s.cheek_top) - s.deck
    inside = s.cheek - s.cheek_free
    outline = f"M 0 0 L {s.cheek:g} 0 L {s.cheek:g} {step:g} L {inside:g} {step:g} L {inside:g} {high:g} L 0 {high:g} Z"
    note = "left and right of the flap, standing on the apron; narrower above the rim, clear of the lid"
    yield Board("cheek", 2, s.cheek, high, s.flap, note, (), outline, s.cheek * step + inside * (high - step))
    yield Board("sill", 1, s.porch_w - 2 * s.flap, 12, s.flap, "under the flap, between the cheeks")


def cut_list(sizes: Sizes) -> list[str]:
    """Returns the cut list as lines of a Markdown table, with the weight last."""
    lines = ["| board | pieces | mm | inches | of | weight, each |", "|---|---|---|---|---|---|"]
    total = 0.0
    for board in boards(sizes):
        mm = f"{board.wide:.1f} × {board.high:.1f} × {board.thick:.1f}"
        inch = f"{inches(board.wide)} × {inches(board.high)} × {inches(board.thick)}"
        lines.append(f"| {board.name} | {board.pieces} | {mm} | {inch} | {board.stuff} | {board.grams:.0f} g |")
        if not board.name.startswith(("easel", "screen", "camera jig")):
            total += board.pieces * board.grams
    lines += ["", f"Boards of the box without screen, easel and jig, estimated: {total / 1000:.1f} kg."]
    return lines


def parse_sizes(parser: argparse.ArgumentParser) -> tuple[Sizes, argparse.Namespace]:
    """Adds the options for shape, board, lens height and any other dimension, and parses the command line."""
    parser.add_argument("--shape", choices=[shape.value for shape in BoxShape], default=BoxShape.OBLONG.value)
    parser.add_argument("--board", type=float, choices=BOARDS, default=9.0, help="thickness of the boards in mm")
    parser.add_argument("--lens", type=float, help="height of the lens above the felt in mm, for another camera")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=MM", help="any dimension of sizes.py")
    arguments = parser.parse_args()
    shape, usual = BoxShape(arguments.shape), Sizes(shape=BoxShape(arguments.shape)).lens_h
    if arguments.lens is not None and not usual <= arguments.lens <= HIGHEST_LENS:
        parser.error(f"--lens {arguments.lens:g}: the {shape} box is designed for {usual:g} to {HIGHEST_LENS:g} mm")
    lens = usual if arguments.lens is None else arguments.lens
    sizes = Sizes(shape=shape, wall=arguments.board, lens_oblong=lens, lens_round=lens)
    for word in arguments.set:
        name, _, value = word.partition("=")
        try:
            sizes = changed(sizes, name, float(value))
        except ValueError:
            parser.error(f"--set {word}: give a dimension of sizes.py and millimetres, for example --set peep_sill=40")
    return sizes, arguments


def changed(sizes: Sizes, name: str, value: float) -> Sizes:
    """Returns the box with another dimension; ValueError if there is none of this name."""
    if name == "shape" or name not in {measure.name for measure in fields(Sizes)}:
        raise ValueError(name)
    changes: dict[str, Any] = {name: value}
    return replace(sizes, **changes)


def main() -> None:
    """Prints the cut list."""
    sizes, _ = parse_sizes(argparse.ArgumentParser(description="The cut list of the box, in millimetres and inches."))
    print("\n".join(cut_list(sizes)))


if __name__ == "__main__":
    main()
