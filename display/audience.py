"""The audience's own window: the same scenes, large and without controls."""

from dataclasses import replace
from pathlib import Path

import pygame

from display.draw.canvas import ScreenPicture
from display.draw.theme import Theme
from display.errors import AudienceWindowError, SingleWindowError
from display.renderer import Renderer
from display.scene import (
    HonoursScene,
    ListScene,
    PageScene,
    PosterScene,
    RevealScene,
    Scene,
    StartScene,
    TableScene,
    WinnerScene,
)

TITLE = "meierbox"
"""The poster's title before the table has shown anything that the audience may see."""
CAPTION = "meierbox: audience"
"""The title of the window, by which a desktop distinguishes it from the table's."""


def audience_scene(scene: Scene) -> Scene | None:
    """Turns the table's scene into the audience's, or gives None if the audience keeps what it sees.

    The audience sees the game but not its operation: no controls, no lists or menus, not the claim that somebody is
    still choosing, and of the notices only those that are spoken aloud.

    >>> from display.scene import Hint, ListScene
    >>> menu = ListScene("Table rights", "", (), 0, (Hint("dial", "Choose", True),))
    >>> audience_scene(menu) is None
    True
    """
    notice = scene.notice if scene.notice is not None and scene.notice.aloud else None
    match scene:
        case TableScene():
            # A claim without an owner is a die that is being entered with the dial.
            claim = scene.claim if scene.claim_by else None
            return replace(scene, hints=(), dial=None, claim=claim, prompt="", notice=notice)
        case RevealScene():
            return replace(scene, hints=(), choices=(), cursor=0, notice=notice)
        case WinnerScene():
            return replace(scene, hints=(), notice=notice)
        case PageScene(festive=True) | HonoursScene():
            return replace(scene, hints=(), notice=notice)
        case StartScene() | ListScene(festive=True):
            return PosterScene(scene.title, scene.subtitle)
        case _:
            return None


class AudienceWindow:
    """The audience's window. All drawing is done by `tick`, and only when something changed or moves."""

    def __init__(self, theme: Theme, caption: str = CAPTION) -> None:
        """Opens it full-screen on the second screen, or as a small window in a corner if there is only one.

        Raises:
            AudienceError: if it cannot be opened.
        """
        if not hasattr(pygame, "Window") or not hasattr(pygame.Window, "get_surface"):
            raise SingleWindowError
        sizes = pygame.display.get_desktop_sizes()
        try:
            if len(sizes) > 1:
                # SDL arranges the screens from left to right; full-screen is on the one that holds the position.
                self.window = pygame.Window(caption, sizes[1], position=(sizes[0][0], 0), fullscreen_desktop=True)
            else:
                size = _default_size(sizes[0])
                corner = sizes[0][0] - size[0], sizes[0][1] - size[1]
                self.window = pygame.Window(caption, size, position=corner, resizable=True)
            surface = self.window.get_surface()
        except pygame.error as error:
            raise AudienceWindowError(str(error)) from error
        self._renderer = Renderer(surface, theme, lambda _: self.window.flip())
        self._size = surface.get_size()

    @property
    def frames(self) -> int:
        """Counts the frames drawn so far."""
        return self._renderer.frames

    @property
    def picture(self) -> ScreenPicture | None:
        """Returns the composed picture of the current scene, once it has been drawn."""
        return self._renderer.picture

    def save(self, path: str | Path) -> None:
        """Saves the current frame as an image; the extension sets the format."""
        self._renderer.save(str(path))

    def show(self, scene: Scene) -> None:
        """Takes the table's scene, and shows what the audience may see of it: a poster before there is anything."""
        shown = audience_scene(scene)
        if shown is None and self._renderer.scene is None:
            shown = PosterScene(TITLE, "")
        if shown is not None:
            self._renderer.show(shown)

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves at `now` (monotonic seconds); returns the seconds to the next frame, or None."""
        if self.window.size != self._size:
            surface = self.window.get_surface()
            self._size = surface.get_size()
            self._renderer.set_surface(surface)
        return self._renderer.tick(now)

    def skip(self) -> None:
        """Ends a reveal's animation."""
        self._renderer.skip()

    def redraw(self) -> None:
        """Redraws everything at the next tick."""
        self._renderer.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Changes the theme."""
        self._renderer.set_theme(theme)

    def set_distant(self, distant: bool) -> None:
        """Shows only who, what, the claim and the verdict, or everything again."""
        self._renderer.set_distant(distant)

    def close(self) -> None:
        """Closes the window."""
        self.window.destroy()


def _default_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Chooses the size of a window beside the table's own: 16:9, two fifths of the desktop."""
    width = round(min(desktop[0], desktop[1] * 16 / 9) * 2 / 5)
    return width, round(width * 9 / 16)
