"""The first evening: the wizard runs once, every step can be skipped, and the menu starts it again."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.app.navigation import open_table, word_list
from firmware.camera.supervisor import STARTING
from firmware.config.settings import DIAL_CLICK, LANGUAGE, THEME
from firmware.journal.database import Journal
from firmware.menus.bless_menu import BlessMode
from firmware.menus.game_menu import MenuMode
from firmware.menus.start import StartMode
from firmware.menus.wizard import (
    CALIBRATION,
    MARK,
    CalibrationPage,
    ControlsPage,
    DicePage,
    ReaderPage,
    WelcomeMode,
    WizardPage,
)
from firmware.rules.message import literal
from firmware.table.context import Equipment
from firmware.table.destinations import Wizard
from firmware.table.requests import Bless, Calibrate, ReadDice, WatchRoll
from firmware.texts import Texts
from tests.firmware.evening import Evening, labels_of, lines_of, observation, scene_of, unsure


class Newly(Evening):
    """A table at a box that may be new to its owners."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0
        self.journal = Journal(folder)
        self.table = open_table(self.journal, self.clock, Equipment(word_list, random.Random(1)), introduce=True)
        self.asked = ()
        self.sitting.append(self)


@pytest.fixture
def evening(tmp_path: Path) -> Newly:
    return Newly(tmp_path)


def step(evening: Evening) -> WizardPage:
    assert isinstance(evening.table.mode, WizardPage)
    return evening.table.mode


def to_eye(evening: Evening) -> ReaderPage:
    evening.press("dial", "claim", "claim")
    mode = evening.table.mode
    assert isinstance(mode, ReaderPage)
    return mode


def test_a_new_box_begins_with_the_wizard_and_comes_to_the_start_screen(evening: Newly) -> None:
    seen = []
    for _ in range(12):
        seen.append(type(evening.table.mode))
        if seen[-1] is StartMode:
            break
        evening.press("dial")
    assert list(dict.fromkeys(seen)) == [WelcomeMode, ControlsPage, ReaderPage, CalibrationPage, DicePage, StartMode]


def test_it_runs_once(evening: Newly) -> None:
    evening.press("challenge")
    assert isinstance(evening.table.mode, StartMode)
    assert isinstance(Newly(evening.killed()).table.mode, StartMode)


def test_it_runs_again_where_the_power_failed_before_it_was_through(evening: Newly) -> None:
    evening.press("dial")
    assert isinstance(Newly(evening.killed()).table.mode, WelcomeMode)


def test_a_box_that_was_played_on_is_not_new(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.active_session.stop()
    assert isinstance(Newly(evening.killed()).table.mode, StartMode)


def test_it_comes_again_from_the_menu_of_the_start_screen(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.hold("reveal")
    mode = evening.table.mode
    assert isinstance(mode, MenuMode)
    evening.turn(labels_of(evening.table).index("Set up the box"))
    evening.press("dial")
    assert isinstance(evening.table.mode, WelcomeMode)


def test_language_and_look_change_at_once(evening: Newly) -> None:
    mode = evening.table.mode
    assert isinstance(mode, WelcomeMode)
    options = [option for option in mode.options if option in (LANGUAGE, THEME)]
    assert options == [LANGUAGE, THEME]
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    language = evening.table.context.language
    assert language != "en"
    assert scene_of(evening.table).title == Texts(language).say("wizard.title")  # type: ignore[union-attr]


@pytest.mark.parametrize("presses", [0, 3, 4, 5])
def test_the_rest_can_be_skipped_at_every_step(evening: Newly, presses: int) -> None:
    for _ in range(presses):
        evening.press("dial")
    assert evening.offer("challenge") == "Skip all"
    evening.press("challenge")
    assert isinstance(evening.table.mode, StartMode)


def test_every_control_is_felt_and_a_dead_one_holds_nobody_up(evening: Newly) -> None:
    evening.press("dial")
    assert lines_of(step(evening))[0] == (
        "Not tried yet: CLAIM, REVEAL, CHALLENGE, the push of the dial and the turn of the dial."
    )
    evening.press("claim", "challenge", "dial")
    evening.turn(-1)
    assert lines_of(step(evening))[0] == "Not tried yet: REVEAL."
    assert evening.offer("claim") == "Works: go on"
    evening.table.on_lid(True)
    assert "The lid is open." in lines_of(step(evening))
    evening.table.challenge_from_seat(2)
    assert "The button of seat 3 works." in lines_of(step(evening))
    evening.press("claim")
    assert isinstance(evening.table.mode, ReaderPage)


def test_two_single_clicks_tell_which_kind_of_encoder_the_dial_is(evening: Newly) -> None:
    def click(half_cycles: int) -> str:
        evening.table.on_dial_rested(half_cycles)
        return lines_of(step(evening))[1]

    def kind() -> str:
        return evening.table.context.preferences.settings.word(DIAL_CLICK)

    evening.press("dial")
    assert "by one more click" in click(1)
    assert "by one click and wait" in click(-6)
    assert (click(1), kind()) == ("The dial: now turn it by one more click, no further.", "full")
    assert (click(-1), kind()) == ("The dial has two clicks a cycle: from now on each click is one step.", "half")
    click(2)
    assert (click(2), kind()) == ("The dial: one click is one step.", "full")


def test_the_camera_shows_what_it_sees_and_says_what_it_reads(evening: Newly) -> None:
    mode = to_eye(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    assert lines_of(mode) == ("The eye is looking.",)
    evening.table.on_observation(request.serial, observation(2, 5))
    assert lines_of(mode)[0] == "The eye reads 2 and 5."
    assert mode.reading is not None
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, unsure())
    assert lines_of(mode)[0] == "The two dice touch: shake again."


def test_a_simulated_box_throws_its_own_dice_for_the_camera(evening: Newly) -> None:
    evening.table.context.can_peek = True
    mode = to_eye(evening)
    (request,) = evening.asked
    assert isinstance(request, WatchRoll)
    evening.table.on_observation(request.serial, observation(3, 4))
    assert lines_of(mode)[0] == "The eye reads 3 and 4."


def test_without_a_camera_the_remedy_is_reported(evening: Newly) -> None:
    evening.table.on_camera_lost(literal("There is no camera"))
    mode = to_eye(evening)
    assert evening.asked == ()
    assert lines_of(mode)[0] == "There is no camera"
    evening.press("reveal")
    assert evening.refused
    evening.table.on_camera_back(can_peek=False)
    assert lines_of(mode) == ("The eye is looking.",)
    assert len(evening.table.drain_requests()) == 1


def test_a_camera_that_is_slow_to_start_is_waited_for_and_not_called_missing(evening: Newly) -> None:
    mode = to_eye(evening)
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_camera_lost(STARTING.message, starting=True)
    evening.table.on_observation(request.serial, replace(unsure(), reason="camera", message=STARTING.message))
    (line,) = lines_of(mode)
    assert line.startswith("The camera is still starting.")
    evening.press("reveal")
    assert evening.notice == "The camera is still starting."
    evening.table.on_camera_back(can_peek=False)
    assert len(evening.table.drain_requests()) == 1, "it looks by itself as soon as the camera has started"
    assert lines_of(mode) == ("The eye is looking.",)


def test_the_dice_of_an_unfinished_game_stay_hidden(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening = Evening(evening.killed())
    evening.turn(1)
    evening.press("dial")
    evening.table.hold("reveal")
    evening.turn(2)
    evening.press("dial")
    mode = to_eye(evening)
    assert evening.asked == ()
    assert lines_of(mode) == (
        "There is an unfinished game: its dice stay hidden. Play it to its end or end it, then look.",
    )
    evening.press("reveal")
    assert evening.asked == ()
    evening.press("dial", "reveal")
    assert evening.asked == ()
    assert evening.notice.startswith("There is an unfinished game: its dice stay hidden.")
    evening.press("dial", "reveal", "dial")
    assert evening.asked == ()


def test_a_simulated_camera_does_not_ask_to_be_calibrated(tmp_path: Path) -> None:
    evening = Newly(tmp_path)
    evening.table.on_camera_back(can_peek=True)
    evening.table.go(Wizard(3))
    assert lines_of(step(evening)) == ("Simulated dice lie in their own light: there is nothing to do.",)


def test_it_says_whether_the_camera_is_calibrated(evening: Newly, tmp_path: Path) -> None:
    to_eye(evening)
    evening.press("dial")
    assert lines_of(step(evening))[0] == "The box does not know this camera's light and sharpness yet."
    evening.turn(-1)
    (tmp_path / CALIBRATION).write_text("")
    evening.turn(1)
    assert lines_of(step(evening))[0] == "The box knows this camera's light and sharpness."


def test_reveal_calibrates_and_what_came_of_it_stands_on_the_step(evening: Newly, tmp_path: Path) -> None:
    to_eye(evening)
    evening.press("dial")
    assert evening.offer("reveal") == "Calibrate"
    evening.press("reveal")
    assert evening.asked == (Calibrate(),)
    (tmp_path / CALIBRATION).write_text("")
    evening.table.on_task_ended(literal("The camera is calibrated."), done=True)
    assert lines_of(step(evening))[0] == "The box knows this camera's light and sharpness."
    assert evening.notice == "The camera is calibrated."
    evening.press("dial")
    assert isinstance(evening.table.mode, DicePage)


def test_without_a_camera_calibrating_is_skipped_with_a_notice(evening: Newly) -> None:
    evening.table.on_camera_lost(literal("There is no camera"))
    to_eye(evening)
    evening.press("dial")
    assert lines_of(step(evening)) == ("Skipped, because the camera is not working (There is no camera).",)
    assert evening.offer("reveal") == "·Calibrate"
    evening.press("reveal")
    assert evening.asked == ()
    assert evening.notice == "Skipped, because the camera is not working (There is no camera)."
    evening.press("dial")
    assert evening.offer("reveal") == "·Bless dice"
    assert lines_of(step(evening))[1].startswith("Bless dice: Skipped")
    evening.press("dial")
    assert isinstance(evening.table.mode, StartMode)


def test_reveal_blesses_dice_under_a_name_by_the_dial_alone(evening: Newly) -> None:
    to_eye(evening)
    evening.press("dial", "dial", "reveal")
    assert isinstance(evening.table.mode, BlessMode)
    evening.press("dial")
    assert evening.asked == (Bless("red-bone", 2, 8),)
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(-1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(2)
    evening.press("dial")
    evening.turn(-3)
    evening.press("dial")
    assert evening.asked == (Bless("white-bone", 1, 60),)
    evening.press("challenge")
    assert isinstance(evening.table.mode, DicePage)


def test_a_set_is_named_by_letters_or_a_keyboard_in_whatever_letters_they_have(evening: Newly) -> None:
    to_eye(evening)
    evening.press("dial", "dial", "reveal")
    mode = evening.table.mode
    assert isinstance(mode, BlessMode)
    evening.turn(1)
    evening.press("dial")
    for letter in "Gästewürfel":
        evening.table.type(letter)
    evening.press("dial")
    evening.turn(-1)
    evening.press("dial")
    assert evening.asked == (Bless("gaestewuerfel", 2, 8),)
    evening.turn(1)
    evening.press("dial", "reveal")
    evening.press("dial", "claim")
    evening.turn(-1)
    evening.press("dial")
    assert evening.asked == (Bless("a", 2, 8),)


def test_dice_without_a_name_are_not_blessed(evening: Newly) -> None:
    to_eye(evening)
    evening.press("dial", "dial", "reveal")
    evening.turn(1)
    evening.press("dial")
    evening.table.type("-")
    evening.press("dial")
    evening.turn(-1)
    evening.press("dial")
    assert evening.asked == ()
    assert evening.notice == "The set has no name yet: type or spell one."


def test_it_names_the_dice_that_were_learned(evening: Newly, tmp_path: Path) -> None:
    to_eye(evening)
    evening.press("dial", "dial")
    assert lines_of(step(evening))[0] == "The box plays with any dice it can read."
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "fair-bone.toml").write_text("")
    evening.press("reveal", "challenge")
    assert lines_of(step(evening))[0] == "The box knows these dice: fair-bone."


def test_the_dial_turns_the_pages_back_and_on(evening: Newly) -> None:
    to_eye(evening)
    evening.turn(1)
    assert isinstance(evening.table.mode, CalibrationPage)
    evening.turn(-1)
    assert isinstance(evening.table.mode, ReaderPage)


def test_a_folder_that_cannot_be_written_is_reported(evening: Newly, tmp_path: Path) -> None:
    (tmp_path / MARK).mkdir()
    evening.press("challenge")
    assert isinstance(evening.table.mode, StartMode)
    assert evening.refused
