"""Scenes upon a surface: what stands still is drawn once, what moves is drawn anew, and at rest nothing is."""

from collections.abc import Callable

import pygame

from display.draw.composition import Box, Hit, Picture
from display.draw.drawing_context import Kit
from display.draw.lettering import Lettering
from display.draw.theme import Theme
from display.scene import (
    BenchScene,
    CardsScene,
    ListScene,
    PageScene,
    PosterScene,
    RevealScene,
    Scene,
    TableScene,
    WinnerScene,
)
from display.screens import calibration, cards, page, poster, reveal, table, winner
from display.screens import list as list_screen
from display.widgets import peek

FRAME_SECONDS = 1 / 50


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
            return calibration.compose(kit, scene)
        case PosterScene():
            return poster.compose(kit, scene)


class Projector:
    """Shows scenes on a surface. Everything happens in `tick`; between scenes, when nothing moves, it draws nothing."""

    def __init__(self, surface: pygame.Surface, theme: Theme, update: Callable[[list[Box]], None]) -> None:
        """Draws upon `surface` and has `update` bring the boxes that were drawn to the glass."""
        self._lettering = Lettering()
        self._theme = theme
        self._update = update
        self._screen = surface
        self.kit = Kit(surface.get_size(), theme, self._lettering)
        self.scene: Scene | None = None
        self.picture: Picture | None = None
        self.frames = 0
        self._before: Scene | None = None
        self._peek: tuple[bytes, str] | None = None
        self._started: float | None = None
        self._at = 0.0
        self._played: int | None = None
        self._covered: list[Box] = []
        self._stale = True
        self._still = False

    @property
    def theme(self) -> Theme:
        """Gives the theme in which it draws."""
        return self._theme

    @property
    def playing(self) -> bool:
        """Tells whether a theatre is running."""
        return isinstance(self.scene, RevealScene) and not self._over()

    def _over(self) -> bool:
        if self.picture is None or self._started is None:
            return isinstance(self.scene, RevealScene) and self.scene.serial == self._played
        return self._at >= self.picture.ends

    def show(self, scene: Scene) -> None:
        """Takes the scene to draw from now on; an equal scene changes nothing, a reveal's theatre is played once."""
        if scene == self.scene:
            return
        old, self.scene = self.scene, scene
        same_theatre = isinstance(scene, RevealScene) and isinstance(old, RevealScene) and scene.serial == old.serial
        self._before = old
        self.picture = None
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
        until the next `show`.
        """
        if self.scene is None:
            return None
        if self.picture is None:
            self._compose(self.scene, now)
        picture = self.picture
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
        if isinstance(self.scene, RevealScene) and not moving:
            self._played = self.scene.serial
        return FRAME_SECONDS if moving else None

    def _compose(self, scene: Scene, now: float) -> None:
        self.picture = compose(self.kit, scene, self._before)
        self._stale = True
        self._still = False
        if self._started is None:
            seen = isinstance(scene, RevealScene) and scene.serial == self._played
            self._started = now - self.picture.ends if seen else now

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
            peek.lay(self.kit, self._screen, *self._peek)
            dirty = [self._screen.get_rect()]
        self.frames += 1
        self._update(dirty + self._covered)

    def skip(self) -> bool:
        """Ends the running theatre at once; True where there was one."""
        if not self.playing:
            return False
        if self.picture is None or self._started is None:
            assert isinstance(self.scene, RevealScene)
            self._played = self.scene.serial
            return True
        self._started -= max(0.0, self.picture.ends - self._at)
        self._at = self.picture.ends
        self._stale = True
        return True

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Tells what a click or a finger at `pos` means, or None where nothing is touched."""
        if self.picture is None or self._peek is not None:
            return None
        return self.picture.hit(pos)

    def project(self, surface: pygame.Surface) -> None:
        """Goes over to another surface, as large or of another size."""
        self._screen = surface
        self._again(Kit(surface.get_size(), self._theme, self._lettering))

    def dress(self, theme: Theme) -> None:
        """Goes over to another theme; what is shown is drawn anew at the next tick."""
        if theme != self._theme:
            self._theme = theme
            self._again(Kit(self._screen.get_size(), theme, self._lettering))

    def _again(self, kit: Kit) -> None:
        self.kit = kit
        self.picture = None
        self._stale = True

    def redraw(self) -> None:
        """Draws everything once more at the next tick, for a window that was covered."""
        self._stale = True

    def save(self, path: str) -> None:
        """Writes what is drawn now as a picture, PNG by its name."""
        pygame.image.save(self._screen, path)
