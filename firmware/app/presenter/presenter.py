"""Turns the table's state into the scene on the screen.

Hidden dice cannot get into any scene but a reveal's: neither modes nor the state of a game hold them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from display.scene import Scene
from firmware.app.presenter.box_scenes import box_round_scene, roll_off_scene
from firmware.app.presenter.computer_scene import with_computer_seats
from firmware.app.presenter.cup_scenes import bidding_scene, showdown_scene
from firmware.app.presenter.hints import Hints
from firmware.app.presenter.list_scenes import cards_scene, list_scene, pages_scene, pause_scene, wizard_scene
from firmware.app.presenter.replay_scene import replay_scene
from firmware.app.presenter.scene_parts import View
from firmware.app.presenter.start_scene import start_scene
from firmware.app.presenter.verdict_scene import ruling_scene, verdict_scene
from firmware.app.presenter.verse_choice import VerdictVerses
from firmware.app.presenter.winner_scene import winner_scene
from firmware.menus.game_cards import CardsMode
from firmware.menus.game_replay import ReplayMode
from firmware.menus.pause import PauseMode
from firmware.menus.rule_pages import PagesMode
from firmware.menus.start import StartMode
from firmware.menus.wizard import WizardPage
from firmware.table.mode import ListMode, Mode
from firmware.table.play.bidding import BiddingMode
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.roll_off import RollOffMode
from firmware.table.play.ruling_shown import RulingShownMode
from firmware.table.play.showdown import ShowdownMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from firmware.texts import Texts

SCENES: Mapping[type[Mode], Callable[[View, Any], Scene]] = {
    StartMode: start_scene,
    RollOffMode: roll_off_scene,
    BoxRoundMode: box_round_scene,
    BiddingMode: bidding_scene,
    ShowdownMode: showdown_scene,
    VerdictMode: verdict_scene,
    RulingShownMode: ruling_scene,
    WinnerMode: winner_scene,
    ListMode: list_scene,
    CardsMode: cards_scene,
    PagesMode: pages_scene,
    ReplayMode: replay_scene,
    WizardPage: wizard_scene,
    PauseMode: pause_scene,
}
"""The builder for each kind of mode; others use that of their nearest base class."""


class Presenter:
    """Shows a table in the current language, and prompts it."""

    def __init__(self, table: Table, scenes: Mapping[type[Mode], Callable[[View, Any], Scene]] = SCENES) -> None:
        """Has shown nothing yet."""
        self.table = table
        self.scenes = scenes
        self.hints = Hints()
        self._verses = VerdictVerses(table.context.current_game.journal)

    @property
    def texts(self) -> Texts:
        """The texts of the current language."""
        return Texts(self.table.context.language)

    @property
    def view(self) -> View:
        """The current view of the table."""
        return View(self.table, self.texts, self._verses, self.hints.prompt)

    def scene(self) -> Scene:
        """Returns the table's current scene."""
        mode = self.table.mode
        for kind in type(mode).__mro__:
            if build := self.scenes.get(kind):
                return with_computer_seats(self.view, build(self.view, mode))
        raise TypeError(f"No scene shows {type(mode).__name__}.")

    def note_activity(self, now: float) -> None:
        """Records that somebody has used a control."""
        self.hints.note_activity(now)

    def tick(self, now: float) -> float | None:
        """Updates the prompt; returns the seconds until the next one, or None."""
        return self.hints.tick(self.table, now)
