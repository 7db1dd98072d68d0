"""A window that is drawn only when somebody looks: for games whose course is tested, not their screens."""

from display.draw.canvas import Hit, ScreenPicture
from display.window import MainWindow


class UndrawnWindow(MainWindow):
    """Takes every scene as the real one does; composes the current one, at rest, for its picture or a touch."""

    _asked: float | None = None

    def tick(self, now: float) -> float | None:
        """Remembers that the screen is to be drawn; nothing moves meanwhile."""
        self._asked = now
        return None

    @property
    def picture(self) -> ScreenPicture | None:
        """Draws what was asked for, and returns its picture."""
        self._look()
        return super().picture

    def hit(self, pos: tuple[int, int]) -> Hit | None:
        """Returns what a touch of the current screen means."""
        self._look()
        return super().hit(pos)

    def _look(self) -> None:
        if self._asked is not None:
            super().tick(self._asked)
            self.skip()
            self._asked = None
