"""The first evening: screen, controls, eye, calibration and dice, a step at a time; every step can be skipped.

It runs once, before the first game, and again from the menu of the start screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.config import atomic_files
from firmware.config.settings import FULLSCREEN, LANGUAGE, THEME, VOICE, VOLUME
from firmware.dice_sets.die_set import DieSets
from firmware.journal.observation import Sight
from firmware.menus.calibration_menu import Blessing, no_bench
from firmware.menus.settings_menu import SettingsMode
from firmware.table.mode import CHALLENGE, CLAIM, CONTROLS, DIAL, REVEAL, Choice, Mode, Offer
from firmware.table.requests import Calibrate, Look, Shake

if TYPE_CHECKING:
    from firmware.table.table import Table

MARK = "introduced"
"""The file beside the journal that tells that the wizard has run."""
CALIBRATION = "camera.toml"
DICE = 2


def is_new(folder: Path, played: bool) -> bool:
    """Tells whether a box is new to its people: the wizard has not run, and no game was played."""
    return not played and not (folder / MARK).exists()


def begin(table: Table) -> None:
    """Opens the first step."""
    _open(table, 0)


def _open(table: Table, number: int) -> None:
    """Opens a step; after the last one the start screen."""
    if number < len(STEPS):
        table.mode = STEPS[number](table)
        return
    table.to_setup()
    try:
        atomic_files.write(
            table.journal.path.parent / MARK, "The wizard has run; remove this file and it runs again.\n"
        )
    except OSError as error:
        table.refuse(table.texts.say("wizard.unmarked", reason=error.strerror or str(error)))


class Looks(SettingsMode):
    """Language, look, screen and sound."""

    options = (LANGUAGE, THEME, FULLSCREEN, VOLUME, VOICE)
    hall = True

    def entitle(self) -> None:
        """Writes a welcome."""
        self.title = self.say("wizard.title")
        self.subtitle = self.say("wizard.looks")

    def choices(self) -> tuple[Choice, ...]:
        """Go on, the settings, and skip it all."""
        on = Choice(self.say("wizard.go_on"), detail=self.say("wizard.go_on_detail"), act=lambda: _open(self.table, 1))
        return (on, *super().choices())

    def offers(self) -> Mapping[str, Offer]:
        """As every list; CHALLENGE skips the wizard."""
        offers = super().offers()
        return offers if self.changing else {**offers, CHALLENGE: Offer(self.say("wizard.skip"))}

    def press(self, control: str) -> None:
        """As every list; CHALLENGE skips the wizard."""
        if control == CHALLENGE and not self.changing:
            _open(self.table, len(STEPS))
        else:
            super().press(control)


class Step(Mode):
    """A page of the wizard: what it is about, and what was found."""

    number = 0
    key = ""

    @property
    def title(self) -> str:
        """The heading."""
        return self.say(f"wizard.{self.key}")

    @property
    def subtitle(self) -> str:
        """What is to be done."""
        return self.say(f"wizard.{self.key}_do")

    def lines(self) -> tuple[str, ...]:
        """What was found so far."""
        return ()

    @property
    def sight(self) -> Sight | None:
        """What the eye sees, where that is what it is about."""
        return None

    def offers(self) -> Mapping[str, Offer]:
        """Go on, or skip the rest."""
        on = Offer(self.say("wizard.go_on"))
        return {DIAL: on, CLAIM: on, CHALLENGE: Offer(self.say("wizard.skip"))}

    def press(self, control: str) -> None:
        """Goes on, or skips the rest."""
        _open(self.table, len(STEPS) if control == CHALLENGE else self.number + 1)

    def turn(self, steps: int) -> None:
        """Turns to the next step or back."""
        if steps > 0 and self.number + 1 < len(STEPS):
            _open(self.table, self.number + 1)
        elif steps < 0:
            _open(self.table, self.number - 1)


class ControlsTest(Step):
    """Every control once; the second press of any goes on, so that a broken one holds nobody up."""

    number = 1
    key = "controls"

    def __init__(self, table: Table) -> None:
        """Has felt nothing yet."""
        super().__init__(table)
        self.felt: frozenset[str] = frozenset()
        self.turned = False
        self.others: tuple[str, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """What works, and what has not been tried."""
        missing = [self.say(f"wizard.control_{control}") for control in CONTROLS if control not in self.felt]
        if not self.turned:
            missing.append(self.say("wizard.control_turn"))
        left = self.table.texts.listing(missing)
        first = self.say("wizard.controls_left", names=left) if missing else self.say("wizard.controls_all")
        return (first, *self.others, self.say("wizard.controls_twice"))

    def offers(self) -> Mapping[str, Offer]:
        """What has been felt goes on at its second press."""
        untried, works = Offer(self.say("wizard.press_me")), Offer(self.say("wizard.works"))
        return {control: works if control in self.felt else untried for control in CONTROLS}

    def press(self, control: str) -> None:
        """Feels a control, or goes on."""
        if control in self.felt:
            _open(self.table, self.number + 1)
        self.felt |= {control}

    def turn(self, steps: int) -> None:
        """Feels the dial turn."""
        del steps
        self.turned = True

    def lid(self, is_open: bool) -> None:
        """Feels the lid."""
        self._feel(self.say("wizard.lid_open" if is_open else "wizard.lid_shut"))

    def call(self, seat: int) -> None:
        """Feels a seat's own button."""
        self._feel(self.say("wizard.seat_button", n=seat + 1))

    def shaken(self) -> None:
        """Feels the box shaken."""
        self._feel(self.say("wizard.shaken"))

    def _feel(self, what: str) -> None:
        self.others = (what,)


class EyeTest(Step):
    """What the camera sees and the eye reads of two dice that somebody has thrown.

    While a game stands unfinished its dice may lie in the box: nobody looks at them here.
    """

    number = 2
    key = "eye"

    def __init__(self, table: Table) -> None:
        """Has the eye look at once."""
        super().__init__(table)
        self.waiting: int | None = None
        self._sight: Sight | None = None
        self._looks = 0
        self._game_on = table.journal.unfinished() is not None
        self._look()

    @property
    def sight(self) -> Sight | None:
        """What the eye saw last."""
        return self._sight if self._sight and self._sight.evidence else None

    def lines(self) -> tuple[str, ...]:
        """What the eye makes of it, and the remedy where it sees nothing."""
        say = self.table.texts.say
        if self._game_on:
            return (say("wizard.eye_game"),)
        if self.table.eye_trouble:
            trouble = self.table.texts.sentence(self.table.eye_trouble)
            return (trouble[:1].upper() + trouble[1:], say("wizard.eye_remedy"))
        if self.waiting is not None:
            return (say("wizard.eye_reading"),)
        if self._sight is None:
            return (say("wizard.eye_ready"),)
        if self._sight.faces is None:
            return (self.table.texts.sentence(str(self._sight.message)), say("wizard.eye_again"))
        faces = self.table.texts.listing([str(face) for face in self._sight.faces])
        return (say("wizard.eye_reads", faces=faces), say("wizard.eye_right"))

    def offers(self) -> Mapping[str, Offer]:
        """As every step; REVEAL looks again."""
        ready = self.waiting is None and self.table.eye_trouble is None and not self._game_on
        why = self.say("why.eye_reading" if self.waiting is not None else "verdict.no_eye")
        return {**super().offers(), REVEAL: Offer(self.say("wizard.look"), ready, why)}

    def press(self, control: str) -> None:
        """As every step; REVEAL looks again."""
        if control == REVEAL:
            self._look()
        else:
            super().press(control)

    def looked(self, serial: int, sight: Sight) -> None:
        """Takes what the eye saw; nothing of it is kept."""
        if serial == self.waiting:
            self.waiting, self._sight = None, sight

    def rested(self, serial: int, sight: Sight) -> None:
        """Takes what the eye saw of dice that a simulated box has thrown."""
        self.looked(serial, sight)

    def _look(self) -> None:
        """Has the eye look; into a simulated box nobody can throw dice, so it throws its own."""
        if self.table.eye_trouble is None and not self._game_on:
            self._looks += 1
            self.waiting = self._looks
            self.table.ask(Shake(self._looks, DICE) if self.table.can_peek else Look(self._looks, DICE))


class BenchStep(Step):
    """A step that leads to the workbench, unless something stands in the way."""

    def __init__(self, table: Table) -> None:
        """Looks whether anything stands in the way."""
        super().__init__(table)
        self._game_on = table.journal.unfinished() is not None

    @property
    def hindrance(self) -> str:
        """Why the bench cannot be gone to, "" where it can."""
        return no_bench(self.table) if self._game_on or self.table.eye_trouble is not None else ""


class CalibrationStep(BenchStep):
    """Whether the camera is calibrated; REVEAL begins it."""

    number = 3
    key = "calibration"

    def lines(self) -> tuple[str, ...]:
        """What is there, what calibrating is; or why it is left out."""
        if why := self.hindrance:
            return (why,)
        found = (self.table.journal.path.parent / CALIBRATION).exists()
        return (self.say("wizard.calibrated" if found else "wizard.uncalibrated"), self.say("wizard.calibrate"))

    def offers(self) -> Mapping[str, Offer]:
        """As every step; REVEAL calibrates."""
        why = self.hindrance
        return {**super().offers(), REVEAL: Offer(self.say("wizard.calibrate_now"), not why, why)}

    def press(self, control: str) -> None:
        """As every step; REVEAL calibrates."""
        if control == REVEAL:
            self.table.ask(Calibrate())
        else:
            super().press(control)


class DiceStep(BenchStep):
    """Which dice the box knows, and what dice the games are played with; REVEAL blesses a set."""

    number = 4
    key = "dice"

    def lines(self) -> tuple[str, ...]:
        """The sets that were learned, how to learn one, which dice for which game."""
        names = DieSets(self.table.journal.path.parent).names()
        known = self.say("wizard.dice_known", names=self.table.texts.listing(list(names)))
        return (
            known if names else self.say("wizard.dice_none"),
            f"{self.say('wizard.bless_now')}: {why}" if (why := self.hindrance) else self.say("wizard.bless"),
            self.say("wizard.dice_games"),
        )

    def offers(self) -> Mapping[str, Offer]:
        """As every step; REVEAL blesses dice."""
        why = self.hindrance
        return {**super().offers(), REVEAL: Offer(self.say("wizard.bless_now"), not why, why)}

    def press(self, control: str) -> None:
        """As every step; REVEAL asks which dice are to be blessed."""
        if control == REVEAL:
            self.table.mode = Blessing(self.table, self)
        else:
            super().press(control)


STEPS: tuple[type[Looks | Step], ...] = (Looks, ControlsTest, EyeTest, CalibrationStep, DiceStep)
"""In their order."""
