"""Computer seats: people shake, lay dice and reveal for them, and nothing else."""

import random
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from display.scene import TableScene, WinnerScene
from firmware.app.computer_process import ComputerProcess
from firmware.app.inbox import Inbox
from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.presenter import Presenter
from firmware.journal.database import Journal
from firmware.players.advice import advice
from firmware.players.question import AT_THE_TABLE, AdviceAnswer, AdviceQuestion, Answer, Question
from firmware.rules.commands import Challenge, Declare, Roll
from firmware.rules.games.registry import RULESETS
from firmware.rules.message import literal
from firmware.rules.state import Phase
from firmware.table.computer_seats import ANSWER_TIMEOUT, QUICKEST_SECONDS, THINKING_SECONDS
from firmware.table.context import Equipment
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.progress import destination_of
from firmware.table.requests import WatchRoll
from firmware.table.seat_change import dropped_out
from firmware.table.table import Table
from tests.firmware.computer_evening import ComputerEvening
from tests.firmware.evening import notice_of, scene_of, unsure

BOLD_CLAIMS = ("Dare you doubt me?", "Who has the nerve?", "Swallow that!")


def labels(table: Table) -> dict[str, str]:
    """What stands on the controls."""
    return {hint.control: hint.label for hint in scene_of(table).hints}


@pytest.mark.parametrize("rules", RULESETS)
def test_computers_play_a_whole_game_while_a_neighbour_shakes_and_reveals(rules: str, tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, rules, {"Loki": "jarl", "Fenrir": "bold", "Hel": "tracker"})
    table = evening.table
    for _ in range(4000):
        evening.wait(THINKING_SECONDS)
        evening.wait(THINKING_SECONDS)
        if table.state.phase is Phase.OVER:
            break
        if table.computer_seats.deciding is None or table.computer_seats.shakes or table.computer_seats.wants_hand:
            evening.help()
    assert table.state.phase is Phase.OVER
    kinds = {question.character for question in evening.company.questions}
    assert kinds == {"jarl", "bold", "tracker"}
    for question in evening.company.questions:
        view = question.view
        assert not view.dice or view.state.held or view.seat in view.state.seen


def test_a_seat_of_the_computer_is_asked_with_its_own_roll_only(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "viking", {"Loki": "truthful"})
    table = evening.table
    table.press("dial")
    evening.wait()
    table.press("claim")
    evening.wait(THINKING_SECONDS)
    evening.wait(THINKING_SECONDS)
    assert table.state.turn == 1
    table.press("dial")
    evening.wait()
    table.press("claim")
    evening.wait(0.1)
    (question,) = evening.company.questions
    assert (question.view.seat, question.view.dice, question.view.state.phase) == (2, (), Phase.ANSWERING)


def test_the_time_of_a_move_is_drawn_before_anybody_has_answered(tmp_path: Path) -> None:
    """An answer that comes late waits for the next full beat; other dice change nothing."""
    beats = []
    for seed in range(3):
        evening = ComputerEvening(tmp_path / str(seed), "mia", {"Loki": "truthful", "Fenrir": "timid"}, opens=1)
        evening.chance.seed(seed)
        table = evening.table
        table.press("dial")
        evening.wait()
        assert table.state.turn == 1
        beat = table.tick(evening.now)
        assert beat is not None
        beats.append(beat)
        late = evening.company.answers.pop()
        assert isinstance(late, Answer)
        table.tick(beat + 0.3)
        table.computer_seats.on_answer(late)
        assert table.tick(beat + 0.4) == pytest.approx(beat - 0.4)
        assert table.state.turn == 1
        table.tick(2 * beat)
        assert (table.state.turn, table.state.owner) == (2, 1)
    assert len(set(beats)) == 1
    assert QUICKEST_SECONDS <= beats[0] <= THINKING_SECONDS


def test_a_character_says_something_with_its_moves_and_after_a_reveal(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "viking", {"Loki": "bold"}, opens=2)
    table = evening.table
    said = [""]
    for _ in range(400):
        evening.wait(THINKING_SECONDS)
        if notice_of(table) != said[-1]:
            said.append(notice_of(table))
        if table.state.phase is Phase.OVER:
            break
        if table.computer_seats.why_not() is None or table.computer_seats.shakes:
            offers = table.offers()
            likes: tuple[str, ...] = (
                ("reveal", "dial") if table.state.phase is Phase.REVEALING else ("challenge", "claim", "dial")
            )
            if isinstance(table.mode, VerdictMode):
                likes = ("dial",)
            table.press(next(control for control in likes if offers[control].enabled))
    assert {"Loki: “Pay up!”", "Loki: “Dare you doubt me?”", "Loki: “Swallow that!”"} <= set(said)
    claims = [line for line in said if any(f"“{words}”" in line for words in BOLD_CLAIMS)]
    assert len(claims) > 3
    assert all(line != next_line for line, next_line in pairwise(claims)), "no remark comes twice running"


def test_nobody_speaks_looks_or_shakes_while_the_computer_decides(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "mia", {"Loki": "truthful", "Fenrir": "timid"}, opens=1)
    table = evening.table
    table.press("dial")
    evening.wait()
    before = table.state
    for control in ("claim", "challenge", "dial", "reveal"):
        table.press(control)
        assert notice_of(table) == "Loki is pondering."
    table.on_shake()
    assert not table.begin_peek()
    assert notice_of(table) == "These dice are for Loki alone."
    assert table.state is before


def test_where_anybody_may_call_people_call_while_the_computer_ponders(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "bullshit", {"Loki": "timid"})
    table = evening.table
    while table.state.turn != 2 or table.state.phase is not Phase.ANSWERING:
        table.press("dial" if table.offers()["dial"].enabled else "claim")
        evening.wait()
    assert table.computer_seats.deciding == 2
    table.press("challenge")
    assert table.state.challenger in (0, 1)


def test_a_computer_that_does_not_answer_is_started_anew_and_then_played_by_hand(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "mia", {"Loki": "truthful", "Fenrir": "timid"}, opens=1)
    evening.company.silent = True
    table = evening.table
    table.press("dial")
    evening.wait()
    evening.wait(ANSWER_TIMEOUT)
    evening.wait(ANSWER_TIMEOUT)
    assert evening.company.restarts == 2
    assert notice_of(table).startswith("Loki does not answer")
    table.press("claim")
    assert table.state.phase is Phase.ANSWERING


def test_who_the_computer_plays_is_still_known_after_a_power_cut(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "mia", {"Loki": "bold"})
    evening.journal.close()
    with Journal(tmp_path) as journal:
        table = open_table(journal, lambda: 2000.0, Equipment(word_list, random.Random(1)))
        table.press("dial")
        assert table.computer_seats.characters == {2: "bold"}
        scene = Presenter(table).scene()
        assert isinstance(scene, TableScene)
        panel = scene.seats[2]
        assert (panel.name, panel.face) == ("Loki", "bold")


def test_the_process_of_the_players_answers_for_every_character(tmp_path: Path) -> None:
    inbox: Inbox[Answer | AdviceAnswer] = Inbox()
    evening = ComputerEvening(tmp_path, "mia", {"Loki": "jarl", "Fenrir": "bold"}, opens=1)
    evening.table.press("dial")
    evening.wait()
    view = evening.company.questions[-1].view
    woken = threading.Semaphore(0)
    inbox.wake = woken.release
    process = ComputerProcess(inbox.put)
    try:
        for serial, name in enumerate(AT_THE_TABLE):
            process.ask(Question(serial, name, view))
            assert woken.acquire(timeout=60)
            answer = inbox.pop()
            assert isinstance(answer, Answer)
            assert answer.serial == serial
            assert isinstance(answer.command, Declare | Roll | Challenge)
        process.ask(AdviceQuestion(7, view))
        assert woken.acquire(timeout=60)
        assert inbox.pop() == AdviceAnswer(7, advice(view))
    finally:
        process.close()


def test_who_presses_on_while_its_dice_are_read_is_told_so(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "sympkyn-cups", {"Loki": "timid", "Fenrir": "timid"})
    table = evening.table
    table.press("dial")
    table.press("claim")
    table.press("dial")
    assert "press REVEAL" in notice_of(table)
    table.press("reveal")
    table.press("dial")
    assert notice_of(table) == "The box is reading the dice of Loki: leave them as they lie."


def test_no_remark_hides_how_dice_are_laid_for_the_next_seat(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "sympkyn-cups", {"Loki": "timid", "Fenrir": "timid"})
    table = evening.table
    table.press("dial")
    table.press("claim")
    assert table.computer_seats.wants_hand
    table.press("reveal")
    evening.wait()
    evening.wait(THINKING_SECONDS)
    evening.wait(THINKING_SECONDS)
    assert table.state.turn == 2
    assert table.computer_seats.wants_hand
    assert notice_of(table) == ""


def test_the_screen_says_for_whom_people_throw_and_shake_and_shows_the_face_of_a_winner(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "mia", {"Loki": "bold", "Fenrir": "timid"}, opens=1)
    table = evening.table
    game = table.context.current_game

    def call() -> tuple[str, str]:
        scene = Presenter(table).scene()
        assert isinstance(scene, TableScene)
        return scene.who, scene.what

    assert call() == ("", "Shake for Loki")
    table.press("dial")
    (rolling,) = table.drain_requests()
    assert isinstance(rolling, WatchRoll)
    table.on_observation(rolling.serial, unsure())
    assert call() == ("", "Shake again for Loki")
    game.begin(("Astrid", "Loki", "Fenrir"), {"lives": 1}, None)
    table.go(destination_of(table.state))
    for face, then in ((6, ("", "Throw for Loki")), (2, ("", "Throw for Fenrir")), (1, ("Astrid", "Shake the box"))):
        table.turn(face)
        table.press("dial")
        assert call() == then
    game.begin(("Astrid", "Loki", "Fenrir"), {"lives": 1}, 1)
    table.go(destination_of(table.state))
    prompts = set()
    while table.state.phase is not Phase.OVER:
        evening.wait(THINKING_SECONDS)
        scene = Presenter(table).scene()
        if isinstance(scene, TableScene) and scene.seats[0].out:
            prompts.add(scene.prompt)
        offers = table.offers()
        likes = ("dial",) if isinstance(table.mode, VerdictMode) else ("reveal", "challenge", "dial", "claim")
        if table.computer_seats.why_not() is None or table.computer_seats.shakes:
            table.press(next((control for control in likes if offers[control].enabled), "dial"))
    assert "Only the computer plays on: shake for it, or press CLAIM to end the game." in prompts
    while not isinstance(table.mode, WinnerMode):
        table.press("dial")
    scene = Presenter(table).scene()
    assert isinstance(scene, WinnerScene)
    assert [panel.face for panel in scene.seats] == ["", "bold", "timid"]


def test_in_a_cup_game_everybody_shakes_although_the_computer_opens(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "sympkyn-cups", {"Loki": "timid"}, opens=2)
    scene = Presenter(evening.table).scene()
    assert isinstance(scene, TableScene)
    assert (scene.who, scene.what) == ("Everybody", "Shake and look")


@pytest.mark.parametrize(("rules", "what"), [("mia", "Shake for Fenrir"), ("stars", "Shake for Loki and Fenrir")])
def test_where_only_the_computer_is_left_nobody_else_shakes_and_claim_ends_the_game(
    rules: str, what: str, tmp_path: Path
) -> None:
    evening = ComputerEvening(tmp_path, rules, {"Loki": "bold", "Fenrir": "timid"}, opens=2)
    table = evening.table
    assert labels(table)["claim"] != "End the game"
    ruling = dropped_out(table.active_session.game, table.state, 0, literal("gave up"))
    assert ruling is not None
    table.context.do(ruling)
    table.go(destination_of(table.state))
    scene = Presenter(table).scene()
    assert isinstance(scene, TableScene)
    assert (scene.who, scene.what) == ("", what)
    assert labels(table)["claim"] == "End the game"
    for control in ("claim", "dial"):
        table.press(control)
    assert table.state.phase is not Phase.OVER, "it is asked whether to end it"
    table.press("claim")
    table.turn(1)
    table.press("dial")
    assert isinstance(table.mode, WinnerMode)


def test_what_a_computer_does_about_a_claim_is_said_plainly(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "viking", {"Loki": "truthful"}, opens=1)
    evening.table.press("dial")
    evening.wait()
    evening.table.press("claim")
    evening.wait(THINKING_SECONDS)
    evening.wait(THINKING_SECONDS)
    assert notice_of(evening.table) == "Loki believes it: shake the box for it, and nobody looks."
    evening = ComputerEvening(tmp_path / "cups", "stars", {"Loki": "truthful"}, opens=1)
    evening.table.press("dial")
    evening.table.turn(99)
    for control in ("claim", "reveal"):
        evening.table.press(control)
        evening.wait()
    evening.wait(THINKING_SECONDS)
    evening.wait(THINKING_SECONDS)
    assert notice_of(evening.table).startswith("Loki calls it a lie: “")


def test_a_call_is_never_corrected_to_a_computer_which_calls_for_itself(tmp_path: Path) -> None:
    evening = ComputerEvening(tmp_path, "bullshit", {"Loki": "timid", "Fenrir": "timid"}, opens=1)
    table = evening.table
    while not (table.state.phase is Phase.ANSWERING and table.state.owner == 1):
        table.press("dial")
        evening.wait(THINKING_SECONDS)
        evening.wait(THINKING_SECONDS)
    table.press("challenge")
    assert (table.state.phase, table.state.challenger) == (Phase.REVEALING, 0)
    assert not table.offers()["dial"].enabled
    table.press("dial")
    assert table.state.challenger == 0
