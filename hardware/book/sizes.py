"""The dimensions of the box: the one table from which the model, the drawings and the cut lists are made.

`python -m hardware.book.sizes` writes them into the head of `enclosure.scad`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path

MODEL = Path(__file__).with_name("enclosure.scad")
BEGIN = "// --- Dimensions: written by `python -m hardware.book.sizes`, changed in sizes.py ---\n"
END = "// --- End of the dimensions ---\n"

BOARDS = (6.0, 9.0, 12.0)
"""Board thicknesses that the drawings are made for (mm)."""
PRINTED = 5.0
"""Thickness of a printed wall (mm)."""


class BoxShape(StrEnum):
    """The shape of the chamber from above."""

    OBLONG = "oblong"
    ROUND = "round"


def _mm(default: float, about: str) -> float:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True)
class Sizes:
    """All dimensions in millimetres, angles in degrees. Heights are above the top of the felt.

    The chamber has the size of the one that the simulated box draws.

    >>> Sizes().rim
    149
    >>> Sizes(shape=BoxShape.ROUND, wall=12).rings
    15
    """

    shape: BoxShape = field(default=BoxShape.OBLONG, metadata={"about": "oblong or round"})
    wall: float = _mm(9, "thickness of the boards: 6, 9 or 12; printed 5")
    room_x: float = _mm(156, "inside of the chamber, left to right; also of the bay")
    room_y: float = _mm(112, "inside of the oblong chamber, front to back")
    room_d: float = _mm(130, "inside diameter of the round chamber")
    floor_plate: float = _mm(3, "loose plate under the felt")
    felt: float = _mm(2, "felt on the plate")
    die_long: float = _mm(25.4, "a Meier die standing on end")
    die_short: float = _mm(19.05, "a Meier die lying flat")
    hfov: float = _mm(62.2, "narrowest camera that the box is designed for, left to right (Camera Module 2)")
    vfov: float = _mm(48.8, "the same, front to back")
    lens_oblong: float = _mm(155, "front of the lens above the felt, oblong")
    lens_round: float = _mm(170, "front of the lens above the felt, round")
    ledge: float = _mm(6, "height of the opal plate, on the tongue, above the rim")
    opal: float = _mm(3, "opal acrylic plate under the lamp")
    tongue: float = _mm(6, "thickness of the tongue of the lid")
    trap: float = _mm(8, "how deep the tongue reaches into the chamber")
    trap_gap: float = _mm(0.8, "clearance between tongue and wall")
    lid_h: float = _mm(50, "height of the lid's frame, without its top")
    lid_open: float = _mm(60, "angle at which the chain stops the lid")
    cam_depth: float = _mm(12.4, "circuit board to front of lens (Camera Module 3 Wide; 11.5 standard, 9 Module 2)")
    cam_block: float = _mm(34, "side of the block on which the camera sits")
    lens_hole: float = _mm(14, "hole for the lens in the opal plate")
    lamp_r: float = _mm(46, "radius of the ring of LEDs round the lens")
    lamps: int = field(default=12, metadata={"about": "white LEDs, half of them on each channel"})
    bevel_w: float = _mm(13, "bevelled strip along the foot of the chamber's walls, width on the floor")
    bevel_h: float = _mm(22, "the same, height above the felt")
    peep_oblong: float = _mm(132, "opening for peeping, width, oblong")
    peep_round: float = _mm(104, "opening for peeping, width, round")
    peep_h_oblong: float = _mm(96, "opening for peeping, height, oblong")
    peep_h_round: float = _mm(111, "opening for peeping, height, round")
    peep_sill: float = _mm(36, "its lower edge above the felt")
    lap: float = _mm(9, "how far the flap covers the wall round the opening")
    flap: float = _mm(6, "thickness of flap, plug and cheeks")
    plug_gap: float = _mm(2.5, "clearance of the plug in the opening, lined with felt")
    cheek: float = _mm(56, "depth of the cheeks beside the flap")
    cheek_up: float = _mm(25, "how far the cheeks rise above the shut flap")
    cheek_free: float = _mm(2, "how far the cheeks stay before the lid, above the rim")
    cheek_gap: float = _mm(1, "clearance between flap and cheek")
    latch_x: float = _mm(20, "toggle latch of the lid, from the front edge of the side")
    flap_magnet_d: float = _mm(5, "magnet that holds the flap, diameter")
    flap_magnet_l: float = _mm(3, "the same, thickness")
    feet: float = _mm(5, "felt feet under the plinth")
    bottom: float = _mm(6, "bottom of the plinth, screwed on")
    plinth: float = _mm(40, "inside of the plinth under chamber, bay and apron, height")
    apron: float = _mm(66, "apron with the controls, before the front")
    duct_x: float = _mm(110, "opening from the bay down into the plinth, left to right")
    duct_y: float = _mm(30, "the same, front to back")
    bay_y: float = _mm(70, "inside of the bay behind the chamber, front to back")
    bank_x: float = _mm(145, "power bank, long side")
    bank_y: float = _mm(70, "power bank, short side")
    bank_z: float = _mm(25, "power bank, thickness")
    bank_plug: float = _mm(40, "plugs at one short side of the power bank")
    pi_long: float = _mm(85, "Raspberry Pi, long side, upright, the memory card at the top")
    pi_short: float = _mm(56, "Raspberry Pi, short side")
    pi_z: float = _mm(32, "Raspberry Pi with spacers, cooler and carrier board, out from the back panel")
    pi_below: float = _mm(12, "upper edge of the Raspberry Pi below the bay's cover")
    hatch_x: float = _mm(40, "hatch in the bay's cover over the memory card, left to right")
    hatch_y: float = _mm(24, "the same, front to back")
    button_d: float = _mm(24, "hole for a button")
    button_nut: float = _mm(30, "its nut")
    button_deep: float = _mm(38, "its depth below the apron, with its wires")
    button_proud: float = _mm(12, "its height above the apron")
    button_y: float = _mm(38, "row of the controls before the front")
    button_pitch: float = _mm(37, "spacing of the controls")
    dial_d: float = _mm(7, "hole for the bushing of the dial")
    cable_w: float = _mm(30, "slot for ribbon and lamp wires, width")
    cable_h: float = _mm(5, "the same, height")
    socket_d: float = _mm(24, "hole for a D-size socket (USB-C, USB-A, HDMI) in the back panel")
    rocker_d: float = _mm(20, "hole for the round rocker switch")
    power_d: float = _mm(16, "hole for the power button")
    vent_d: float = _mm(6, "vent hole")
    vents: int = field(default=7, metadata={"about": "vent holes in a row"})
    baffle: float = _mm(30, "width of the board in front of the vents")
    baffle_gap: float = _mm(8, "its distance from them")
    magnet_d: float = _mm(4, "magnet in the top edge of the front")
    magnet_l: float = _mm(5, "its depth")
    reed_l: float = _mm(20, "pocket for the reed switch in the lid's lower edge, length")
    reed_w: float = _mm(3.5, "the same, width")
    reed_h: float = _mm(5, "the same, depth")
    window_x: float = _mm(155, "window of a 7 inch screen, left to right")
    window_y: float = _mm(87, "window of a 7 inch screen, bottom to top")
    panel_x: float = _mm(193, "outside of the screen's panel, left to right")
    panel_y: float = _mm(111, "outside of the screen's panel, bottom to top")
    easel_lean: float = _mm(15, "how far the screen leans back")
    eye_low: float = _mm(360, "lowest eye of a seated player above the table")
    eye_high: float = _mm(480, "highest eye of a seated player above the table")
    eye_near: float = _mm(240, "nearest eye of a seated player before the front")
    eye_far: float = _mm(360, "farthest eye of a seated player before the front")
    mast_z: float = _mm(60, "lower edge of a screen on the box above the bay's cover")
    screen_z: float = _mm(25, "depth of the screen and its plugs behind the face")

    @property
    def lens_h(self) -> float:
        """Height of the front of the lens above the felt."""
        return self.lens_oblong if self.shape is BoxShape.OBLONG else self.lens_round

    @property
    def peep_w(self) -> float:
        """Width of the opening for peeping."""
        return self.peep_oblong if self.shape is BoxShape.OBLONG else self.peep_round

    @property
    def peep_h(self) -> float:
        """Height of the opening for peeping."""
        return self.peep_h_oblong if self.shape is BoxShape.OBLONG else self.peep_h_round

    @property
    def front_y(self) -> float:
        """The outer face of the front; y counts from the middle of the floor to the back."""
        return -self.deep / 2 - self.wall

    @property
    def deck(self) -> float:
        """The upper face of deck and apron, under the floor plate (negative)."""
        return -self.floor_plate - self.felt

    @property
    def table(self) -> float:
        """The table that the box stands on (negative)."""
        return self.deck - self.wall - self.plinth - self.bottom - self.feet

    @property
    def flat_x(self) -> float:
        """The floor between the bevels, left to right; in a round box its diameter."""
        return (self.room_x if self.shape is BoxShape.OBLONG else self.room_d) - 2 * self.bevel_w

    @property
    def flat_y(self) -> float:
        """The floor between the bevels, front to back."""
        return self.deep - 2 * self.bevel_w

    @property
    def rings(self) -> int:
        """Number of sawn rings in the wall of a round chamber."""
        return math.ceil((self.lens_h - self.ledge + self.floor_plate + self.felt) / self.wall)

    @property
    def lid_rings(self) -> int:
        """Number of sawn rings in the frame of a round lid."""
        return math.ceil(self.lid_h / self.wall)

    @property
    def wall_h(self) -> float:
        """Height of the walls above the base; in a round chamber a whole number of rings."""
        if self.shape is BoxShape.ROUND:
            return self.rings * self.wall
        return self.lens_h - self.ledge + self.floor_plate + self.felt

    @property
    def rim(self) -> float:
        """Height of the walls' upper edge above the felt."""
        return self.wall_h - self.floor_plate - self.felt

    @property
    def frame_h(self) -> float:
        """Height of the lid's frame; in a round lid a whole number of rings."""
        return self.lid_rings * self.wall if self.shape is BoxShape.ROUND else self.lid_h

    @property
    def deep(self) -> float:
        """Inside of the chamber, front to back."""
        return self.room_y if self.shape is BoxShape.OBLONG else self.room_d

    @property
    def box_w(self) -> float:
        """Outside, left to right."""
        return self.room_x + 2 * self.wall

    @property
    def box_d(self) -> float:
        """Outside, front to back, without the apron."""
        return self.deep + self.bay_y + 3 * self.wall

    @property
    def box_h(self) -> float:
        """Outside, with plinth and lid, without the feet."""
        return self.bottom + self.plinth + self.wall + self.wall_h + self.frame_h + self.wall

    @property
    def plinth_d(self) -> float:
        """Outside of the plinth, front to back: the box and the apron before it."""
        return self.box_d + self.apron

    @property
    def lid_d(self) -> float:
        """Outside of the lid, front to back."""
        return self.deep + 2 * self.wall

    @property
    def flap_w(self) -> float:
        """Width of the flap."""
        return self.peep_w + 2 * self.lap

    @property
    def flap_h(self) -> float:
        """Height of the flap."""
        return self.peep_h + 2 * self.lap

    @property
    def cheek_top(self) -> float:
        """The upper edge of the cheeks."""
        return self.peep_sill + self.peep_h + self.lap + self.cheek_up

    @property
    def porch_w(self) -> float:
        """Flap and cheeks, left to right."""
        return self.flap_w + 2 * self.cheek_gap + 2 * self.flap

    @property
    def tongue_h(self) -> float:
        """Height of the tongue."""
        return self.trap + self.ledge

    @property
    def face_x(self) -> float:
        """Width of the face round the screen."""
        return self.panel_x + 20

    @property
    def face_y(self) -> float:
        """Height of the face round the screen."""
        return self.panel_y + 20

    @property
    def block_h(self) -> float:
        """Height of the camera's block under the lid's top."""
        return self.frame_h - self.ledge - self.cam_depth


def derived(sizes: Sizes) -> dict[str, float]:
    """Returns the derived dimensions, which the model must compute alike, by name."""
    names = (
        "rim",
        "wall_h",
        "frame_h",
        "deep",
        "box_w",
        "box_d",
        "box_h",
        "lid_d",
        "flap_w",
        "flap_h",
        "porch_w",
        "plinth_d",
        "cheek_top",
    )
    return {name: getattr(sizes, name) for name in (*names, "tongue_h", "block_h")}


def _lines(sizes: Sizes) -> Iterator[str]:
    for measure in fields(sizes):
        value = getattr(sizes, measure.name)
        text = f'"{value.value}"' if isinstance(value, BoxShape) else f"{value:g}"
        yield f"{measure.name} = {text}; // {measure.metadata['about']}\n"


def block(sizes: Sizes) -> str:
    """Returns the dimensions as OpenSCAD source."""
    return BEGIN + "".join(_lines(sizes)) + END


def with_measures(model: str, sizes: Sizes) -> str:
    """Returns the model's source with its dimensions replaced; ValueError if it has no place for them."""
    before, begin, rest = model.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the model has no block of dimensions: restore the lines {BEGIN!r} and {END!r}")
    return before + block(sizes) + after


def main() -> None:
    """Writes the dimensions into the model."""
    MODEL.write_text(with_measures(MODEL.read_text(encoding="utf-8"), Sizes()), encoding="utf-8")
    print(f"wrote the dimensions into {MODEL.name}")


if __name__ == "__main__":
    main()
