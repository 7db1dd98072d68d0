"""The menu over a game or the start screen: undo, ruling, last reveal, seats, ending the game."""

from collections.abc import Mapping
from functools import partial

from firmware.config.settings import NEWCOMER
from firmware.menus.bless_menu import camera_task_hindrance
from firmware.menus.seats import no_change
from firmware.rules.games.registry import ruleset
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import REVEAL
from firmware.table.destinations import (
    GAME,
    BlessDice,
    Destination,
    LeaveBox,
    OddsShown,
    PastGames,
    Pause,
    RulePages,
    SeatJoins,
    SeatLeaves,
    SettingsMenu,
    StopGame,
    TableRuling,
    VerdictShown,
    Winner,
    Wizard,
)
from firmware.table.mode import Choice, ListMode, Offer
from firmware.table.odds_wording import odds_now
from firmware.table.plan import first_options
from firmware.table.requests import Calibrate, Leave
from firmware.table.undo import last_action_text, undo_last_action


class MenuMode(ListMode):
    """What the table may do at any time; opens on top of any mode.

    `hindrance` is why the camera is unavailable for a task, as of the opening of the menu.
    """

    leads_to = (
        *GAME,
        VerdictShown,
        BlessDice,
        LeaveBox,
        OddsShown,
        PastGames,
        Pause,
        RulePages,
        SeatJoins,
        SeatLeaves,
        SettingsMenu,
        StopGame,
        TableRuling,
        Wizard,
    )

    def __init__(self, context: Context) -> None:
        """Checks whether a task is possible."""
        super().__init__(context)
        self.hindrance: Message | None = None
        self.on_resume()

    def on_resume(self) -> None:
        """Checks again whether a task is possible."""
        games = self.context.current_game
        if games.session is None:
            self.hindrance = camera_task_hindrance(self.context, games.unfinished() is not None)

    @property
    def title(self) -> Message:
        """The table's rights during a game, otherwise the box."""
        return self.text("menu.title" if self.context.current_game.session else "menu.box")

    @property
    def subtitle(self) -> Message | None:
        """The game and its current round."""
        if self.context.current_game.session is None:
            return None
        state = self.context.state
        game = self.text(f"game.{state.ruleset}")
        if state.phase is Phase.OVER:
            return self.text("menu.subtitle_over", game=game)
        return self.text("menu.subtitle", game=game, n=state.round)

    def choices(self) -> tuple[Choice, ...]:
        """Back, the options in a game or of the box, settings, leave."""
        words = (
            ("menu.turn_off", "menu.turn_off_detail") if self.context.turns_off else ("menu.quit", "menu.quit_detail")
        )
        leave = self._opens("leave", *words, LeaveBox())
        settings = self._opens("settings", "settings.title", "settings.detail", SettingsMenu())
        if self.context.current_game.session is None:
            back = self.back_row()
            wizard = self._goes_to_wizard()
            past = self._opens("past games", "replay.title", "replay.detail", PastGames())
            return (back, settings, wizard, *self._tasks(), past, leave)
        over = self.context.state.phase is Phase.OVER
        detail = self.text("menu.go_on_over_detail" if over else "menu.go_on_detail")
        back = Choice("back", self.text("menu.go_on"), detail=detail, act=self.go_back)
        stop = self._opens("stop", "menu.stop", "menu.stop_detail", StopGame())
        return (back, *self._odds(), self._undo_choice(), *self._rights(), settings, stop, leave)

    def _odds(self) -> tuple[Choice, ...]:
        """The odds, if newcomers play and a round is on."""
        context = self.context
        if not context.preferences.settings.flag(NEWCOMER) or not odds_now(context.state, context.die_set):
            return ()
        return (self._opens("odds", "odds.title", "odds.detail", OddsShown()),)

    def _opens(self, key: str, label: str, detail: str, destination: Destination, why: Message | None = None) -> Choice:
        return Choice(key, self.text(label), detail=self.text(detail), why=why, act=partial(self.open, destination))

    def _goes_to_wizard(self) -> Choice:
        detail = self.text("menu.wizard_detail")
        return Choice("wizard", self.text("menu.wizard"), detail=detail, act=partial(self.go, Wizard()))

    def _undo_choice(self) -> Choice:
        undone = last_action_text(self.context)
        return Choice(
            "undo",
            self.text("menu.undo"),
            undone or self.text("menu.undo_none"),
            self.text("menu.undo_detail"),
            why=None if undone else self.text("why.nothing_done"),
            act=partial(undo_last_action, self.context),
        )

    def _rights(self) -> tuple[Choice, ...]:
        """Ruling, last reveal, pause, leaving and joining."""
        session = self.context.active_session
        unseen = None if session.reveal_photographs and session.state.last else self.text("why.not_revealed")
        seats = []
        for key, label, detail, destination in (
            ("leave seat", "seating.leave", "seating.leave_detail", SeatLeaves()),
            ("join seat", "seating.join", "seating.join_detail", SeatJoins()),
        ):
            why = no_change(self.context)
            act = partial(self.open, destination)
            seats.append(Choice(key, self.text(label), detail=why or self.text(detail), why=why, act=act))
        return (
            self._opens("rule", "menu.rule", "menu.rule_detail", TableRuling()),
            self._opens("evidence", "menu.evidence", "menu.evidence_detail", VerdictShown(again=True), unseen),
            Choice("pause", self.text("pause.title"), detail=self.text("pause.detail"), act=self._pause),
            *seats,
        )

    def _tasks(self) -> tuple[Choice, ...]:
        """Calibrating and blessing, or why neither is possible."""
        why = self.hindrance
        return (
            Choice(
                "calibrate",
                self.text("menu.calibrate"),
                detail=why or self.text("menu.calibrate_detail"),
                why=why,
                act=partial(self.context.request, Calibrate()),
            ),
            Choice(
                "bless",
                self.text("menu.bless"),
                detail=why or self.text("menu.bless_detail"),
                why=why,
                act=partial(self.open, BlessDice()),
            ),
        )

    def offers(self) -> Mapping[str, Offer]:
        """As in every list; REVEAL opens the rules."""
        return {**super().offers(), REVEAL: Offer(self.text("control.rules"))}

    def press(self, control: str) -> None:
        """As in every list; REVEAL opens the rules."""
        if control == REVEAL:
            games = self.context.current_game
            options = dict(games.session.state.options) if games.session else first_options(ruleset(games.rules))
            self.open(RulePages(games.rules, options))
        else:
            super().press(control)

    def _pause(self) -> None:
        self.go_back()
        self.open(Pause())


class LeaveMode(ListMode):
    """Confirms that the program is closed, or the box turned off."""

    @property
    def title(self) -> Message:
        """Asks whether to leave."""
        return self.text("menu.turn_off_sure" if self.context.turns_off else "menu.quit_sure")

    @property
    def subtitle(self) -> Message:
        """Says what is kept."""
        return self.text("menu.turn_off_detail" if self.context.turns_off else "menu.quit_detail")

    def choices(self) -> tuple[Choice, ...]:
        """No, or yes."""
        yes = self.text("menu.turn_off_yes" if self.context.turns_off else "menu.quit_yes")
        return (
            Choice("no", self.text("menu.leave_no"), act=self.go_back),
            Choice("yes", yes, act=partial(self.context.request, Leave())),
        )


class StopMode(ListMode):
    """Confirms the end of a game."""

    leads_to = (Winner,)

    @property
    def title(self) -> Message:
        """Asks whether to end the game."""
        return self.text("menu.stop_sure")

    @property
    def subtitle(self) -> Message:
        """Says what is kept."""
        return self.text("menu.stop_detail")

    def choices(self) -> tuple[Choice, ...]:
        """No, or yes."""
        return (
            Choice("no", self.text("menu.stop_no"), detail=self.text("menu.stop_no_detail"), act=self.go_back),
            Choice("yes", self.text("menu.stop_yes"), detail=self.text("menu.stop_yes_detail"), act=self._stop),
        )

    def _stop(self) -> None:
        self.context.active_session.stop()
        self.go(Winner(stopped=True))
