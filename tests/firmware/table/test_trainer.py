"""The jarl's advice: at the verdict, at once if nothing hidden is disclosed, and on request."""

import random
from pathlib import Path

import pytest

from display.scene import PageScene, RevealScene, TableScene
from firmware.app.presenter.presenter import Presenter
from firmware.config.settings import TRAINER
from firmware.menus.advice_pages import AdvicePagesMode
from firmware.menus.game_replay import ReplayMode
from firmware.players.question import AdviceQuestion
from firmware.rules.state import Phase
from firmware.table.computer_seats import THINKING_SECONDS
from firmware.table.destinations import StartScreen
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from tests.firmware.computer_evening import ComputerEvening
from tests.firmware.evening import labels_of


def evening_with_trainer(folder: Path, rules: str, *, on: bool = True) -> ComputerEvening:
    """Astrid and Bjorn play against Loki; Astrid opens."""
    evening = ComputerEvening(folder, rules, {"Loki": "truthful"})
    evening.preferences.set_temporarily(TRAINER, on)
    return evening


def to_the_verdict(evening: ComputerEvening) -> None:
    """Astrid claims, Bjorn calls it a lie, and the dice are revealed."""
    table = evening.table
    table.press("dial")
    evening.wait()
    table.press("claim")
    table.press("challenge")
    assert table.state.phase is Phase.REVEALING
    table.press("reveal")
    evening.wait()
    assert isinstance(table.mode, VerdictMode)


def scene(evening: ComputerEvening) -> object:
    """The scene once the jarl has answered."""
    Presenter(evening.table).scene()
    evening.wait()
    return Presenter(evening.table).scene()


def test_a_verdict_says_whether_the_challenge_was_right_and_what_the_jarl_would_have_done(tmp_path: Path) -> None:
    evening = evening_with_trainer(tmp_path, "viking")
    to_the_verdict(evening)
    shown = scene(evening)
    assert isinstance(shown, RevealScene)
    assert shown.advice.startswith("Bjorn: Wrong by the odds: ")
    assert "The jarl would have believed it." in shown.advice


def test_without_the_trainer_no_advice_is_requested_or_shown(tmp_path: Path) -> None:
    evening = evening_with_trainer(tmp_path, "viking", on=False)
    to_the_verdict(evening)
    shown = scene(evening)
    assert isinstance(shown, RevealScene)
    assert shown.advice == ""
    assert evening.company.asked_for_advice == []


def test_claim_asks_the_jarl_of_every_choice_of_the_round(tmp_path: Path) -> None:
    evening = evening_with_trainer(tmp_path, "viking", on=False)
    to_the_verdict(evening)
    evening.table.press("claim")
    assert isinstance(evening.table.mode, AdvicePagesMode)
    page = scene(evening)
    assert isinstance(page, PageScene)
    assert len(page.lines) == 2
    assert page.lines[0].startswith("Astrid: ")
    assert page.lines[1].startswith("Bjorn calls it a lie! Wrong by the odds: ")
    evening.table.press("challenge")
    assert isinstance(evening.table.mode, VerdictMode)
    evening.table.press("reveal")
    slowly = scene(evening)
    assert isinstance(slowly, RevealScene)
    assert slowly.slow


def test_in_a_past_game_claim_asks_the_jarl_of_every_choice(tmp_path: Path) -> None:
    evening = evening_with_trainer(tmp_path, "viking", on=False)
    to_the_verdict(evening)
    table = evening.table
    table.active_session.stop()
    table.context.current_game.leave_game()
    table.go(StartScreen())
    table.hold("reveal")
    table.turn(labels_of(table).index("Past games"))
    table.press("dial")
    table.turn(99)
    table.press("dial")
    mode = table.mode
    assert isinstance(mode, ReplayMode)
    assert not any(advices(evening, mode))
    table.press("claim")
    assert len([told for told in advices(evening, mode) if told]) == 2
    table.press("claim")
    assert not any(advices(evening, mode))


def advices(evening: ComputerEvening, mode: ReplayMode) -> list[str]:
    """What the jarl says of every step of a past game."""
    told = []
    for number in range(len(mode.steps)):
        evening.table.turn(number - mode.number)
        str(mode.advice)  # asks
        evening.wait()
        told.append("" if mode.advice is None else str(mode.advice))
    return told


def test_advice_on_believing_a_claim_appears_at_once(tmp_path: Path) -> None:
    evening = evening_with_trainer(tmp_path, "viking")
    table = evening.table
    table.press("dial")
    evening.wait()
    table.turn(99)
    table.turn(-1)
    table.press("claim")
    assert table.state.turn == 1
    table.press("dial")
    evening.wait()
    shown = scene(evening)
    assert isinstance(shown, TableScene)
    assert shown.prompt == "Bjorn: The jarl would have called it a lie."


@pytest.mark.parametrize("rules", ["viking", "stars"])
def test_before_a_reveal_the_jarl_is_asked_of_nothing_that_hangs_on_dice(tmp_path: Path, rules: str) -> None:
    evening = evening_with_trainer(tmp_path, rules)
    table, asked = evening.table, list[AdviceQuestion]()
    chance = random.Random(2)
    for _ in range(300):
        if isinstance(table.mode, WinnerMode):
            break
        evening.wait(THINKING_SECONDS)
        Presenter(table).scene()
        new, evening.company.asked_for_advice = evening.company.asked_for_advice, []
        asked += new
        assert isinstance(table.mode, VerdictMode) or not any(question.view.dice for question in new)
        offers = table.offers()
        likes: tuple[str, ...] = (
            ("challenge", "claim", "reveal", "dial")
            if chance.random() < 0.4
            else ("claim", "dial", "reveal", "challenge")
        )
        likes = ("reveal", "dial") if table.state.phase is Phase.REVEALING else likes
        likes = ("dial",) if isinstance(table.mode, VerdictMode) else likes
        for control in likes:
            if offers[control].enabled and offers[control].label and table.computer_seats.why_not() is None:
                table.press(control)
                break
        else:
            if table.computer_seats.shakes or table.computer_seats.wants_hand:
                evening.help()
    assert asked
