"""The peep flap of a simulated box: all others are asked to look away, and the dice are shown only while it is held."""

from collections.abc import Callable
from enum import Enum, auto

from display.scene import LookAway
from display.window import MainWindow
from firmware.app.presenter.presenter import Presenter
from firmware.app.presenter.scene_parts import dice_shape
from firmware.camera import Peeked
from firmware.camera.camera_port import CameraPort
from firmware.table.play.box_round import DICE
from firmware.table.play.showdown import AT_ONCE
from firmware.table.progress import hidden
from firmware.table.requests import Hand
from firmware.table.table import Table


class _Position(Enum):
    SHUT = auto()
    ASKED = auto()
    """All others are asked to look away; the dice are photographed but not shown."""
    OPEN = auto()


class PeepFlap:
    """Who may look at hidden dice, and when: a first request asks all others to look away, a second opens the flap.

    Whoever is the only person at the table looks at once.
    """

    def __init__(
        self, table: Table, window: MainWindow, presenter: Presenter, camera: Callable[[], CameraPort]
    ) -> None:
        """Begins shut; `camera` gives the camera in use."""
        self._table, self._window, self._presenter, self._camera = table, window, presenter, camera
        self._position = _Position.SHUT
        self._serial = 0
        self._part: tuple[int, Hand | None] = (DICE, None)
        self._seen: Hand | None = None
        self._view: bytes | None = None

    @property
    def asks(self) -> bool:
        """Whether all others are being asked to look away, so that a control that is kept down opens the flap."""
        return self._position is _Position.ASKED

    def lift(self) -> None:
        """Asks all others to look away; asked already, shows the dice until `shut`."""
        table = self._table
        if self._position is _Position.OPEN:
            return
        if not table.context.can_peek or not table.may_peek():
            self.shut()
            return
        if self._position is _Position.SHUT:
            self._photograph()
            if self._somebody_else_is_there():
                self._position = _Position.ASKED
                say = self._presenter.view.say
                asked = LookAway(self._name, say("peek.look_away"), say("peek.hold"))
                self._window.show_look_away(asked)
                return
        self._position = _Position.OPEN
        self._show()

    def release(self) -> None:
        """Shuts an open flap; the request to look away stays until the dice have been seen, or something is done."""
        if self._position is _Position.OPEN:
            self.shut()

    def shut(self) -> bool:
        """Hides the dice and takes back the request to look away; returns whether either was there."""
        was, self._position = self._position, _Position.SHUT
        if was is _Position.SHUT:
            return False
        self._view = None
        self._camera().unpeek()
        self._window.show_peek(None)
        self._window.show_look_away(None)
        return True

    def shut_if_over(self) -> None:
        """Shuts it once nobody may look any more."""
        if self._position is not _Position.SHUT and self._table.mode.peek_refusal() is not None:
            self.shut()

    def on_peeked(self, seen: Peeked) -> None:
        """Takes the view that the camera was asked for last; an earlier one may show the dice of another seat."""
        if seen.serial != self._serial or self._position is _Position.SHUT:
            return
        if seen.encoded:
            self._view = seen.encoded
            self._show()
        else:
            self.shut()

    @property
    def _name(self) -> str:
        return self._table.context.name(self._table.state.turn)

    def _somebody_else_is_there(self) -> bool:
        seats = range(len(self._table.state.seats))
        return sum(seat not in self._table.computer_seats.characters for seat in seats) > 1

    def _photograph(self) -> None:
        """Has the camera look before the dice are shown, so that they appear as soon as the control goes down."""
        self._serial -= 1
        self._view = None
        self._part = self._next_part()
        self._camera().use(dice_shape(self._table.context.current_game.rules))
        self._camera().peek(self._serial, *self._part)

    def _show(self) -> None:
        if self._position is _Position.OPEN and self._view is not None:
            self._seen = self._part[1]
            self._window.show_peek(self._view, self._presenter.view.say("peek.caption", name=self._name))

    def _next_part(self) -> tuple[int, Hand | None]:
        """Returns how many dice to show, and of which hand; parts of a large hand are shown in turn."""
        session = self._table.active_session
        turn = session.state.turn
        roll = None if turn is None else session.hand_roll(turn)
        if turn is None or roll is None:
            return DICE, None
        dice = hidden(session.state, turn) - len(session.showing)
        first = Hand(session.entry.number, roll, turn, 0)
        part = 0
        if self._seen is not None and self._seen._replace(part=0) == first:
            part = (self._seen.part + 1) % max(1, -(-dice // AT_ONCE))
        return min(AT_ONCE, dice - part * AT_ONCE), first._replace(part=part)
