"""The setup wizard: screen, controls, reader, calibration and dice, a page at a time; all can be skipped.

It runs once, before the first game, and from the menu of the start screen.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar

from firmware.config import atomic_files
from firmware.config.settings import DIAL_CLICK, FULLSCREEN, LANGUAGE, THEME, VOICE, VOLUME
from firmware.dice_sets.die_set import DieSets
from firmware.journal.observation import Observation
from firmware.menus.bless_menu import camera_task_hindrance
from firmware.menus.settings_menu import SettingsMode
from firmware.rules.message import Message
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CONTROLS, DIAL, REVEAL
from firmware.table.destinations import BlessDice, Destination, StartScreen, Wizard
from firmware.table.mode import Choice, Mode, Offer
from firmware.table.requests import Calibrate, ReadDice, WatchRoll

MARK = "introduced"
"""The file beside the journal that records that the wizard has run."""
CALIBRATION = "camera.toml"
DICE = 2
CLICKS = {1: "half", 2: "full"}
"""The setting of the dial, by the half cycles that its contacts go through in one click."""


def is_new(folder: Path, played: bool) -> bool:
    """Returns whether the box is new: the wizard has not run, and no game was played."""
    return not played and not (folder / MARK).exists()


def turn_to(mode: Mode, page: int) -> None:
    """Goes to a page of the wizard, or after the last one to the start screen."""
    if page < len(PAGES):
        mode.go(Wizard(page))
        return
    mode.go(StartScreen())
    try:
        atomic_files.write(mode.context.folder / MARK, "The wizard has run; remove this file and it runs again.\n")
    except OSError as error:
        mode.context.warn(mode.text("wizard.unmarked", reason=error.strerror or str(error)))


class WelcomeMode(SettingsMode):
    """Language, look, screen and sound."""

    options = (LANGUAGE, THEME, FULLSCREEN, VOLUME, VOICE)
    festive = True
    leads_to = (Wizard, StartScreen)

    @property
    def title(self) -> Message:
        """A welcome."""
        return self.text("wizard.title")

    @property
    def subtitle(self) -> Message:
        """What the wizard is for."""
        return self.text("wizard.looks")

    def choices(self) -> tuple[Choice, ...]:
        """Continue, and the settings."""
        detail = self.text("wizard.go_on_detail")
        on = Choice("go on", self.text("wizard.go_on"), detail=detail, act=partial(turn_to, self, 1))
        return (on, *super().choices())

    def offers(self) -> Mapping[str, Offer]:
        """As in every list; CHALLENGE skips the wizard."""
        offers = super().offers()
        return offers if self.changing else {**offers, CHALLENGE: Offer(self.text("wizard.skip"))}

    def press(self, control: str) -> None:
        """As in every list; CHALLENGE skips the wizard."""
        if control == CHALLENGE and not self.changing:
            turn_to(self, len(PAGES))
        else:
            super().press(control)


class WizardPage(Mode):
    """A page of the wizard: its topic, and its findings."""

    number = 0
    key = ""
    leads_to: ClassVar[tuple[type[Destination], ...]] = (Wizard, StartScreen)

    @property
    def title(self) -> Message:
        """The heading."""
        return self.text(f"wizard.{self.key}")

    @property
    def subtitle(self) -> Message:
        """What to do."""
        return self.text(f"wizard.{self.key}_do")

    def lines(self) -> tuple[Message, ...]:
        """Returns the findings so far."""
        return ()

    @property
    def reading(self) -> Observation | None:
        """The last reading, on the page about the reader."""
        return None

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(PAGES)

    def offers(self) -> Mapping[str, Offer]:
        """Continue, or skip the rest."""
        on = Offer(self.text("wizard.go_on"))
        return {DIAL: on, CHALLENGE: Offer(self.text("wizard.skip"))}

    def press(self, control: str) -> None:
        """Continues, or skips the rest."""
        turn_to(self, len(PAGES) if control == CHALLENGE else self.number + 1)

    def turn(self, steps: int) -> None:
        """Turns to the next page or back."""
        if steps > 0 and self.number + 1 < len(PAGES):
            turn_to(self, self.number + 1)
        elif steps < 0:
            turn_to(self, self.number - 1)


class ControlsPage(WizardPage):
    """Tests every control; pressing one twice continues, so that a broken control does not stop anybody."""

    number = 1
    key = "controls"

    def __init__(self, context: Context) -> None:
        """No control has been tested yet."""
        super().__init__(context)
        self.felt: frozenset[str] = frozenset()
        self.turned = False
        self.click = 0
        self.dial: tuple[Message, ...] = ()
        self.others: tuple[Message, ...] = ()

    def lines(self) -> tuple[Message, ...]:
        """Returns which controls work, and which are still to be tested."""
        missing = [self.text(f"wizard.control_{control}") for control in CONTROLS if control not in self.felt]
        if not self.turned:
            missing.append(self.text("wizard.control_turn"))
        left = self.text("wizard.controls_left", names=tuple(missing))
        found = left if missing else self.text("wizard.controls_all")
        return (found, *self.dial, *self.others, self.text("wizard.controls_twice"))

    def offers(self) -> Mapping[str, Offer]:
        """A tested control continues."""
        untried, works = Offer(self.text("wizard.press_me")), Offer(self.text("wizard.works"))
        return {control: works if control in self.felt else untried for control in CONTROLS}

    def press(self, control: str) -> None:
        """Tests a control, or continues."""
        if control in self.felt:
            turn_to(self, self.number + 1)
        self.felt |= {control}

    def turn(self, steps: int) -> None:
        """Tests the dial."""
        del steps
        self.turned = True

    def on_dial_rested(self, half_cycles: int) -> None:
        """Detects the kind of encoder from two single clicks in a row, and configures the box for it."""
        before, self.click = self.click, abs(half_cycles)
        if self.click not in CLICKS:
            self.dial = (self.text("wizard.dial_single"),)
        elif self.click != before:
            self.dial = (self.text("wizard.dial_again"),)
        else:
            kind = CLICKS[self.click]
            self.dial = (self.text(f"wizard.dial_{kind}"),)
            if self.context.preferences.settings.word(DIAL_CLICK) != kind:
                trouble = self.context.preferences.change(DIAL_CLICK, kind)
                if trouble is not None:
                    self.context.warn(trouble)

    def on_lid(self, is_open: bool) -> None:
        """Tests the lid."""
        self.others = (self.text("wizard.lid_open" if is_open else "wizard.lid_shut"),)

    def challenge_from_seat(self, seat: int) -> None:
        """Tests a seat's own button."""
        self.others = (self.text("wizard.seat_button", n=seat + 1),)

    def on_shake(self) -> None:
        """Tests the shake."""
        self.others = (self.text("wizard.shaken"),)


class ReaderPage(WizardPage):
    """Reads two dice that somebody has thrown.

    Not while a game is unfinished: its dice may lie in the box.
    """

    number = 2
    key = "eye"

    def __init__(self, context: Context) -> None:
        """Requests a reading at once."""
        super().__init__(context)
        self.waiting: int | None = None
        self._reading: Observation | None = None
        self._looks = 0
        self._game_on = context.current_game.unfinished() is not None
        self._look()

    @property
    def reading(self) -> Observation | None:
        """The last reading."""
        return self._reading if self._reading and self._reading.photograph else None

    def lines(self) -> tuple[Message, ...]:
        """Returns the faces read, or the remedy."""
        reading = self._reading
        if self._game_on:
            return (self.text("wizard.eye_game"),)
        if self.context.camera_starting:
            return (self.text("wizard.eye_starting"),)
        if self.context.camera_failure is not None:
            return (self.context.camera_failure, self.text("wizard.eye_remedy"))
        if self.waiting is not None:
            return (self.text("wizard.eye_reading"),)
        if reading is None:
            return (self.text("wizard.eye_ready"),)
        if reading.faces is None:
            return (reading.why, self.text("wizard.eye_again"))
        return (self.text("wizard.eye_reads", faces=reading.faces), self.text("wizard.eye_right"))

    def offers(self) -> Mapping[str, Offer]:
        """As on every page; REVEAL reads again."""
        ready = self.waiting is None and self.context.camera_works and not self._game_on
        why = self.text("why.eye_reading") if self.waiting is not None else self.context.why_no_camera
        return {**super().offers(), REVEAL: Offer(self.text("wizard.look"), ready, why)}

    def press(self, control: str) -> None:
        """As on every page; REVEAL reads again."""
        if control == REVEAL:
            self._look()
        else:
            super().press(control)

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Takes the reading; it is not stored. Nothing was read where the camera does not work."""
        if serial == self.waiting:
            self.end_waiting()
            self.waiting, self._reading = None, None if observation.reason == "camera" else observation

    def on_camera_back(self) -> None:
        """Looks as soon as the camera has started, unless somebody has seen a reading already."""
        if self.waiting is None and self._reading is None:
            self._look()

    def _look(self) -> None:
        """Requests a reading; a simulated box throws its own dice."""
        if self.context.camera_works and not self._game_on:
            self._looks += 1
            self.waiting = self._looks
            self.context.request(WatchRoll(self._looks, DICE) if self.context.can_peek else ReadDice(self._looks, DICE))


class TaskPage(WizardPage):
    """A page that leads to a task for the camera, if possible."""

    def __init__(self, context: Context) -> None:
        """Checks whether the task is possible."""
        super().__init__(context)
        self._game_on = context.current_game.unfinished() is not None
        self.on_resume()

    @property
    def hindrance(self) -> Message | None:
        """Why the task is impossible now, or None."""
        return camera_task_hindrance(self.context, self._game_on)


class CalibrationPage(TaskPage):
    """Whether the camera is calibrated; REVEAL starts the calibration."""

    number = 3
    key = "calibration"
    calibrated = False

    def on_resume(self) -> None:
        """Checks whether the camera is calibrated."""
        self.calibrated = (self.context.folder / CALIBRATION).exists()

    def lines(self) -> tuple[Message, ...]:
        """Returns whether it is, and what calibration does; or why it is impossible."""
        if why := self.hindrance:
            return (why,)
        if self.context.can_peek and not self.calibrated:
            return (self.text("wizard.simulated"),)
        found = self.text("wizard.calibrated" if self.calibrated else "wizard.uncalibrated")
        return (found, self.text("wizard.calibrate"))

    def offers(self) -> Mapping[str, Offer]:
        """As on every page; REVEAL calibrates."""
        why = self.hindrance
        return {**super().offers(), REVEAL: Offer(self.text("wizard.calibrate_now"), why is None, why)}

    def press(self, control: str) -> None:
        """As on every page; REVEAL calibrates."""
        if control == REVEAL:
            self.context.request(Calibrate())
        else:
            super().press(control)


class DicePage(TaskPage):
    """The known sets of dice, and the dice each game needs; REVEAL blesses a set."""

    number = 4
    key = "dice"
    leads_to = (Wizard, StartScreen, BlessDice)
    known: tuple[str, ...] = ()

    def on_resume(self) -> None:
        """Reads the known sets."""
        self.known = tuple(DieSets(self.context.folder).names())

    def lines(self) -> tuple[Message, ...]:
        """Returns the known sets, how to bless one, and which dice each game needs."""
        why = self.hindrance
        task = self.text("wizard.bless")
        if why is not None:
            task = self.text("common.labelled", label=self.text("wizard.bless_now"), text=why)
        known = self.text("wizard.dice_known", names=self.known) if self.known else self.text("wizard.dice_none")
        return (known, task, self.text("wizard.dice_games"))

    def offers(self) -> Mapping[str, Offer]:
        """As on every page; REVEAL blesses dice."""
        why = self.hindrance
        return {**super().offers(), REVEAL: Offer(self.text("wizard.bless_now"), why is None, why)}

    def press(self, control: str) -> None:
        """As on every page; REVEAL asks which dice to bless."""
        if control == REVEAL:
            self.open(BlessDice())
        else:
            super().press(control)


PAGES: tuple[type[WelcomeMode | WizardPage], ...] = (WelcomeMode, ControlsPage, ReaderPage, CalibrationPage, DicePage)
"""In their order."""
