"""The transition table: every destination has a mode, and modes lead only where they declare."""

from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from firmware.app.navigation import MODES
from firmware.app.presenter.presenter import SCENES
from firmware.table import destinations as to
from firmware.table.mode import Mode, UndeclaredTransitionError
from firmware.table.play.winner import WinnerMode
from tests.firmware.evening import Evening

OPENED_BY_THE_TABLE = {to.GameMenu, to.ResumeOffer}
"""Transitions that no mode makes: the held REVEAL, and the start of the program."""
OPENED_BY_THE_SHOW = {to.Placard}


DESTINATIONS = {
    kind
    for kind in vars(to).values()
    if isinstance(kind, type) and issubclass(kind, to.Destination) and kind is not to.Destination
}


def modes(base: type[Mode] = Mode) -> set[type[Mode]]:
    """All modes below one."""
    return {mode for direct in base.__subclasses__() for mode in ({direct} | modes(direct))}


def test_every_destination_has_a_mode_and_someone_leads_there() -> None:
    assert set(MODES) == DESTINATIONS
    reached = {goal for mode in modes() for goal in mode.leads_to}
    assert reached | OPENED_BY_THE_TABLE | OPENED_BY_THE_SHOW == DESTINATIONS


def test_every_destination_without_parameters_is_served_and_shown(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(5, 6)
    served = set()
    for destination in MODES:
        plain = all(field.default is not MISSING for field in fields(destination))
        if plain and destination not in (to.OpeningRollOff, to.Bidding, to.Showdown):
            evening.table.go(destination())
            served.add(type(evening.table.mode))
    assert len(served) > 15
    assert all(any(kind in SCENES for kind in mode.__mro__) for mode in served)


def test_a_mode_that_leads_elsewhere_is_detected(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.go(to.Winner())
    mode = evening.table.mode
    assert isinstance(mode, WinnerMode)
    with pytest.raises(UndeclaredTransitionError, match="WinnerMode"):
        mode.go(to.TableRuling())
    assert evening.table.mode is mode
