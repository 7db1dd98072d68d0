"""A composed screen: what stands still, what moves, what can be touched, and what was written where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from display.draw.drawing_context import Kit
from display.draw.lettering import CAP_MIDDLE, LEADING, PARTED_BELOW, Face
from display.draw.theme import Colour, Ramp

Box = pygame.Rect


@dataclass(frozen=True, slots=True)
class Hit:
    """What a touch means: first the dial is turned by `turn`, then `control` is pressed."""

    turn: int = 0
    control: str | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A text that was written: its lines as they stand, the room it was given, the ink it took, its size and colour."""

    text: str
    lines: tuple[str, ...]
    room: Box
    ink: Box
    px: int
    colour: Colour


class Actor(Protocol):
    """Something that moves. Its time starts at 0 when the scene is first drawn."""

    ends: float
    """When it comes to rest, in seconds; infinite where it never does."""

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the thing as it is at `t` seconds and tells what it covered."""


class Canvas:
    """A surface being composed, with the record of what was put where."""

    def __init__(self, kit: Kit, surface: pygame.Surface) -> None:
        """Starts to compose upon `surface`."""
        self.kit = kit
        self.surface = surface
        self.labels: list[Label] = []
        self.parts: dict[str, Box] = {}
        self.targets: list[tuple[Box, Hit]] = []
        self.actors: list[Actor] = []

    def put(self, piece: pygame.Surface, at: tuple[int, int]) -> Box:
        """Lays a piece with its top left corner at a point."""
        return self.surface.blit(piece, at)

    def put_centred(self, piece: pygame.Surface, centre: tuple[int, int]) -> Box:
        """Lays a piece around a point."""
        return self.surface.blit(piece, piece.get_rect(center=centre))

    def write(
        self,
        text: str,
        room: Box,
        face: Face,
        largest: int,
        colour: Colour,
        *,
        lines: int = 1,
        align: str = "center",
        valign: str = "middle",
        relief: Colour | None = None,
        inlay: Ramp | None = None,
        parted_below: float = PARTED_BELOW,
    ) -> Box:
        """Writes a text into `room`, shrunk, wrapped and parted to fit; `align` is "left", "center" or "right".

        `valign` is "top", "middle" or "bottom". `relief` is the colour of a shadow that lifts the letters off,
        `inlay` a metal of which they are made instead of the plain colour. Returns the box of the ink.
        """
        if not text.strip() or room.width <= 0 or room.height <= 0:
            return pygame.Rect(room.topleft, (0, 0))
        fitted = self.kit.letters.fit(text, face, room.size, largest, lines, parted_below)
        height = fitted.height
        top = {"top": room.top, "middle": room.top + (room.height - height) // 2, "bottom": room.bottom - height}[
            valign
        ]
        ink: Box | None = None
        for number, line in enumerate(fitted.lines):
            word = self.kit.letters.word(line, face, fitted.px, colour)
            width = word.get_width()
            left = {
                "left": room.left,
                "center": room.left + (room.width - width) // 2,
                "right": room.right - width,
            }[align]
            baseline = top + round((number + 0.5) * fitted.px * LEADING + CAP_MIDDLE * fitted.px)
            at = left, baseline - self.kit.letters.baseline(face, fitted.px)
            if relief is not None:
                drop = max(1, fitted.px // 18)
                shadow = self.kit.letters.word(line, face, fitted.px, relief)
                self.surface.blit(shadow, (at[0] + drop, at[1] + drop))
            if inlay is None or self.kit.theme.flat:
                self.surface.blit(word, at)
            else:
                edge = fitted.px // 40 + 1
                metal = self.kit.letters.inlaid(line, face, fitted.px, inlay)
                self.surface.blit(metal, (at[0] - edge, at[1] - edge))
            bounds = word.get_bounding_rect().move(at)
            ink = bounds if ink is None else ink.union(bounds)
        assert ink is not None
        self.labels.append(Label(text, fitted.lines, room.copy(), ink, fitted.px, colour))
        return ink

    def write_all(
        self,
        texts: tuple[str, ...],
        room: Box,
        face: Face,
        largest: int,
        colour: Colour,
        relief: Colour | None = None,
        apart: float = 0.0,
    ) -> None:
        """Writes texts below each other in the middle of `room`, all at one size, each as many lines as it needs.

        They are set apart where there is room; `apart`, in parts of the letter size, makes room beside long ones.
        """
        said = tuple(text for text in texts if text.strip())
        fitted, px = self.kit.letters.fit_all(said, face, room.size, largest, apart)
        height = sum(each.height for each in fitted)
        gap = min(round(px * 0.35), (room.height - height) // max(1, len(fitted)))
        top = room.top + (room.height - height - gap * (len(fitted) - 1)) // 2
        for text, each in zip(said, fitted, strict=True):
            line = pygame.Rect(room.left, top, room.width, each.height)
            self.write(text, line, face, px, colour, lines=len(each.lines), relief=relief)
            top += each.height + gap

    def part(self, name: str, box: Box) -> None:
        """Notes where a named thing stands."""
        self.parts[name] = box.copy()

    def touch(self, box: Box, hit: Hit) -> None:
        """Makes a region answer to clicks and fingers; later regions lie above earlier ones."""
        self.targets.append((box.copy(), hit))

    def act(self, actor: Actor) -> None:
        """Adds something that moves."""
        self.actors.append(actor)

    def adopt(self, other: "Canvas", at: tuple[int, int]) -> None:
        """Takes over the record of a canvas that was composed apart and stands at `at`."""
        self.labels += [
            Label(label.text, label.lines, label.room.move(at), label.ink.move(at), label.px, label.colour)
            for label in other.labels
        ]
        self.parts.update({name: box.move(at) for name, box in other.parts.items()})
        self.targets += [(box.move(at), hit) for box, hit in other.targets]
        self.actors += other.actors

    def done(self) -> "Picture":
        """Closes the composition."""
        return Picture(self.surface, tuple(self.labels), dict(self.parts), tuple(self.targets), tuple(self.actors))


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A composed screen, ready to be shown."""

    base: pygame.Surface
    labels: Sequence[Label]
    parts: dict[str, Box]
    targets: Sequence[tuple[Box, Hit]]
    actors: Sequence[Actor]

    @property
    def ends(self) -> float:
        """Tells when everything is at rest, in seconds after the start."""
        return max((actor.ends for actor in self.actors), default=0.0)

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Tells what a touch at `pos` means."""
        for box, hit in reversed(self.targets):
            if box.collidepoint(pos):
                return hit
        return None
