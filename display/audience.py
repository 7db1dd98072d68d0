"""A window of its own for the crowd: the same scenes, large and without controls."""

from dataclasses import replace
from pathlib import Path

import pygame

from display.draw.composition import Picture
from display.draw.theme import Theme
from display.renderer import Projector
from display.scene import (
    ListScene,
    PageScene,
    PosterScene,
    RevealScene,
    Scene,
    TableScene,
    WinnerScene,
)


class AudienceError(OSError):
    """No window for the crowd can be opened; the message says what to do."""


def crowd(scene: Scene) -> Scene | None:
    """Makes of the table's scene what the crowd is shown, or None where it goes on to see what it saw before.

    The crowd sees the game, not how it is operated: neither controls nor the claim that somebody is still turning to,
    no list and no menu. Of what is said to the table it sees what is said aloud.

    >>> from display.scene import Hint, ListScene
    >>> menu = ListScene("The table’s rights", "", (), 0, (Hint("dial", "Choose", True),))
    >>> crowd(menu) is None
    True
    """
    said = scene.notice if scene.notice is not None and scene.notice.aloud else None
    match scene:
        case TableScene():
            # A die without anybody behind it is one that is being entered with the dial.
            claim = scene.claim if scene.claim_by else None
            return replace(scene, hints=(), dial=None, claim=claim, prompt="", notice=said)
        case RevealScene():
            return replace(scene, hints=(), choices=(), cursor=0, notice=said)
        case WinnerScene():
            return replace(scene, hints=(), notice=said)
        case PageScene(hall=True):
            return replace(scene, hints=(), notice=said)
        case ListScene(hall=True):
            return PosterScene(scene.title, scene.subtitle)
        case _:
            return None


def outputs() -> int:
    """Counts the screens of this machine; the display must be open."""
    return len(pygame.display.get_desktop_sizes())


class Audience:
    """The crowd's window. Everything happens in `tick`; where nothing moves, nothing is drawn."""

    def __init__(self, theme: Theme, caption: str = "meierbox") -> None:
        """Opens it: over the whole of a second screen where there is one, else as a window; raises `AudienceError`."""
        if not hasattr(pygame, "Window") or not hasattr(pygame.Window, "get_surface"):
            raise AudienceError(
                "The crowd gets no window of its own, as this pygame opens one only: install pygame-ce in its place."
            )
        sizes = pygame.display.get_desktop_sizes()
        try:
            if len(sizes) > 1:
                # SDL lays the screens out from left to right; a window takes the whole of the one that it stands on.
                self.window = pygame.Window(caption, sizes[1], position=(sizes[0][0], 0), fullscreen_desktop=True)
            else:
                self.window = pygame.Window(caption, _suiting(sizes[0]), position=(0, 0), resizable=True)
            surface = self.window.get_surface()
        except pygame.error as error:
            raise AudienceError(f"The crowd gets no window of its own ({error}): play on one screen.") from error
        self._projector = Projector(surface, theme, lambda _: self.window.flip())
        self._size = surface.get_size()

    @property
    def frames(self) -> int:
        """Counts how often something was drawn."""
        return self._projector.frames

    @property
    def picture(self) -> Picture | None:
        """Gives the composed picture of what the crowd sees, where one was drawn."""
        return self._projector.picture

    def save(self, path: str | Path) -> None:
        """Writes what is drawn now as a picture, PNG by its name."""
        self._projector.save(str(path))

    def show(self, scene: Scene) -> None:
        """Takes the table's scene, of which the crowd sees its part."""
        seen = crowd(scene)
        if seen is not None:
            self._projector.show(seen)

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves at `now` (seconds); returns the seconds until the next frame, or None."""
        if self.window.size != self._size:
            surface = self.window.get_surface()
            self._size = surface.get_size()
            self._projector.project(surface)
        return self._projector.tick(now)

    def skip(self) -> None:
        """Ends a theatre."""
        self._projector.skip()

    def redraw(self) -> None:
        """Draws everything once more at the next tick."""
        self._projector.redraw()

    def dress(self, theme: Theme) -> None:
        """Goes over to another theme."""
        self._projector.dress(theme)

    def close(self) -> None:
        """Shuts the window."""
        self.window.destroy()


def _suiting(desktop: tuple[int, int]) -> tuple[int, int]:
    """Chooses the size of a window beside the table's own: two thirds of the desktop, of the shape of a television."""
    width = round(min(desktop[0], desktop[1] * 16 / 9) * 2 / 3)
    return width, round(width * 9 / 16)
