"""What people round the table see of dice, controls and screen: `python -m hardware.book.sight`.

Throws are simulated, and straight lines are drawn from eyes to dice through the opening under the raised flap. Lengths
are in millimetres from the middle of the felt: x to the right, y to the back, z up. Nothing was measured on a box.
"""

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from hardware.book.board_shapes import inches
from hardware.book.cuts import parse_sizes
from hardware.book.sizes import BoxShape, Sizes

Point = tuple[float, float, float]

EYES_APART = 64.0
SEAT_WIDTH = 600.0
"""Edge of the table that a person takes."""
SMALLEST_TABLE = 450.0
"""Radius of the smallest round table."""
MAX_SEATS = 8
HEIGHTS = (300.0, 400.0, 500.0, 600.0)
"""Eyes of neighbours above the table, from a child's to a tall person's."""
LEAN = 100.0
"""How far neighbours lean towards the table's middle, back, and to either side."""
AT_EDGE = 60.0
"""From the edge of the table to the apron of a box that was drawn to a player."""
THROWS = 1000
AT_WALL = 0.1
"""Share of throws in which a die lies at a wall."""
ODDS = (1, 1, 2, 2, 2, 2)
"""Odds of the faces of a Meier die; 1 and 2 are its ends."""


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """The eyes of a seated player: above the table, and before the front of the box."""

    above: float = 420.0
    before: float = 300.0


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die at rest: its middle on the floor, its turn (radians), and its length, width and height."""

    x: float
    y: float
    turn: float
    long: float
    wide: float
    high: float

    def at(self, along: float, across: float) -> tuple[float, float]:
        """Returns the floor below a place on its top face, in shares of its edges (-0.5 to 0.5)."""
        u, v = along * self.long, across * self.wide
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        return self.x + u * cosine - v * sine, self.y + u * sine + v * cosine

    def corners(self) -> list[tuple[float, float]]:
        """Returns the corners of its outline."""
        return [self.at(u, v) for u, v in ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))]

    def pips(self) -> Iterator[Point]:
        """Yields the seven places that pips can have on the top face."""
        for u, v in ((-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25), (0, 0), (-0.25, 0), (0.25, 0)):
            yield (*self.at(u, v), self.high)

    def blocks(self, eye: Point, target: Point) -> bool:
        """Whether the die stands in the line from an eye to a target."""
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        near, far = 0.0, 1.0
        start, end = (
            (
                (p[0] - self.x) * cosine + (p[1] - self.y) * sine,
                (p[1] - self.y) * cosine - (p[0] - self.x) * sine,
                p[2] - self.high / 2,
            )
            for p in (eye, target)
        )
        for a, b, size in zip(start, end, (self.long, self.wide, self.high), strict=True):
            half = size / 2 - 1e-6
            if abs(b - a) < 1e-9:
                if abs(a) >= half:
                    return False
                continue
            first, last = sorted(((-half - a) / (b - a), (half - a) / (b - a)))
            near, far = max(near, first), min(far, last)
        return near < far


def _between(eye: Point, target: Point, share: float) -> Point:
    (a, b, c), (x, y, z) = eye, target
    return a + (x - a) * share, b + (y - b) * share, c + (z - c) * share


def _inner_wall(sizes: Sizes, eye: Point, target: Point) -> float:
    """Returns the share of the way from an eye before the box to a target inside at which the front wall ends."""
    if sizes.shape is BoxShape.OBLONG:
        return (-sizes.deep / 2 - eye[1]) / (target[1] - eye[1])
    dx, dy = target[0] - eye[0], target[1] - eye[1]
    a, b = dx * dx + dy * dy, eye[0] * dx + eye[1] * dy
    c = eye[0] ** 2 + eye[1] ** 2 - (sizes.room_d / 2) ** 2
    return (-b - math.sqrt(max(b * b - a * c, 0))) / a


def sees_inside(sizes: Sizes, eye: Point, target: Point) -> bool:
    """Whether an eye sees a point of the chamber past the cheeks and through the opening; the flap is fully raised."""
    front = sizes.front_y
    if eye[1] >= front or target[1] <= front:
        return False
    outer = (front - eye[1]) / (target[1] - eye[1])
    return (
        _through_opening(sizes, eye, target, outer)
        and _through_opening(sizes, eye, target, _inner_wall(sizes, eye, target))
        and not _cheek_blocks(sizes, eye, target)
    )


def _through_opening(sizes: Sizes, eye: Point, target: Point, share: float) -> bool:
    """Whether a line passes the opening at a share of its way, where it meets a face of the front wall."""
    x, _, z = _between(eye, target, share)
    return abs(x) <= sizes.peep_w / 2 and sizes.peep_sill <= z <= sizes.peep_sill + sizes.peep_h


def _cheek_blocks(sizes: Sizes, eye: Point, target: Point) -> bool:
    inside = sizes.porch_w / 2 - sizes.flap
    for place in (-inside, inside):
        if (eye[0] - place) * (target[0] - place) < 0:
            _, y, z = _between(eye, target, (place - eye[0]) / (target[0] - eye[0]))
            if sizes.front_y - sizes.cheek <= y <= sizes.front_y and z <= sizes.cheek_top:
                return True
    return False


def eyes(sizes: Sizes, player: PlayerPosition) -> tuple[Point, Point]:
    """Returns both eyes of a player."""
    y, z = sizes.front_y - player.before, sizes.table + player.above
    return (-EYES_APART / 2, y, z), (EYES_APART / 2, y, z)


def hidden_depth(sizes: Sizes, player: PlayerPosition) -> float:
    """Returns how much of the chamber's depth the sill hides at the height of a lying die."""
    (_, y, z), _ = eyes(sizes, player)
    slope = (z - sizes.peep_sill) / (-sizes.deep / 2 - y)
    return max(0.0, (sizes.peep_sill - sizes.die_short) / slope)


# Throws


def _lies_on_floor(sizes: Sizes, die: LyingDie) -> bool:
    if sizes.shape is BoxShape.ROUND:
        return all(math.hypot(*corner) <= sizes.flat_x / 2 for corner in die.corners())
    return all(abs(x) <= sizes.flat_x / 2 and abs(y) <= sizes.flat_y / 2 for x, y in die.corners())


def _overlap(one: LyingDie, other: LyingDie) -> bool:
    for turn in (one.turn, one.turn + math.pi / 2, other.turn, other.turn + math.pi / 2):
        axis = math.cos(turn), math.sin(turn)
        a, b = ([x * axis[0] + y * axis[1] for x, y in die.corners()] for die in (one, other))
        if max(a) <= min(b) or max(b) <= min(a):
            return False
    return True


def _pushed(sizes: Sizes, die: LyingDie, course: float) -> LyingDie:
    """Returns the die slid in a direction until it meets a bevel."""
    near, far = 0.0, max(sizes.room_x, sizes.deep)
    for _ in range(20):
        half = (near + far) / 2
        if _lies_on_floor(sizes, replace(die, x=die.x + half * math.cos(course), y=die.y + half * math.sin(course))):
            near = half
        else:
            far = half
    return replace(die, x=die.x + near * math.cos(course), y=die.y + near * math.sin(course))


@cache
def throws(sizes: Sizes, number: int, seed: int = 1) -> tuple[tuple[LyingDie, LyingDie], ...]:
    """Returns simulated throws of two Meier dice: anywhere on the floor, one in ten with a die at a wall.

    They are remembered, since several players look at the same ones.
    """
    return tuple(_throws(sizes, number, random.Random(seed)))


def _throws(sizes: Sizes, number: int, rng: random.Random) -> Iterator[tuple[LyingDie, LyingDie]]:
    for _ in range(number):
        while True:
            first = _thrown(sizes, rng)
            if rng.random() < AT_WALL:
                first = _pushed(sizes, first, rng.choice((0, 0.5, 1, 1.5)) * math.pi)
            second = _thrown(sizes, rng)
            if not _overlap(first, second):
                break
        yield first, second


def _thrown(sizes: Sizes, rng: random.Random) -> LyingDie:
    ends = rng.choices(range(6), ODDS)[0] < 2
    long, high = (sizes.die_short, sizes.die_long) if ends else (sizes.die_long, sizes.die_short)
    while True:
        x, y = (rng.uniform(-half, half) for half in (sizes.flat_x / 2, sizes.flat_y / 2))
        die = LyingDie(x, y, rng.uniform(0, math.pi), long, sizes.die_short, high)
        if _lies_on_floor(sizes, die):
            return die


@dataclass(frozen=True, slots=True)
class HiddenFaceShares:
    """Shares of throws (0 to 1) with a top face of which no place for a pip is seen, and not every one."""

    hidden: float
    partly: float


def peep(sizes: Sizes, player: PlayerPosition, number: int = THROWS, seed: int = 1) -> HiddenFaceShares:
    """Returns how well a player sees throws; a place that one of the two eyes sees is seen."""
    both = eyes(sizes, player)
    hidden = partly = 0
    for pair in throws(sizes, number, seed):
        counts = []
        for die, other in (pair, pair[::-1]):
            seen = [
                any(sees_inside(sizes, eye, pip) and not other.blocks(eye, pip) for eye in both) for pip in die.pips()
            ]
            counts.append(sum(seen))
        hidden += min(counts) == 0
        partly += min(counts) < 7
    return HiddenFaceShares(hidden / number, partly / number)


# Neighbours


@dataclass(frozen=True, slots=True)
class NeighbourSightLine:
    """A neighbour who sees a place where dice can be: where the eye is, and the place."""

    seats: int
    seat: int
    eye: Point
    place: Point


def table_radius(seats: int) -> float:
    """Returns the radius of a round table with this many seats."""
    return max(SMALLEST_TABLE, seats * SEAT_WIDTH / (2 * math.pi))


def neighbours(sizes: Sizes, seats: int, *, drawn_up: bool) -> Iterator[tuple[int, Point]]:
    """Yields seats and eyes of all but the player, whom the box faces in the middle of the table or drawn up."""
    radius = table_radius(seats)
    length = sizes.box_d + sizes.apron
    middle = sizes.front_y - sizes.apron - AT_EDGE + radius if drawn_up else sizes.front_y - sizes.apron + length / 2
    for seat in range(1, seats):
        turn = 2 * math.pi * seat / seats
        out, side = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
        for leaning in (-LEAN, 0.0, LEAN):
            for aside in (-LEAN, 0.0, LEAN):
                x = (radius + leaning) * out[0] + aside * side[0]
                y = middle + (radius + leaning) * out[1] + aside * side[1]
                for height in HEIGHTS:
                    yield seat, (x, y, sizes.table + height)


def places(sizes: Sizes) -> Iterator[Point]:
    """Yields points that fill the space in which dice lie."""
    steps = 8
    for i in range(steps + 1):
        for j in range(steps + 1):
            x, y = sizes.flat_x * (i / steps - 0.5), sizes.flat_y * (j / steps - 0.5)
            if sizes.shape is BoxShape.OBLONG or math.hypot(x, y) <= sizes.flat_x / 2 + 1e-9:
                for z in (1.0, sizes.die_short, sizes.die_long):
                    yield x, y, z


def gap(sizes: Sizes, seats: int, *, drawn_up: bool) -> NeighbourSightLine | None:
    """Returns a neighbour who sees a place where a die can be, or None."""
    spots = list(places(sizes))
    for seat, eye in neighbours(sizes, seats, drawn_up=drawn_up):
        for place in spots:
            if sees_inside(sizes, eye, place):
                return NeighbourSightLine(seats, seat, eye, place)
    return None


def widest_angle(sizes: Sizes) -> int:
    """Returns how far to the side (degrees), half a metre away or more, somebody can be and still see a die."""
    spots = list(places(sizes))
    for angle in range(89, 0, -1):
        across, along = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        for distance in (500.0, 800.0, 1200.0):
            for height in HEIGHTS:
                eye = (distance * across, sizes.front_y + distance * along, sizes.table + height)
                if any(sees_inside(sizes, eye, place) for place in spots):
                    return angle
    return 0


# Controls and screen


def controls(sizes: Sizes) -> Iterator[Point]:
    """Yields the tops of the three buttons and the dial on the apron."""
    for number in range(4):
        x = (number - 1.5) * sizes.button_pitch
        yield x, sizes.front_y - sizes.button_y, sizes.deck + sizes.button_proud


def control_in_sight(sizes: Sizes, eye: Point, control: Point) -> bool:
    """Whether an eye sees a control past the cheeks and the flap, even if that is held straight out."""
    if eye[1] >= sizes.front_y or _cheek_blocks(sizes, eye, control):
        return False
    # The flap held straight out is a roof over the apron.
    roof = sizes.peep_sill + sizes.peep_h + sizes.lap
    if eye[2] > roof:
        _, y, _ = _between(eye, control, (roof - eye[2]) / (control[2] - eye[2]))
        return y < sizes.front_y - sizes.flap_h
    return True


def screen_in_sight(sizes: Sizes, player: PlayerPosition) -> bool:
    """Whether a player sees the whole window of a screen on the box, above the shut lid."""
    (_, y, z), _ = eyes(sizes, player)
    top = sizes.rim + sizes.frame_h + sizes.wall
    low = sizes.rim + sizes.mast_z + (sizes.face_y - sizes.window_y) / 2
    back = sizes.deep / 2 + sizes.wall
    face = back + sizes.bay_y - sizes.screen_z
    for edge in (sizes.front_y, back):
        at_screen = top + (top - z) / (edge - y) * (face - edge)
        if at_screen > low:
            return False
    return True


GRID = tuple(PlayerPosition(above, before) for above in (360.0, 420.0, 480.0) for before in (240.0, 300.0, 360.0))


def table(sizes: Sizes, number: int = THROWS) -> list[str]:
    """Returns what players see, for some places of their eyes, as a Markdown table."""
    lines = [
        "| eyes above table | before the front | floor hidden at die height | top face hidden | part of one hidden |",
        "|---|---|---|---|---|",
    ]
    for player in GRID:
        seen, hidden = peep(sizes, player, number), hidden_depth(sizes, player)
        mark = "**" if player == PlayerPosition() else ""
        lines.append(
            f"| {mark}{player.above:.0f} mm ({inches(player.above)}){mark} "
            f"| {mark}{player.before:.0f} mm ({inches(player.before)}){mark} "
            f"| {hidden:.0f} of {sizes.deep:g} mm ({inches(hidden)} of {inches(sizes.deep)}) "
            f"| {seen.hidden:.1%} of throws | {seen.partly:.1%} of throws |"
        )
    return lines


def privacy(sizes: Sizes) -> list[str]:
    """Returns which other people can see a place where a die can be, as a Markdown table."""
    lines = ["| seats | box in the middle of the table | box drawn up to the player |", "|---|---|---|"]
    for seats in range(2, MAX_SEATS + 1):
        cells = []
        for drawn_up in (False, True):
            found = gap(sizes, seats, drawn_up=drawn_up)
            cells.append("nobody sees a die" if found is None else f"**seat {found.seat + 1} can see dice**")
        lines.append(f"| {seats} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Prints the tables, and whether controls and screen are in sight."""
    parser = argparse.ArgumentParser(description="What players and neighbours see of dice, controls and screen.")
    parser.add_argument("--throws", type=int, default=THROWS, help=f"simulated throws (default: {THROWS})")
    sizes, given = parse_sizes(parser)
    print("\n".join([*table(sizes, max(1, given.throws)), "", *privacy(sizes), ""]))
    print(f"Half a metre away, from more than {widest_angle(sizes)}° to the side of the front, nobody sees a die.")
    both = eyes(sizes, PlayerPosition())
    seen = sum(any(control_in_sight(sizes, eye, control) for eye in both) for control in controls(sizes))
    print(f"Controls in the player's sight: {seen} of 4, even while the flap is held straight out.")
    print(f"A screen on the box in the player's sight: {'yes' if screen_in_sight(sizes, PlayerPosition()) else 'no'}.")


if __name__ == "__main__":
    main()
