"""The screen itself: a window or the whole display, on which scenes are shown and theatre is played."""

import os
from pathlib import Path

import pygame

from display import peek
from display.dice import die
from display.kit import Kit
from display.lettering import Lettering
from display.picture import Box, Hit, Picture
from display.scene import BenchScene, CardsScene, ListScene, PageScene, RevealScene, Scene, TableScene, WinnerScene
from display.screens import bench, cards, page, reveal, table, winner
from display.screens import list as list_screen
from display.theme import TORCHLIGHT, Theme

FRAME_SECONDS = 1 / 50
KEY_REPEAT_DELAY_MS, KEY_REPEAT_MS = 400, 80
"""How fast a key that is kept down repeats: arrows turn the dial through a long ladder."""


class DisplayError(OSError):
    """No display can be opened; the message says what to do."""


def compose(kit: Kit, scene: Scene, before: Scene | None = None) -> Picture:
    """Composes the picture of any scene; `before` is the scene it follows."""
    match scene:
        case TableScene():
            return table.compose(kit, scene, before)
        case RevealScene():
            return reveal.compose(kit, scene)
        case ListScene():
            return list_screen.compose(kit, scene)
        case WinnerScene():
            return winner.compose(kit, scene)
        case PageScene():
            return page.compose(kit, scene)
        case CardsScene():
            return cards.compose(kit, scene)
        case BenchScene():
            return bench.compose(kit, scene)


class Stage:
    """Shows scenes. Everything happens in `tick`; between scenes, when nothing moves, it draws nothing."""

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
        self._theme = theme
        self._screen = _open(size, fullscreen, caption)
        self._lettering = Lettering()
        self._kit = Kit(self._screen.get_size(), theme, self._lettering)
        pygame.display.set_icon(die(self._kit, 1, 64))
        self._scene: Scene | None = None
        self._picture: Picture | None = None
        self._before: Scene | None = None
        self._peek: tuple[bytes, str] | None = None
        self._started: float | None = None
        self._at = 0.0
        self._played: int | None = None
        self._covered: list[Box] = []
        self._stale = True
        self._still = False
        self._frames = 0

    @property
    def size(self) -> tuple[int, int]:
        """Gives width and height of the drawn area in pixels."""
        return self._kit.size

    @property
    def fullscreen(self) -> bool:
        """Tells whether the whole screen is taken."""
        return self._fullscreen

    @property
    def frames(self) -> int:
        """Counts how often something was drawn."""
        return self._frames

    @property
    def picture(self) -> Picture | None:
        """Gives the composed picture of the scene, where one was drawn."""
        return self._picture

    @property
    def rising(self) -> bool:
        """Tells whether upwards means more: at the table and while a value is changed; else it means the row above."""
        scene = self._scene
        return isinstance(scene, TableScene) or (isinstance(scene, ListScene) and scene.changing)

    @property
    def playing(self) -> bool:
        """Tells whether a theatre is running."""
        return isinstance(self._scene, RevealScene) and not self._over()

    def _over(self) -> bool:
        if self._picture is None or self._started is None:
            return isinstance(self._scene, RevealScene) and self._scene.serial == self._played
        return self._at >= self._picture.ends

    def show(self, scene: Scene) -> None:
        """Takes the scene to draw from now on; an equal scene changes nothing, a reveal's theatre is played once."""
        if scene == self._scene:
            return
        old, self._scene = self._scene, scene
        same_theatre = isinstance(scene, RevealScene) and isinstance(old, RevealScene) and scene.serial == old.serial
        self._before = old
        self._picture = None
        self._stale = True
        if same_theatre and self._started is not None:
            return
        self._started = None
        self._at = 0.0

    def show_peek(self, encoded: bytes | None, caption: str = "") -> None:
        """Lays the view through a simulated box's peep flap over the scene, or takes it away with None."""
        view = None if encoded is None else (encoded, caption)
        if view != self._peek:
            self._peek = view
            self._stale = True

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves at `now` (seconds, monotonic).

        Returns the seconds until the next frame is wanted, or None where all is still; then nothing needs to be drawn
        until the next `show`. Call it after every window event as well, so that a new size is noticed.
        """
        if self._fullscreen and not pygame.mouse.get_visible() and pygame.mouse.get_rel() != (0, 0):
            pygame.mouse.set_visible(True)
        actual = pygame.display.get_surface()
        if actual is not None and actual.get_size() != self._kit.size:
            self.resize(actual.get_size())
        if self._scene is None:
            return None
        if self._picture is None:
            self._compose(now)
        picture = self._picture
        assert picture is not None
        if self._started is None:
            self._started = now
        self._at = max(0.0, now - self._started)
        if self._still and not self._stale:
            return None
        moving = self._at < picture.ends
        self._draw(picture)
        self._stale = moving and self._peek is not None
        self._still = not moving
        if isinstance(self._scene, RevealScene) and not moving:
            self._played = self._scene.serial
        return FRAME_SECONDS if moving else None

    def _compose(self, now: float) -> None:
        assert self._scene is not None
        self._picture = compose(self._kit, self._scene, self._before)
        self._stale = True
        self._still = False
        if self._started is None:
            seen = isinstance(self._scene, RevealScene) and self._scene.serial == self._played
            self._started = now - self._picture.ends if seen else now

    def _draw(self, picture: Picture) -> None:
        if self._stale:
            self._screen.blit(picture.base, (0, 0))
            dirty = [self._screen.get_rect()]
        else:
            dirty = self._covered
            for box in dirty:
                self._screen.blit(picture.base, box, box)
        self._covered = [
            box for actor in picture.actors if (box := actor.draw(self._screen, self._at)).width and box.height
        ]
        if self._peek is not None:
            peek.lay(self._kit, self._screen, *self._peek)
            dirty = [self._screen.get_rect()]
        self._frames += 1
        pygame.display.update(dirty + self._covered)

    def skip(self) -> bool:
        """Ends the running theatre at once; True where there was one."""
        if not self.playing:
            return False
        if self._picture is None or self._started is None:
            assert isinstance(self._scene, RevealScene)
            self._played = self._scene.serial
            return True
        self._started -= max(0.0, self._picture.ends - self._at)
        self._at = self._picture.ends
        self._stale = True
        return True

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Tells what a click or a finger at `pos` means, or None where nothing is touched."""
        if self._picture is None or self._peek is not None:
            return None
        return self._picture.hit(pos)

    def resize(self, size: tuple[int, int]) -> None:
        """Lays everything anew for another size of the window."""
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() != size:
            surface = pygame.display.set_mode(size, self._flags())
        self._screen = surface
        self._kit = Kit(surface.get_size(), self._theme, self._lettering)
        self._picture = None
        self._stale = True

    def redraw(self) -> None:
        """Draws everything once more at the next tick, for a window that was covered."""
        self._stale = True

    def dress(self, theme: Theme) -> None:
        """Goes over to another theme; what is shown is drawn anew at the next tick."""
        if theme == self._theme:
            return
        self._theme = theme
        self._kit = Kit(self._screen.get_size(), theme, self._lettering)
        self._picture = None
        self._stale = True

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
        pygame.image.save(self._screen, str(path))

    def close(self) -> None:
        """Gives the display back; harmless when called twice."""
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
