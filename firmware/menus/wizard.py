"""The first evening: screen, controls, reader, calibration and dice, a page at a time; every page can be skipped.

It runs once, before the first game, and again from the menu of the start screen.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar

from firmware.config import atomic_files
from firmware.config.settings import FULLSCREEN, LANGUAGE, THEME, VOICE, VOLUME
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
"""The file beside the journal that tells that the wizard has run."""
CALIBRATION = "camera.toml"
DICE = 2


def is_new(folder: Path, played: bool) -> bool:
    """Returns whether a box is new to its people: the wizard has not run, and no game was played."""
    return not played and not (folder / MARK).exists()


def turn_to(mode: Mode, page: int) -> None:
    """Goes to a page of the wizard; after the last one to the start screen."""
    if page < len(PAGES):
        mode.go(Wizard(page))
        return
    mode.go(StartScreen())
    try:
        atomic_files.write(mode.context.folder / MARK, "The wizard has run; remove this file and it runs again.\n")
    except OSError as error:
        mode.context.warn(mode.say("wizard.unmarked", reason=error.strerror or str(error)))


class WelcomeMode(SettingsMode):
    """Language, look, screen and sound."""

    options = (LANGUAGE, THEME, FULLSCREEN, VOLUME, VOICE)
    festive = True
    leads_to = (Wizard, StartScreen)

    @property
    def title(self) -> Message:
        """A welcome."""
        return self.say("wizard.title")

    @property
    def subtitle(self) -> Message:
        """What it is about."""
        return self.say("wizard.looks")

    def choices(self) -> tuple[Choice, ...]:
        """Go on, and the settings."""
        detail = self.say("wizard.go_on_detail")
        on = Choice("go on", self.say("wizard.go_on"), detail=detail, act=partial(turn_to, self, 1))
        return (on, *super().choices())

    def offers(self) -> Mapping[str, Offer]:
        """As every list; CHALLENGE skips the wizard."""
        offers = super().offers()
        return offers if self.changing else {**offers, CHALLENGE: Offer(self.say("wizard.skip"))}

    def press(self, control: str) -> None:
        """As every list; CHALLENGE skips the wizard."""
        if control == CHALLENGE and not self.changing:
            turn_to(self, len(PAGES))
        else:
            super().press(control)


class WizardPage(Mode):
    """A page of the wizard: what it is about, and what was found."""

    number = 0
    key = ""
    leads_to: ClassVar[tuple[type[Destination], ...]] = (Wizard, StartScreen)

    @property
    def title(self) -> Message:
        """The heading."""
        return self.say(f"wizard.{self.key}")

    @property
    def subtitle(self) -> Message:
        """What is to be done."""
        return self.say(f"wizard.{self.key}_do")

    def lines(self) -> tuple[Message, ...]:
        """Returns what was found so far."""
        return ()

    @property
    def reading(self) -> Observation | None:
        """What the camera saw, where that is what the page is about."""
        return None

    @property
    def pages(self) -> int:
        """How many pages the wizard has."""
        return len(PAGES)

    def offers(self) -> Mapping[str, Offer]:
        """Go on, or skip the rest."""
        on = Offer(self.say("wizard.go_on"))
        return {DIAL: on, CHALLENGE: Offer(self.say("wizard.skip"))}

    def press(self, control: str) -> None:
        """Goes on, or skips the rest."""
        turn_to(self, len(PAGES) if control == CHALLENGE else self.number + 1)

    def turn(self, steps: int) -> None:
        """Turns to the next page or back."""
        if steps > 0 and self.number + 1 < len(PAGES):
            turn_to(self, self.number + 1)
        elif steps < 0:
            turn_to(self, self.number - 1)


class ControlsPage(WizardPage):
    """Every control once; the second press of any goes on, so that a broken one stops nobody."""

    number = 1
    key = "controls"

    def __init__(self, context: Context) -> None:
        """Has felt nothing yet."""
        super().__init__(context)
        self.felt: frozenset[str] = frozenset()
        self.turned = False
        self.others: tuple[Message, ...] = ()

    def lines(self) -> tuple[Message, ...]:
        """Returns what works, and what has not been tried."""
        missing = [self.say(f"wizard.control_{control}") for control in CONTROLS if control not in self.felt]
        if not self.turned:
            missing.append(self.say("wizard.control_turn"))
        left = self.say("wizard.controls_left", names=tuple(missing))
        return (left if missing else self.say("wizard.controls_all"), *self.others, self.say("wizard.controls_twice"))

    def offers(self) -> Mapping[str, Offer]:
        """What has been felt goes on at its second press."""
        untried, works = Offer(self.say("wizard.press_me")), Offer(self.say("wizard.works"))
        return {control: works if control in self.felt else untried for control in CONTROLS}

    def press(self, control: str) -> None:
        """Feels a control, or goes on."""
        if control in self.felt:
            turn_to(self, self.number + 1)
        self.felt |= {control}

    def turn(self, steps: int) -> None:
        """Feels the dial turn."""
        del steps
        self.turned = True

    def on_lid(self, is_open: bool) -> None:
        """Feels the lid."""
        self.others = (self.say("wizard.lid_open" if is_open else "wizard.lid_shut"),)

    def challenge_from_seat(self, seat: int) -> None:
        """Feels a seat's own button."""
        self.others = (self.say("wizard.seat_button", n=seat + 1),)

    def on_shake(self) -> None:
        """Feels the box shaken."""
        self.others = (self.say("wizard.shaken"),)


class ReaderPage(WizardPage):
    """What the camera sees and the reader makes of two dice that somebody has thrown.

    While a game is unfinished its dice may lie in the box: nobody looks at them here.
    """

    number = 2
    key = "eye"

    def __init__(self, context: Context) -> None:
        """Has the camera look at once."""
        super().__init__(context)
        self.waiting: int | None = None
        self._reading: Observation | None = None
        self._looks = 0
        self._game_on = context.current_game.unfinished() is not None
        self._look()

    @property
    def reading(self) -> Observation | None:
        """What the camera saw last."""
        return self._reading if self._reading and self._reading.photograph else None

    def lines(self) -> tuple[Message, ...]:
        """Returns what was read, and the remedy where nothing was."""
        reading = self._reading
        if self._game_on:
            return (self.say("wizard.eye_game"),)
        if self.context.camera_trouble is not None:
            return (self.context.camera_trouble, self.say("wizard.eye_remedy"))
        if self.waiting is not None:
            return (self.say("wizard.eye_reading"),)
        if reading is None:
            return (self.say("wizard.eye_ready"),)
        if reading.faces is None:
            return (reading.why, self.say("wizard.eye_again"))
        return (self.say("wizard.eye_reads", faces=reading.faces), self.say("wizard.eye_right"))

    def offers(self) -> Mapping[str, Offer]:
        """As every page; REVEAL looks again."""
        ready = self.waiting is None and self.context.sees and not self._game_on
        why = self.say("why.eye_reading" if self.waiting is not None else "verdict.no_eye")
        return {**super().offers(), REVEAL: Offer(self.say("wizard.look"), ready, why)}

    def press(self, control: str) -> None:
        """As every page; REVEAL looks again."""
        if control == REVEAL:
            self._look()
        else:
            super().press(control)

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Takes what the camera saw; nothing of it is kept."""
        if serial == self.waiting:
            self.waiting, self._reading = None, observation

    def _look(self) -> None:
        """Has the camera look; nobody can throw dice into a simulated box, so it throws its own."""
        if self.context.sees and not self._game_on:
            self._looks += 1
            self.waiting = self._looks
            self.context.ask(WatchRoll(self._looks, DICE) if self.context.can_peek else ReadDice(self._looks, DICE))


class TaskPage(WizardPage):
    """A page that leads to a task for the camera, unless something stands in the way."""

    def __init__(self, context: Context) -> None:
        """Looks what is there, and what stands in the way."""
        super().__init__(context)
        self._game_on = context.current_game.unfinished() is not None
        self.on_resume()

    @property
    def hindrance(self) -> Message | None:
        """Why the task cannot be begun; None where it can."""
        return camera_task_hindrance(self.context, self._game_on)


class CalibrationPage(TaskPage):
    """Whether the camera is calibrated; REVEAL begins it."""

    number = 3
    key = "calibration"
    calibrated = False

    def on_resume(self) -> None:
        """Looks whether the camera is calibrated."""
        self.calibrated = (self.context.folder / CALIBRATION).exists()

    def lines(self) -> tuple[Message, ...]:
        """Returns whether it is, and what calibrating is; or why it is left out."""
        if why := self.hindrance:
            return (why,)
        found = self.say("wizard.calibrated" if self.calibrated else "wizard.uncalibrated")
        return (found, self.say("wizard.calibrate"))

    def offers(self) -> Mapping[str, Offer]:
        """As every page; REVEAL calibrates."""
        why = self.hindrance
        return {**super().offers(), REVEAL: Offer(self.say("wizard.calibrate_now"), why is None, why)}

    def press(self, control: str) -> None:
        """As every page; REVEAL calibrates."""
        if control == REVEAL:
            self.context.ask(Calibrate())
        else:
            super().press(control)


class DicePage(TaskPage):
    """Which dice the box knows, and what dice the games are played with; REVEAL blesses a set."""

    number = 4
    key = "dice"
    leads_to = (Wizard, StartScreen, BlessDice)
    known: tuple[str, ...] = ()

    def on_resume(self) -> None:
        """Reads which sets the box knows."""
        self.known = tuple(DieSets(self.context.folder).names())

    def lines(self) -> tuple[Message, ...]:
        """Returns which sets were learned, how to learn one, which dice are for which game."""
        why = self.hindrance
        task = self.say("wizard.bless")
        if why is not None:
            task = self.say("common.labelled", label=self.say("wizard.bless_now"), text=why)
        known = self.say("wizard.dice_known", names=self.known) if self.known else self.say("wizard.dice_none")
        return (known, task, self.say("wizard.dice_games"))

    def offers(self) -> Mapping[str, Offer]:
        """As every page; REVEAL blesses dice."""
        why = self.hindrance
        return {**super().offers(), REVEAL: Offer(self.say("wizard.bless_now"), why is None, why)}

    def press(self, control: str) -> None:
        """As every page; REVEAL asks which dice are to be blessed."""
        if control == REVEAL:
            self.open(BlessDice())
        else:
            super().press(control)


PAGES: tuple[type[WelcomeMode | WizardPage], ...] = (WelcomeMode, ControlsPage, ReaderPage, CalibrationPage, DicePage)
"""In their order."""
