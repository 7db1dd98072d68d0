"""The peep flap of a simulated box: all others are asked to look away, and the dice are shown only while it is held."""

from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

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

LOOK_SECONDS = 15.0
"""The longest look at a table of several people: a control that is still down then may be jammed."""


class _Position(Enum):
    SHUT = auto()
    ASKED = auto()
    """All others are asked to look away; the dice are photographed but not shown."""
    OPEN = auto()


class _Dice(NamedTuple):
    """Hidden dice that lie in the box or under a cup: the game, the roll in the box, how many, and of which hand."""

    game: int
    roll: int | None
    number: int
    hand: Hand | None


class PeepFlap:
    """Who may look at hidden dice, and when: a first request asks all others to look away, a second opens the flap.

    Whoever is the only person at the table looks at once; for that the dice are photographed ahead.
    Where there are others, no look lasts longer than `LOOK_SECONDS`.
    """

    def __init__(
        self, table: Table, window: MainWindow, presenter: Presenter, camera: Callable[[], CameraPort]
    ) -> None:
        """Begins shut; `camera` gives the camera in use."""
        self._table, self._window, self._presenter, self._camera = table, window, presenter, camera
        self._position = _Position.SHUT
        self._serial = 0
        self._photographed: _Dice | None = None
        self._view: bytes | None = None
        self._seen: Hand | None = None
        self._shown_since: float | None = None

    @property
    def asks(self) -> bool:
        """Whether all others are being asked to look away, so that a control that is kept down opens the flap."""
        return self._position is _Position.ASKED

    @property
    def held(self) -> bool:
        """Whether a control that is kept down opens the flap or keeps it open."""
        return self.asks or (self._position is _Position.OPEN and not self._is_alone())

    @property
    def shows(self) -> bool:
        """Whether the dice are shown."""
        return self._position is _Position.OPEN and self._view is not None

    def lift(self) -> None:
        """Asks all others to look away; asked already, shows the dice until `shut`."""
        table = self._table
        if self._position is _Position.OPEN:
            return
        if not table.context.can_peek or not table.begin_peek():
            self.shut()
            return
        if self._position is _Position.SHUT:
            if self._view is None:
                self._forget()  # perhaps the camera failed
            self._photograph()
            if not self._is_alone():
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
        self._forget()
        self._camera().unpeek()
        self._window.show_peek(None)
        self._window.show_look_away(None)
        return True

    def keep_up(self) -> None:
        """Shuts the flap once nobody may look any more; for somebody who is alone, photographs the dice in advance."""
        if not self._may_look():
            self.shut()
            self._forget()
        elif self._position is _Position.SHUT and self._is_alone():
            self._photograph()

    def tick(self, now: float) -> float | None:
        """Shuts the flap once a look has taken too long; returns the seconds until then, or None."""
        if not self.shows or self._is_alone():
            self._shown_since = None
            return None
        if self._shown_since is None:
            self._shown_since = now
        left = self._shown_since + LOOK_SECONDS - now
        if left > 0:
            return left
        self.shut()
        return None

    def on_peeked(self, seen: Peeked) -> None:
        """Takes the view that the camera was asked for last; an earlier one may show the dice of another seat."""
        if seen.serial != self._serial or self._photographed is None:
            return
        if seen.encoded:
            self._view = seen.encoded
            self._show()
        else:
            self.shut()

    @property
    def _name(self) -> str:
        return self._table.context.name(self._table.state.turn)

    def _may_look(self) -> bool:
        table = self._table
        return (
            table.context.can_peek
            and table.session is not None
            and table.computer_seats.peek_refusal() is None
            and table.mode.peek_refusal() is None
        )

    def _is_alone(self) -> bool:
        table = self._table
        return len(table.state.seats) - len(table.computer_seats.characters) == 1

    def _photograph(self) -> None:
        """Has the camera look before the dice are shown, so that they appear as soon as the control goes down."""
        dice = self._hidden_dice()
        if dice == self._photographed:
            return
        self._serial -= 1
        self._photographed, self._view = dice, None
        self._camera().use(dice_shape(self._table.context.current_game.rules))
        self._camera().peek(self._serial, dice.number, dice.hand)

    def _forget(self) -> None:
        """Drops what the camera saw, and what it may yet send."""
        self._photographed = self._view = None

    def _show(self) -> None:
        if self.shows and self._view is not None and self._photographed is not None:
            self._seen = self._photographed.hand
            self._window.show_peek(self._view, self._presenter.view.say("peek.caption", name=self._name))

    def _hidden_dice(self) -> _Dice:
        """Returns the dice to show; parts of a large hand are shown in turn."""
        session = self._table.active_session
        game, turn = session.entry.number, session.state.turn
        roll = None if turn is None else session.hand_roll(turn)
        if turn is None or roll is None:
            return _Dice(game, session.roll, DICE, None)
        dice = hidden(session.state, turn) - len(session.showing)
        first = Hand(game, roll, turn, 0)
        part = 0
        if self._seen is not None and self._seen._replace(part=0) == first:
            part = (self._seen.part + 1) % max(1, -(-dice // AT_ONCE))
        return _Dice(game, session.roll, min(AT_ONCE, dice - part * AT_ONCE), first._replace(part=part))
