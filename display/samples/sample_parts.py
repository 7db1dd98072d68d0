"""Parts of sample scenes: names, seats, claims, hints, photographs and seals."""

import io
import random
from dataclasses import dataclass, replace

import pygame

from display.draw import dice, wood
from display.draw.drawing_context import DrawingContext
from display.scene import XY, ClaimPicture, Hint, Photograph, SealSlip, SeatPanel
from display.scene_elements import Shield


@dataclass(frozen=True, slots=True)
class SampleDie:
    """A die in a sample photograph."""

    face: int | None
    polygon: tuple[XY, ...]
    pips: tuple[tuple[float, float, float], ...]


NAMES = (
    "Astrid",
    "Gunnar",
    "Sympkyn of the Moor",
    "Þórdís",
    "Björn Järnsida",
    "Wolfram",
    "Íñigo de León",
    "Aud",
    "Søren Kjær",
    "Gytha",
    "Meister Eckhart",
    "Rollo",
)
SHIELDS = (
    Shield(("azure",), charge="lion", charge_tincture="or"),
    Shield(("gules",), ordinary="chevron", ordinary_tincture="argent"),
    Shield(("argent", "sable"), division="per-pale"),
    Shield(("or",), charge="raven", charge_tincture="sable"),
    Shield(("vert",), ordinary="bend", ordinary_tincture="or"),
    Shield(("sable",), charge="wolfs-head", charge_tincture="argent"),
)
"""Arms for the names, in their order and over again."""
_TENS = {1: "", 2: "twenty-", 3: "thirty-", 4: "forty-", 5: "fifty-", 6: "sixty-"}
_ONES = ("", "one", "two", "three", "four", "five", "six")
_MIXED = (56, 46, 45, 36, 35, 34, 26, 25, 24, 23, 16, 15, 14, 13)
_DOUBLES_AND_MEIER = (66, 55, 44, 33, 22, 11, 12)


def claim(pair: str) -> ClaimPicture:
    """Returns a claim of the Viking game, such as "34"."""
    low, high = int(pair[0]), int(pair[1])
    if pair == "12":
        name = "Meier"
    elif low == high:
        name = f"double {_ONES[low]}{'es' if low == 6 else 's'}"
    elif low == 1:
        name = {3: "thirteen", 4: "fourteen", 5: "fifteen", 6: "sixteen"}[high]
    else:
        name = f"{_TENS[low]}{_ONES[high]}"
    return ClaimPicture((low, high), name)


LADDER = tuple(claim(str(pair)) for pair in _MIXED + _DOUBLES_AND_MEIER)


def hints(claim_: str = "", reveal: str = "", challenge: str = "", dial: str = "") -> tuple[Hint, ...]:
    """Returns the four hints; a control without a label is disabled."""
    words = {"claim": claim_, "reveal": reveal, "challenge": challenge, "dial": dial}
    return tuple(Hint(control, label or "·", bool(label)) for control, label in words.items())


def seats(number: int, turn: int = 1, owner: int | None = 0, **lost: int) -> tuple[SeatPanel, ...]:
    """Returns seats with different stocks; `s1=2` says that seat 1 has just lost two lives."""
    panels = []
    for index in range(number):
        broken = lost.get(f"s{index}", 0)
        stock = (6, 4, 5, 2, 3, 6, 1, 4, 0, 6, 2, 5)[index]
        panels.append(
            SeatPanel(
                NAMES[index],
                max(0, stock - broken),
                6,
                turn=index == turn,
                owner=index == owner,
                out=stock == 0,
                lost=broken,
                shield=SHIELDS[index % len(SHIELDS)],
            )
        )
    return tuple(panels)


def photograph(context: DrawingContext, faces: tuple[int, ...], seed: int, caption: str = "") -> Photograph:
    """Draws a photograph of dice, 640 × 480 pixels, with the marks that a reading would give.

    It is not compressed: that would take longer than all the rest.
    """
    chance = random.Random(seed)
    width, height, long = 640, 480, 108
    picture = wood.sawn(context, (width, height), context.theme.wall_wood, seed)
    seen: list[SampleDie] = []
    for number, face in enumerate(faces):
        piece = dice.die(context, face, long)
        x = 150 + number * 190 + chance.randint(-25, 25)
        y = 160 + chance.randint(-50, 90)
        dark = dice.cast_shadow(context, piece.get_size())
        picture.blit(dark, dark.get_rect(center=(x + piece.get_width() // 2, y + piece.get_height() // 2)))
        picture.blit(piece, (x, y))
        w, h = dice.top_face(face, long)
        outline = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        pips = tuple((x + px, y + py, r) for px, py, r in dice.pips(face, long))
        seen.append(SampleDie(face, outline, pips))
    stream = io.BytesIO()
    pygame.image.save(picture, stream, "evidence.bmp")
    return Photograph(stream.getvalue(), tuple(seen), caption)


def with_unread_die(shown: Photograph) -> Photograph:
    """Returns a photograph whose last die was not read."""
    *others, last = shown.dice
    return replace(shown, dice=(*others, SampleDie(None, last.polygon, ())))


def slip(*words: str) -> SealSlip:
    """Returns the slip of a seal with these words, and a code that only looks like one."""
    side = 25
    chance = random.Random("".join(words))
    rows = [[chance.randint(0, 1) for _ in range(side)] for _ in range(side)]
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        for y in range(-1, 8):
            for x in range(-1, 8):
                if 0 <= top + y < side and 0 <= left + x < side:
                    ring = max(abs(y - 3), abs(x - 3))
                    rows[top + y][left + x] = int(ring in (0, 1, 3))
    return SealSlip("sealed", words, tuple("".join(map(str, row)) for row in rows))
