"""Prompts appear when the table hesitates; for newcomers, every step is explained at once."""

from pathlib import Path

import pytest

from firmware.app.presenter.hints import HESITATION_SECONDS, READING_SECONDS, REMARK_SECONDS, SELF_EXPLAINING, Hints
from firmware.config.settings import NEWCOMER
from firmware.rules.games.registry import RULESETS
from firmware.rules.message import literal
from firmware.table.mode import NextStep
from firmware.texts import Texts
from tests.firmware.evening import Evening, observation, said, unsure


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.begin()
    return evening


def hesitate(evening: Evening, hints: Hints, now: float) -> str:
    """The prompt after a long wait that begins at `now`."""
    hints.tick(evening.table, now)
    hints.tick(evening.table, now + HESITATION_SECONDS)
    return said(hints.prompt)


def test_an_active_table_gets_no_prompt(evening: Evening) -> None:
    hints = Hints()
    assert hints.tick(evening.table, 0.0) == HESITATION_SECONDS
    assert hints.tick(evening.table, HESITATION_SECONDS - 1) == 1.0
    assert said(hints.prompt) == ""


def test_a_hesitating_table_is_prompted_once(evening: Evening) -> None:
    hints = Hints()
    assert (
        hesitate(evening, hints, 0.0)
        == "Astrid: shut the lid, shake the box and set it down. Nothing happens? Push the dial."
    )
    assert hints.tick(evening.table, 500.0) is None, "then there is stillness"


def test_whoever_is_at_work_is_left_alone(evening: Evening) -> None:
    hints = Hints()
    hints.tick(evening.table, 0.0)
    hints.note_activity(15.0)
    hints.tick(evening.table, HESITATION_SECONDS + 10)
    assert said(hints.prompt) == ""
    hints.tick(evening.table, HESITATION_SECONDS + 15)
    assert said(hints.prompt)
    hints.note_activity(60.0)
    hints.tick(evening.table, 60.0)
    assert said(hints.prompt) == "", "a press takes it away"


def test_every_step_of_a_round_has_its_own_words(evening: Evening) -> None:
    hints = Hints()
    told: list[str] = []

    def tell() -> None:
        told.append(hesitate(evening, hints, 100.0 * len(told)).partition(": ")[2] or said(hints.prompt))

    tell()
    evening.table.on_shake()
    (request,) = evening.table.drain_requests()
    assert evening.table.mode.step is None, "the camera is at work, not the table"
    evening.table.on_observation(getattr(request, "serial"), observation(5, 6))  # noqa: B009 - the request is of several kinds
    tell()
    evening.claim(1, 3)
    tell()
    evening.press("challenge")
    tell()
    evening.reveal(seen=unsure())
    tell()
    assert [words.partition(" ")[0] for words in told] == ["shut", "look", "shake", "Press", "Look"]


def test_prompts_mention_a_current_meier_and_a_pass(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 2)
    assert hesitate(evening, Hints(), 0.0) == "Bjorn: press CLAIM to accept, or press CHALLENGE."
    evening = Evening(tmp_path / "mia", rules="mia")
    evening.begin()
    evening.shake(5, 6)
    evening.press("claim")
    assert "pass it on" in hesitate(evening, Hints(), 0.0)


def test_newcomers_get_the_reason_too_and_at_once(evening: Evening) -> None:
    evening.table.context.preferences.set_temporarily(NEWCOMER, True)
    hints = Hints()
    hints.tick(evening.table, 0.0)
    assert said(hints.prompt) == (
        "Astrid: shut the lid, shake both dice well and set the box down. Nobody else may see them."
    )
    evening.shake(5, 6)
    evening.claim(1, 3)
    hints.tick(evening.table, 1.0)
    assert said(hints.prompt).startswith("Bjorn: believe it")


def test_a_sentence_to_the_table_gives_way_to_the_explanation_when_it_was_read(evening: Evening) -> None:
    evening.table.context.preferences.set_temporarily(NEWCOMER, True)
    evening.table.context.notify(literal("Astrid opens."))
    hints = Hints()
    assert hints.tick(evening.table, 0.0) == READING_SECONDS
    assert evening.notice == "Astrid opens."
    hints.tick(evening.table, READING_SECONDS)
    assert evening.notice == ""


def test_a_remark_of_the_computer_soon_gives_way_to_what_the_table_is_to_do(evening: Evening) -> None:
    evening.table.context.notify(literal("Loki: “I never lie.”"), aloud=True, brief=True)
    hints = Hints()
    assert hints.tick(evening.table, 0.0) == REMARK_SECONDS
    hints.tick(evening.table, REMARK_SECONDS - 0.5)
    assert "Loki" in evening.notice
    hints.tick(evening.table, REMARK_SECONDS)
    assert evening.notice == ""


def test_other_notices_stay_until_the_next_press(evening: Evening) -> None:
    evening.table.context.notify(literal("The last claim is undone."), aloud=True)
    hints = Hints()
    hints.tick(evening.table, 0.0)
    hints.tick(evening.table, HESITATION_SECONDS - 0.5)
    assert evening.notice == "The last claim is undone."


def test_a_pause_gets_no_prompt(evening: Evening) -> None:
    evening.table.hold("reveal")
    evening.choose("Pause")
    assert hesitate(evening, Hints(), 0.0) == ""


def test_every_step_has_its_words() -> None:
    for step in set(NextStep) - {NextStep.CHOOSE}:
        assert Texts().say(f"guide.{step.value}", name="Astrid")
        if step not in SELF_EXPLAINING:
            assert Texts().say(f"newcomer.{step.value}", name="Astrid")


@pytest.mark.parametrize("rules", [rules for rules in RULESETS if rules not in ("stars", "sympkyn-cups")])
def test_prompts_do_not_depend_on_hidden_dice(tmp_path: Path, rules: str) -> None:
    told = []
    for number, faces in enumerate(((1, 2), (5, 6), (3, 3))):
        evening = Evening(tmp_path / str(number), rules=rules)
        evening.begin()
        evening.table.context.preferences.set_temporarily(NEWCOMER, True)
        hints = Hints()
        evening.shake(*faces)
        hints.tick(evening.table, 0.0)
        first = said(hints.prompt)
        evening.press("claim")
        told.append((first, hesitate(evening, hints, 1.0)))
    assert told[0] == told[1] == told[2]


def test_a_forgotten_menu_prompts_the_way_back(evening: Evening) -> None:
    hints = Hints()
    evening.table.hold("reveal")
    assert hesitate(evening, hints, 0.0) == "Turn the dial and push it; CHALLENGE goes back."
    evening.choose("Settings")
    hints.note_activity(100.0)
    assert hesitate(evening, hints, 100.0) == "Turn the dial and push it; CHALLENGE goes back."
    evening.press("dial")
    hints.note_activity(200.0)
    assert hesitate(evening, hints, 200.0) == "Turn the dial to change it, then push."


def test_whoever_reads_the_rules_is_not_interrupted(evening: Evening) -> None:
    hints = Hints()
    evening.table.hold("reveal")
    evening.press("reveal")
    assert hesitate(evening, hints, 0.0) == ""


def test_newcomers_need_no_explanation_of_a_list(evening: Evening) -> None:
    evening.table.context.preferences.change(NEWCOMER, True)
    evening.table.hold("reveal")
    hints = Hints()
    hints.tick(evening.table, 0.0)
    assert said(hints.prompt) == ""
