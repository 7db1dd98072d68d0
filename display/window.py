"""The table's window: opens the screen, shows scenes on it, and keeps the audience's window in step."""

import os
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pygame

from display.audience import AudienceWindow
from display.draw.canvas import Hit, ScreenPicture
from display.draw.dice import die
from display.draw.surface_cache import SurfaceCache
from display.draw.theme import TORCHLIGHT, Theme
from display.errors import AudienceError, DisplayError, NoScreenError, ScreenLostError
from display.quiet_libraries import silenced
from display.renderer import FRAME_SECONDS, Renderer
from display.scene import ListScene, LookAway, Scene, TableScene
from display.scene_elements import ControlMark

__all__ = ["FRAME_SECONDS", "AudienceError", "DisplayError", "MainWindow"]

KEY_REPEAT_DELAY_MS, KEY_REPEAT_MS = 400, 80
"""Repeat rate of a held key, so that a held arrow key turns the dial through a long ladder."""

_KEY_EVENTS = frozenset({pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING})
"""Key events go to the table whichever window has the focus."""


class MainWindow:
    """The table's window. All drawing is done by `tick`, and only when something changed or moves."""

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        caption: str = "meierbox",
        theme: Theme = TORCHLIGHT,
        surfaces: SurfaceCache | None = None,
        max_pixels: int | None = None,
    ) -> None:
        """Opens the window, with `size` in pixels or one that fits the desktop, or the full screen.

        `max_pixels` limits the mode of the full screen, for a machine with little memory.

        In full screen the mouse pointer is hidden until the mouse moves. Windows that are given the same `surfaces`
        draw each texture once.

        Raises:
            NoScreenError: if neither can be opened.
        """
        self._windowed, self._caption = size, caption
        self._fullscreen, self._max_pixels = fullscreen, max_pixels
        self._renderer = Renderer(_open(size, fullscreen, caption, max_pixels), theme, pygame.display.update, surfaces)
        self._audience: AudienceWindow | None = None
        self._distant = False
        pygame.display.set_icon(die(self._renderer.context, 1, 64))

    @property
    def size(self) -> tuple[int, int]:
        """Returns the width and height of the drawing area in pixels."""
        return self._renderer.context.size

    @property
    def fullscreen(self) -> bool:
        """Returns whether it covers the full screen."""
        return self._fullscreen

    @property
    def frames(self) -> int:
        """Counts the frames drawn so far."""
        return self._renderer.frames

    @property
    def picture(self) -> ScreenPicture | None:
        """Returns the composed picture of the current scene, once it has been drawn."""
        return self._renderer.picture

    @property
    def up_increases(self) -> bool:
        """Returns whether an upward gesture means a higher claim or value; in a list it means the row above."""
        scene = self._renderer.scene
        return isinstance(scene, TableScene) or (isinstance(scene, ListScene) and scene.changing)

    @property
    def playing(self) -> bool:
        """Returns whether a reveal's animation is running."""
        return self._renderer.playing

    def show(self, scene: Scene) -> None:
        """Takes the scene to draw from now on. An equal scene changes nothing; a reveal is animated once."""
        self._renderer.show(scene)
        if self._audience is not None:
            self._audience.show(scene)

    def show_peek(self, encoded: bytes | None, caption: str = "") -> None:
        """Overlays the view through the peep flap of a simulated box, or removes it with None.

        The audience never sees it.
        """
        self._renderer.show_peek(encoded, caption)

    def show_look_away(self, asked: LookAway | None) -> None:
        """Asks all but one to look away before the view through the flap, or removes the request with None.

        A touch anywhere then means REVEAL. The audience never sees it.
        """
        self._renderer.show_look_away(asked)

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves at `now` (monotonic seconds).

        Returns the seconds until the next frame is due, or None if nothing moves until the next `show`. Call it after
        every window event as well, so that it notices a new size.

        Raises:
            ScreenLostError: if the screen cannot be drawn on any more; `reopen` opens it again.
        """
        if pygame.display.get_surface() is None:
            raise ScreenLostError("the display was closed")
        try:
            return self._tick(now)
        except pygame.error as error:
            raise ScreenLostError(str(error)) from error

    def _tick(self, now: float) -> float | None:
        if self._fullscreen and not pygame.mouse.get_visible() and pygame.mouse.get_rel() != (0, 0):
            pygame.mouse.set_visible(True)
        actual = pygame.display.get_surface()
        if actual is not None and actual.get_size() != self.size:
            self.resize(actual.get_size())
        waits = [self._renderer.tick(now), self._audience.tick(now) if self._audience else None]
        return min((wait for wait in waits if wait is not None), default=None)

    def reopen(self) -> None:
        """Opens the screen again after it was lost, and the audience's window with it.

        Raises:
            NoScreenError: if it cannot be opened yet.
        """
        had_audience = self._audience is not None
        with suppress(pygame.error):
            self.close_audience()
        self._audience = None
        pygame.display.quit()
        self._renderer.set_surface(_open(self._windowed, self._fullscreen, self._caption, self._max_pixels))
        if had_audience:
            with suppress(AudienceError):
                self.open_audience()

    def drain_events(self) -> list[pygame.event.Event]:
        """Takes the events since the last call; there are none while the screen is lost."""
        try:
            return pygame.event.get()
        except pygame.error:
            return []

    def skip(self) -> bool:
        """Ends a reveal's animation at once; returns whether one was running."""
        if self._audience is not None:
            self._audience.skip()
        return self._renderer.skip()

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Returns what a click or touch at `pos` (pixels) means, or None if it hits nothing."""
        return self._renderer.hit(pos)

    def resize(self, size: tuple[int, int]) -> None:
        """Lays everything out for another window size, in pixels."""
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() != size:
            surface = pygame.display.set_mode(size, self._flags())
        self._renderer.set_surface(surface)

    def set_marks(self, marks: Mapping[str, ControlMark]) -> None:
        """Shows beside each control what stands for it on the device in use; the audience does not see it."""
        self._renderer.set_marks(marks)

    def redraw(self) -> None:
        """Redraws everything at the next tick, for a window that was covered."""
        self._renderer.redraw()
        if self._audience is not None:
            self._audience.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Changes the theme; the next tick redraws everything."""
        self._renderer.set_theme(theme)
        if self._audience is not None:
            self._audience.set_theme(theme)

    def set_distant(self, distant: bool) -> None:
        """Shows only who, what, the claim and the verdict, as large as they can be, or everything again."""
        self._distant = distant
        self._renderer.set_distant(distant)
        if self._audience is not None:
            self._audience.set_distant(distant)

    @property
    def audience(self) -> AudienceWindow | None:
        """Returns the audience's window, if it is open."""
        return self._audience

    @property
    def screen_count(self) -> int:
        """Counts the screens of this machine."""
        return len(pygame.display.get_desktop_sizes())

    def open_audience(self) -> None:
        """Opens the audience's window if it is not open.

        Raises:
            AudienceError: if it cannot be opened.
        """
        if self._audience is None:
            self._audience = AudienceWindow(self._renderer.theme)
            self._audience.set_distant(self._distant)
            if self._renderer.scene is not None:
                self._audience.show(self._renderer.scene)
            if self.screen_count == 1:
                _bring_table_to_front()

    def close_audience(self) -> None:
        """Closes the audience's window if it is open."""
        audience, self._audience = self._audience, None
        if audience is not None:
            audience.close()

    def filter_events(self, events: Sequence[pygame.event.Event]) -> list[pygame.event.Event]:
        """Handles window events, and returns the events that are meant for the table.

        Clicks into the audience's window are dropped. Closing that window leaves the game running; closing the table's
        window quits, though SDL reports QUIT only for the last window.
        """
        left = []
        for event in events:
            window = getattr(event, "window", None)
            if event.type == pygame.WINDOWEXPOSED:
                self.redraw()
            if self._audience is None or event.type in _KEY_EVENTS:
                left.append(event)
            elif window is None:
                left.append(pygame.event.Event(pygame.QUIT) if event.type == pygame.WINDOWCLOSE else event)
            elif event.type == pygame.WINDOWCLOSE:
                self.close_audience()
        return left

    def _flags(self) -> int:
        return pygame.FULLSCREEN if self._fullscreen else pygame.RESIZABLE

    def toggle_fullscreen(self) -> None:
        """Switches between window and full screen; while the screen is lost, nothing happens."""
        if pygame.display.get_surface() is None:
            return
        if not self._fullscreen:
            self._windowed = self.size
        self._fullscreen = not self._fullscreen
        pygame.mouse.set_visible(not self._fullscreen)
        size = (0, 0) if self._fullscreen else self._windowed or _window_size()
        surface = pygame.display.set_mode(size, self._flags())
        if not self._fullscreen and surface.get_size() != size:
            # SDL before 2.30 leaves full screen only at the second call.
            surface = pygame.display.set_mode(size, self._flags())
        self.resize(surface.get_size())

    def save(self, path: str | Path) -> None:
        """Saves the current frame as an image; the extension sets the format."""
        self._renderer.save(str(path))

    def close(self) -> None:
        """Closes the windows and the display; a second call does nothing."""
        self.close_audience()
        pygame.display.quit()


def _bring_table_to_front() -> None:
    """Raises the table's window above the audience's, which must not cover its controls."""
    with warnings.catch_warnings(), suppress(pygame.error, AttributeError):
        # It is the only way to reach the window that `pygame.display` opened.
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().focus()


def _window_size() -> tuple[int, int]:
    return size_on_desktop(pygame.display.get_desktop_sizes()[0])


def size_on_desktop(desktop: tuple[int, int]) -> tuple[int, int]:
    """Returns the largest window size that leaves a margin on a desktop.

    >>> size_on_desktop((1920, 1080)), size_on_desktop((1080, 1920)), size_on_desktop((2000, 700))
    ((1600, 900), (800, 480), (1024, 600))
    >>> size_on_desktop((800, 480))
    (800, 480)
    """
    for size in ((1600, 900), (1280, 720), (1024, 600), (800, 480)):
        if size[0] <= desktop[0] * 0.9 and size[1] <= desktop[1] * 0.9:
            return size
    return desktop


def largest_mode(modes: Sequence[tuple[int, int]], max_pixels: int) -> tuple[int, int]:
    """Returns the largest mode of a screen within a number of pixels; (0, 0), its own mode, if that fits or none does.

    >>> largest_mode([(1920, 1080), (1280, 720), (800, 600), (640, 480)], 620_000)
    (800, 600)
    >>> largest_mode([(800, 480), (640, 480)], 620_000), largest_mode([(1920, 1080)], 620_000)
    ((0, 0), (0, 0))
    """
    fitting = [mode for mode in modes if mode[0] * mode[1] <= max_pixels]
    if not fitting or len(fitting) == len(modes):
        return 0, 0
    return max(fitting, key=lambda mode: mode[0] * mode[1])


def _full_size(max_pixels: int | None) -> tuple[int, int]:
    modes = None if max_pixels is None else pygame.display.list_modes()
    # pygame gives -1 where any mode will do.
    return largest_mode(modes, max_pixels) if max_pixels is not None and isinstance(modes, list) else (0, 0)


def renderer_hint(driver: str) -> str | None:
    """Returns the renderer by which SDL should show the picture with this driver, or None to leave it the choice.

    Without a desktop and without libGL, SDL gets a context of OpenGL ES and yet prefers its renderer for desktop
    OpenGL, which then shows black and reports no error. OpenGL ES 2 is what every supported Pi draws with.

    >>> renderer_hint("KMSDRM"), renderer_hint("x11")
    ('opengles2', None)
    """
    return "opengles2" if driver == "KMSDRM" else None


def _open(size: tuple[int, int] | None, fullscreen: bool, caption: str, max_pixels: int | None) -> pygame.Surface:
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        with silenced():
            pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in ("dummy", "offscreen") and driver not in asked:
            pygame.display.quit()
            raise pygame.error("only a driver without a screen answered")
        if hint := renderer_hint(driver):
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", hint)
        pygame.display.set_caption(caption)
        pygame.key.set_repeat(KEY_REPEAT_DELAY_MS, KEY_REPEAT_MS)
        if fullscreen:
            pygame.mouse.set_visible(False)
            return pygame.display.set_mode(size or _full_size(max_pixels), pygame.FULLSCREEN)
        return pygame.display.set_mode(size or _window_size(), pygame.RESIZABLE)
    except pygame.error as error:
        raise NoScreenError(str(error)) from error
