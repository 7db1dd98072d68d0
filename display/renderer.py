"""Draws scenes on a surface: the still part once per scene, the moving part once per frame, at rest nothing."""

from collections.abc import Callable, Mapping

import pygame

from display.draw.canvas import Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Lettering
from display.draw.surface_cache import SurfaceCache
from display.draw.theme import Theme
from display.scene import (
    CalibrationScene,
    CardsScene,
    HonoursScene,
    ListScene,
    LookAway,
    PageScene,
    PosterScene,
    RevealScene,
    Scene,
    SeatPanel,
    StartScene,
    TableScene,
    WinnerScene,
)
from display.scene_elements import ControlMark
from display.screens import (
    calibration_screen,
    cards_screen,
    distance_screen,
    honours_screen,
    list_screen,
    page_screen,
    poster_screen,
    reveal_screen,
    start_screen,
    table_screen,
    winner_screen,
)
from display.widgets import look_away, peek

FRAME_SECONDS = 1 / 50


def compose(context: DrawingContext, scene: Scene, before: Scene | None = None, distant: bool = False) -> ScreenPicture:
    """Composes the picture of a scene; `before` is the scene it replaces. `distant`: it is read from a distance."""
    if distant and distance_screen.suits(scene):
        return distance_screen.compose(context, scene, before)
    match scene:
        case TableScene():
            return table_screen.compose(context, scene, before)
        case RevealScene():
            return reveal_screen.compose(context, scene)
        case StartScene():
            return start_screen.compose(context, scene)
        case ListScene():
            return list_screen.compose(context, scene)
        case WinnerScene():
            return winner_screen.compose(context, scene)
        case PageScene():
            return page_screen.compose(context, scene)
        case CardsScene():
            return cards_screen.compose(context, scene)
        case HonoursScene():
            return honours_screen.compose(context, scene)
        case CalibrationScene():
            return calibration_screen.compose(context, scene)
        case PosterScene():
            return poster_screen.compose(context, scene)


class Renderer:
    """Shows scenes on a surface. All drawing is done by `tick`, and only when something changed or moves."""

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme,
        update: Callable[[list[pygame.Rect]], None],
        surfaces: SurfaceCache | None = None,
    ) -> None:
        """Draws on `surface`; calls `update` with the changed boxes (pixels), to bring them to the screen.

        `surfaces` keeps drawn surfaces across changes of size or theme; otherwise the cache starts empty.
        """
        self._lettering = Lettering()
        self._surfaces = surfaces
        self._theme = theme
        self._distant = False
        self._update = update
        self._screen = surface
        self.context = DrawingContext(surface.get_size(), theme, self._lettering, surfaces)
        self.scene: Scene | None = None
        self.picture: ScreenPicture | None = None
        self.frames = 0
        self._before: Scene | None = None
        self._peek: tuple[bytes, str] | None = None
        self._peek_box = pygame.Rect(0, 0, 0, 0)
        self._away: LookAway | None = None
        self._started: float | None = None
        self._at = 0.0
        self._played: int | None = None
        self._covered: list[pygame.Rect] = []
        self._stale = True
        self._still = False

    @property
    def theme(self) -> Theme:
        """Returns the current theme."""
        return self._theme

    @property
    def playing(self) -> bool:
        """Returns whether a reveal's animation is running."""
        return isinstance(self.scene, RevealScene) and not self._over()

    def _over(self) -> bool:
        if self.picture is None or self._started is None:
            return isinstance(self.scene, RevealScene) and self.scene.serial == self._played
        return self._at >= self.picture.ends

    def show(self, scene: Scene) -> None:
        """Takes the scene to draw from now on. An equal scene changes nothing; a reveal is animated once."""
        if scene == self.scene:
            return
        old, self.scene = self.scene, scene
        same_reveal = isinstance(scene, RevealScene) and isinstance(old, RevealScene) and scene.serial == old.serial
        self._before = old
        self.picture = None
        self._stale = True
        if same_reveal and self._started is not None:
            return
        self._started = None
        self._at = 0.0

    def show_peek(self, encoded: bytes | None, caption: str = "") -> None:
        """Overlays the view through the peep flap of a simulated box, or removes it with None."""
        view = None if encoded is None else (encoded, caption)
        if view != self._peek:
            self._peek = view
            self._stale = True

    def show_look_away(self, asked: LookAway | None) -> None:
        """Covers the screen with the request to look away, before a view through the flap, or removes it with None."""
        if asked != self._away:
            self._away = asked
            self._stale = True

    def tick(self, now: float) -> float | None:
        """Draws what changed or moves at `now` (monotonic seconds).

        Returns the seconds until the next frame is due, or None if nothing moves until the next `show`.
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
        self._stale = moving and (self._peek is not None or self._away is not None)
        self._still = not moving
        if isinstance(self.scene, RevealScene) and not moving:
            self._played = self.scene.serial
        return FRAME_SECONDS if moving else None

    def _compose(self, scene: Scene, now: float) -> None:
        self.picture = compose(self.context, scene, self._before, self._distant)
        self._stale = True
        self._still = False
        if self._started is None:
            seen = isinstance(scene, RevealScene) and scene.serial == self._played
            self._started = now - self.picture.ends if seen else now

    def _draw(self, picture: ScreenPicture) -> None:
        if self._stale:
            self._screen.blit(picture.base, (0, 0))
            dirty = [self._screen.get_rect()]
        else:
            dirty = self._covered
            for box in dirty:
                self._screen.blit(picture.base, box, box)
        self._covered = [
            box
            for animation in picture.animations
            if (box := animation.draw(self._screen, self._at)).width and box.height
        ]
        if self._peek is not None:
            self._peek_box = peek.draw(self.context, self._screen, *self._peek)
            dirty = [self._screen.get_rect()]
        elif self._away is not None:
            look_away.draw(self.context, self._screen, self._away, self._seat(self._away.who))
            dirty = [self._screen.get_rect()]
        self.frames += 1
        self._update(dirty + self._covered)

    def skip(self) -> bool:
        """Ends a reveal's animation at once; returns whether one was running."""
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
        """Returns what a click or touch at `pos` (pixels) means, or None if it hits nothing.

        On the view through the flap, and beside everything else while it is there, a touch means REVEAL.
        """
        if self.picture is None:
            return None
        peeks = self._peek is not None
        if self._away is not None or (peeks and self._peek_box.collidepoint(pos)):
            return Hit(control="reveal")
        return self.picture.hit(pos) or (Hit(control="reveal") if peeks else None)

    def _seat(self, name: str) -> SeatPanel | None:
        seats = self.scene.seats if isinstance(self.scene, TableScene) else ()
        return next((panel for panel in seats if panel.name == name), None)

    def set_marks(self, marks: Mapping[str, ControlMark]) -> None:
        """Shows beside each control what stands for it on the device in use; nothing where `marks` has none."""
        if marks != self.context.marks:
            self.context.marks = marks
            self._restart(self.context)

    def set_surface(self, surface: pygame.Surface) -> None:
        """Continues on another surface, of any size."""
        self._screen = surface
        self._restart(DrawingContext(surface.get_size(), self._theme, self._lettering, self._surfaces))

    def set_theme(self, theme: Theme) -> None:
        """Changes the theme; the next tick redraws everything."""
        if theme != self._theme:
            self._theme = theme
            self._restart(DrawingContext(self._screen.get_size(), theme, self._lettering, self._surfaces))

    def set_distant(self, distant: bool) -> None:
        """Shows only who, what, the claim and the verdict, as large as they can be, or everything again."""
        if distant != self._distant:
            self._distant = distant
            self._restart(self.context)

    def _restart(self, context: DrawingContext) -> None:
        context.marks = self.context.marks
        self.context = context
        self.picture = None
        self._stale = True

    def redraw(self) -> None:
        """Redraws everything at the next tick, for a window that was covered."""
        self._stale = True

    def save(self, path: str) -> None:
        """Saves the current frame as an image; the extension sets the format."""
        pygame.image.save(self._screen, path)
