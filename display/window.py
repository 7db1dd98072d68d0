"""The screen itself: a window or the whole display, on which scenes are shown and theatre is played."""

import os
from collections.abc import Sequence
from pathlib import Path

import pygame

from display.audience import Audience, AudienceError, outputs
from display.draw.composition import Hit, Picture
from display.draw.dice import die
from display.draw.theme import TORCHLIGHT, Theme
from display.renderer import FRAME_SECONDS, Projector, compose
from display.scene import ListScene, Scene, TableScene

__all__ = ["FRAME_SECONDS", "AudienceError", "DisplayError", "Stage", "compose"]

KEY_REPEAT_DELAY_MS, KEY_REPEAT_MS = 400, 80
"""How fast a key that is kept down repeats: arrows turn the dial through a long ladder."""


_KEYS = frozenset({pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING})
"""Keys are meant for the table, whichever window has them."""


class DisplayError(OSError):
    """No display can be opened; the message says what to do."""


class Stage:
    """The table's own screen. Everything happens in `tick`; where nothing moves, nothing is drawn."""

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        caption: str = "meierbox",
        theme: Theme = TORCHLIGHT,
    ) -> None:
        """Opens the window, of `size` or one that suits the desktop, or the whole screen; raises `DisplayError`.

        On the whole screen the mouse pointer is hidden until the mouse is moved.
        """
        self._windowed = size
        self._fullscreen = fullscreen
        self._projector = Projector(_open(size, fullscreen, caption), theme, pygame.display.update)
        self._audience: Audience | None = None
        pygame.display.set_icon(die(self._projector.kit, 1, 64))

    @property
    def size(self) -> tuple[int, int]:
        """Gives width and height of the drawn area in pixels."""
        return self._projector.kit.size

    @property
    def fullscreen(self) -> bool:
        """Tells whether the whole screen is taken."""
        return self._fullscreen

    @property
    def frames(self) -> int:
        """Counts how often something was drawn."""
        return self._projector.frames

    @property
    def picture(self) -> Picture | None:
        """Gives the composed picture of the scene, where one was drawn."""
        return self._projector.picture

    @property
    def rising(self) -> bool:
        """Tells whether upwards means more: at the table and while a value is changed; else it means the row above."""
        scene = self._projector.scene
        return isinstance(scene, TableScene) or (isinstance(scene, ListScene) and scene.changing)

    @property
    def playing(self) -> bool:
        """Tells whether a theatre is running."""
        return self._projector.playing

    def show(self, scene: Scene) -> None:
        """Takes the scene to draw from now on; an equal scene changes nothing, a reveal's theatre is played once."""
        self._projector.show(scene)
        if self._audience is not None:
            self._audience.show(scene)

    def show_peek(self, encoded: bytes | None, caption: str = "") -> None:
        """Lays the view through a simulated box's peep flap over the scene, or takes it away with None.

        The crowd never sees it.
        """
        self._projector.show_peek(encoded, caption)

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves at `now` (seconds, monotonic).

        Returns the seconds until the next frame is wanted, or None where all is still; then nothing needs to be drawn
        until the next `show`. Call it after every window event as well, so that a new size is noticed.
        """
        if self._fullscreen and not pygame.mouse.get_visible() and pygame.mouse.get_rel() != (0, 0):
            pygame.mouse.set_visible(True)
        actual = pygame.display.get_surface()
        if actual is not None and actual.get_size() != self.size:
            self.resize(actual.get_size())
        waits = [self._projector.tick(now), self._audience.tick(now) if self._audience else None]
        return min((wait for wait in waits if wait is not None), default=None)

    def skip(self) -> bool:
        """Ends the running theatre at once; True where there was one."""
        if self._audience is not None:
            self._audience.skip()
        return self._projector.skip()

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Tells what a click or a finger at `pos` means, or None where nothing is touched."""
        return self._projector.hit(pos)

    def resize(self, size: tuple[int, int]) -> None:
        """Lays everything anew for another size of the window."""
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() != size:
            surface = pygame.display.set_mode(size, self._flags())
        self._projector.project(surface)

    def redraw(self) -> None:
        """Draws everything once more at the next tick, for a window that was covered."""
        self._projector.redraw()
        if self._audience is not None:
            self._audience.redraw()

    def dress(self, theme: Theme) -> None:
        """Goes over to another theme; what is shown is drawn anew at the next tick."""
        self._projector.dress(theme)
        if self._audience is not None:
            self._audience.dress(theme)

    # The crowd's screen

    @property
    def audience(self) -> Audience | None:
        """Gives the crowd's window, where it is open."""
        return self._audience

    @property
    def outputs(self) -> int:
        """Counts the screens of this machine."""
        return outputs()

    def invite(self) -> None:
        """Opens a window for the crowd, where none is open; raises `AudienceError` where none can be."""
        if self._audience is None:
            self._audience = Audience(self._projector.theme)
            if self._projector.scene is not None:
                self._audience.show(self._projector.scene)

    def dismiss(self) -> None:
        """Shuts the crowd's window, where one is open."""
        audience, self._audience = self._audience, None
        if audience is not None:
            audience.close()

    def heed(self, events: Sequence[pygame.event.Event]) -> list[pygame.event.Event]:
        """Takes what happened to the windows; gives back what is for the table.

        Whoever clicks into the crowd's window presses nothing. When it is closed the game goes on; when the table's own
        is closed, that is the end, though SDL would say so only of the last window.
        """
        left = []
        for event in events:
            window = getattr(event, "window", None)
            if event.type == pygame.WINDOWEXPOSED:
                self.redraw()
            if self._audience is None or event.type in _KEYS:
                left.append(event)
            elif window is None:
                left.append(pygame.event.Event(pygame.QUIT) if event.type == pygame.WINDOWCLOSE else event)
            elif event.type == pygame.WINDOWCLOSE:
                self.dismiss()
        return left

    def _flags(self) -> int:
        return pygame.FULLSCREEN if self._fullscreen else pygame.RESIZABLE

    def toggle_fullscreen(self) -> None:
        """Goes from the window to the whole screen, or back."""
        if not self._fullscreen:
            self._windowed = self.size
        self._fullscreen = not self._fullscreen
        pygame.mouse.set_visible(not self._fullscreen)
        size = (0, 0) if self._fullscreen else self._windowed or _window_size()
        surface = pygame.display.set_mode(size, self._flags())
        if not self._fullscreen and surface.get_size() != size:
            # SDL before 2.30 leaves the whole screen only at the second call.
            surface = pygame.display.set_mode(size, self._flags())
        self.resize(surface.get_size())

    def save(self, path: str | Path) -> None:
        """Writes what is drawn now as a picture, PNG by its name."""
        self._projector.save(str(path))

    def close(self) -> None:
        """Gives the display back; harmless when called twice."""
        self.dismiss()
        pygame.display.quit()


def _window_size() -> tuple[int, int]:
    """Chooses a window that suits the desktop."""
    desktop = pygame.display.get_desktop_sizes()[0]
    for size in ((1600, 900), (1280, 720), (1024, 600), (800, 480)):
        if size[0] <= desktop[0] * 0.9 and size[1] <= desktop[1] * 0.9:
            return size
    return desktop


def _open(size: tuple[int, int] | None, fullscreen: bool, caption: str) -> pygame.Surface:
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in ("dummy", "offscreen") and driver not in asked:
            pygame.display.quit()
            raise pygame.error("only a driver without a screen answered")
        pygame.display.set_caption(caption)
        pygame.key.set_repeat(KEY_REPEAT_DELAY_MS, KEY_REPEAT_MS)
        if fullscreen:
            pygame.mouse.set_visible(False)
            return pygame.display.set_mode(size or (0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(size or _window_size(), pygame.RESIZABLE)
    except pygame.error as error:
        raise DisplayError(
            f"No screen can be opened ({error}): start from a desktop or from the box's own console as a user in the"
            " groups video and render, or set SDL_VIDEODRIVER to a driver that this machine has."
        ) from error
