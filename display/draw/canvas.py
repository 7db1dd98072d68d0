"""A composed screen: its still part, its animations, what can be touched, and what was written where."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.lettering import CAP_MIDDLE, LEADING, PARTED_BELOW, SMALLEST, Typeface
from display.draw.theme import Colour, Ramp


@dataclass(frozen=True, slots=True)
class Hit:
    """What a touch means: turn the dial by `turn` steps, then press `control`."""

    turn: int = 0
    control: str | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A text that was drawn: its lines, the box it was given and the box of its ink (pixels), its size and colour.

    `cap` is the height of its capitals, in pixels.
    """

    text: str
    lines: tuple[str, ...]
    room: pygame.Rect
    ink: pygame.Rect
    px: int
    colour: Colour
    cap: int = 0


class Animation(Protocol):
    """Something that moves. Its time starts at 0 s when the scene is first drawn."""

    ends: float
    """When it comes to rest, in seconds; infinity if never."""

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the state at `t` seconds; returns the box that it covered, in pixels."""


class Canvas:
    """A surface being composed, with a record of what was put where."""

    def __init__(self, context: DrawingContext, surface: pygame.Surface) -> None:
        """Starts to compose on `surface`."""
        self.context = context
        self.surface = surface
        self.labels: list[Label] = []
        self.passing: list[Label] = []
        self.parts: dict[str, pygame.Rect] = {}
        self.targets: list[tuple[pygame.Rect, Hit]] = []
        self.animations: list[Animation] = []

    def put(self, piece: pygame.Surface, at: tuple[int, int]) -> pygame.Rect:
        """Draws a surface with its top left corner at a point."""
        return self.surface.blit(piece, at)

    def put_centred(self, piece: pygame.Surface, centre: tuple[int, int]) -> pygame.Rect:
        """Draws a surface centred on a point."""
        return self.surface.blit(piece, piece.get_rect(center=centre))

    def write(
        self,
        text: str,
        room: pygame.Rect,
        face: Typeface,
        largest: int,
        colour: Colour,
        *,
        lines: int = 1,
        align: str = "center",
        valign: str = "middle",
        relief: Colour | None = None,
        inlay: Ramp | None = None,
        parted_below: float = PARTED_BELOW,
        smallest: int = SMALLEST,
    ) -> pygame.Rect:
        """Draws a text in `room`, shrunk, wrapped and hyphenated to fit.

        `largest` is the largest letter size in pixels, `smallest` the one at which it is rather cut off with an
        ellipsis, `lines` the most lines. `align` is "left", "center" or "right",
        `valign` "top", "middle" or "bottom". `relief` is the colour of a drop shadow; `inlay` gives the letters the
        look of a metal instead of the plain colour. Returns the box of the ink.
        """
        if not text.strip() or room.width <= 0 or room.height <= 0:
            return pygame.Rect(room.topleft, (0, 0))
        fitted = self.context.letters.fit(text, face, room.size, largest, lines, parted_below, smallest)
        height = fitted.height
        top = {"top": room.top, "middle": room.top + (room.height - height) // 2, "bottom": room.bottom - height}[
            valign
        ]
        ink: pygame.Rect | None = None
        for number, line in enumerate(fitted.lines):
            word = self.context.letters.word(line, face, fitted.px, colour)
            width = word.get_width()
            left = {
                "left": room.left,
                "center": room.left + (room.width - width) // 2,
                "right": room.right - width,
            }[align]
            baseline = top + round((number + 0.5) * fitted.px * LEADING + CAP_MIDDLE * fitted.px)
            at = left, baseline - self.context.letters.baseline(face, fitted.px)
            if relief is not None:
                drop = max(1, fitted.px // 18)
                shadow = self.context.letters.word(line, face, fitted.px, relief)
                self.surface.blit(shadow, (at[0] + drop, at[1] + drop))
            if inlay is None or self.context.theme.flat:
                self.surface.blit(word, at)
            else:
                edge = fitted.px // 40 + 1
                metal = self.context.letters.inlaid(line, face, fitted.px, inlay)
                self.surface.blit(metal, (at[0] - edge, at[1] - edge))
            bounds = word.get_bounding_rect().move(at)
            ink = bounds if ink is None else ink.union(bounds)
        assert ink is not None
        cap = self.context.letters.cap_height(face, fitted.px)
        self.labels.append(Label(text, fitted.lines, room.copy(), ink, fitted.px, colour, cap))
        return ink

    def write_all(
        self,
        texts: tuple[str, ...],
        room: pygame.Rect,
        face: Typeface,
        largest: int,
        colour: Colour,
        relief: Colour | None = None,
        apart: float = 0.0,
    ) -> None:
        """Draws texts below each other in the middle of `room`, all at one size, each on as many lines as it needs.

        They are spaced if there is room; `apart`, in letter sizes, is reserved beside texts of several lines.
        """
        said = tuple(text for text in texts if text.strip())
        fitted, px = self.context.letters.fit_all(said, face, room.size, largest, apart)
        height = sum(each.height for each in fitted)
        gap = min(round(px * 0.35), (room.height - height) // max(1, len(fitted)))
        top = room.top + (room.height - height - gap * (len(fitted) - 1)) // 2
        for text, each in zip(said, fitted, strict=True):
            line = pygame.Rect(room.left, top, room.width, each.height)
            self.write(text, line, face, px, colour, lines=len(each.lines), relief=relief)
            top += each.height + gap

    def name_part(self, name: str, box: pygame.Rect) -> None:
        """Records the box of a named thing."""
        self.parts[name] = box.copy()

    def add_target(self, box: pygame.Rect, hit: Hit) -> None:
        """Makes a box respond to clicks and touches; later boxes are above earlier ones."""
        self.targets.append((box.copy(), hit))

    def animate(self, animation: Animation) -> None:
        """Adds an animation."""
        self.animations.append(animation)

    def merge(self, other: "Canvas", at: tuple[int, int]) -> None:
        """Adds the record of a canvas that was composed separately and is drawn at `at`."""
        self.labels += moved(other.labels, at)
        self.passing += moved(other.passing, at)
        self.parts.update({name: box.move(at) for name, box in other.parts.items()})
        self.targets += [(box.move(at), hit) for box, hit in other.targets]
        self.animations += other.animations

    def finish(self) -> "ScreenPicture":
        """Returns the finished picture."""
        return ScreenPicture(
            self.surface,
            tuple(self.labels),
            dict(self.parts),
            tuple(self.targets),
            tuple(self.animations),
            tuple(self.passing),
        )


def moved(labels: Sequence[Label], by: tuple[int, int]) -> list[Label]:
    """Returns labels elsewhere on the screen."""
    return [replace(label, room=label.room.move(by), ink=label.ink.move(by)) for label in labels]


@dataclass(frozen=True, slots=True, eq=False)
class ScreenPicture:
    """A composed screen, ready to be shown: labels, named boxes, touch targets and animations on a still base.

    `passing` are labels that stand only for a while, until something else takes their place.
    """

    base: pygame.Surface
    labels: Sequence[Label]
    parts: dict[str, pygame.Rect]
    targets: Sequence[tuple[pygame.Rect, Hit]]
    animations: Sequence[Animation]
    passing: Sequence[Label] = ()

    @property
    def ends(self) -> float:
        """Returns when the last animation comes to rest, in seconds."""
        return max((animation.ends for animation in self.animations), default=0.0)

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Returns what a touch at `pos` means, or None if it hits nothing."""
        for box, hit in reversed(self.targets):
            if box.collidepoint(pos):
                return hit
        return None
