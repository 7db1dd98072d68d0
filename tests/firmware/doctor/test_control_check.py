"""The test of every control in turn."""

from collections.abc import Sequence

from firmware.doctor.control_check import (
    DIAL,
    LID,
    OPTIONAL,
    REQUIRED,
    ControlAction,
    ControlInput,
    check_buttons,
    check_stuck,
)
from firmware.doctor.finding import Finding, Level
from firmware.rules.message import Message

EXPECTED = [wanted.expected for wanted in (*REQUIRED, *OPTIONAL)]
CLAIM, REVEAL = ControlInput(ControlAction.CLAIM), ControlInput(ControlAction.REVEAL)


def findings(inputs: Sequence[ControlInput | None]) -> tuple[list[Finding], list[str]]:
    """The findings for these inputs, and the prompts."""
    left, asked = list(inputs), []

    def say(please: Message) -> None:
        asked.append(str(please))

    found = list(check_buttons(say, lambda _: left.pop(0)))
    assert left == []
    return found, asked


def test_whatever_comes_as_asked_for_is_fine() -> None:
    found, asked = findings(EXPECTED)
    assert {finding.level for finding in found} == {Level.OK}
    assert asked[0] == "Please press CLAIM (or wait 15 seconds)."
    assert len(asked) == len(EXPECTED)


def test_a_missing_input_is_an_issue_and_swapped_wires_are_a_warning() -> None:
    (first, second, *rest), _ = findings([REVEAL, None, *EXPECTED[2:]])
    assert (str(first.part), first.level) == ("CLAIM", Level.WARNING)
    assert "got pressed reveal" in str(first.says)
    assert (str(second.part), second.level) == ("REVEAL", Level.ISSUE)
    assert {finding.level for finding in rest} == {Level.OK}


def test_the_button_of_another_seat_is_an_issue() -> None:
    inputs = [*EXPECTED]
    inputs[len(REQUIRED)] = ControlInput(ControlAction.SEAT, 2)
    found, _ = findings(inputs)
    assert found[len(REQUIRED)].level is Level.WARNING
    assert "got pressed seat 2" in str(found[len(REQUIRED)].says)


def test_a_box_without_seat_buttons_is_not_asked_for_eight_of_them() -> None:
    found, _ = findings([*EXPECTED[: len(REQUIRED) + 1], CLAIM, ControlInput(ControlAction.POWER)])
    assert [(str(finding.part), finding.level) for finding in found[len(REQUIRED) :]] == [
        ("seat 1", Level.OK),
        ("seat 2", Level.INFO),
        ("power button", Level.OK),
    ]


def test_a_lid_switch_that_works_the_other_way_round_has_its_setting_named() -> None:
    swapped = {ControlAction.LID_OPENED: ControlAction.LID_SHUT, ControlAction.LID_SHUT: ControlAction.LID_OPENED}
    found, _ = findings([ControlInput(swapped.get(each.action, each.action), each.seat) for each in EXPECTED])
    lid = [finding for finding in found if finding.part == LID]
    assert [finding.level for finding in lid] == [Level.WARNING] * 2
    assert 'lid = "shut"' in str(lid[0].remedy)


def test_a_dial_with_two_clicks_a_cycle_has_its_setting_named() -> None:
    half = ControlInput(ControlAction.DIAL_HALF)
    turned = (ControlAction.DIAL_RIGHT, ControlAction.DIAL_LEFT)
    found, _ = findings([half if each.action in turned else each for each in EXPECTED])
    dial = [finding for finding in found if finding.part == DIAL]
    assert [finding.level for finding in dial] == [Level.WARNING] * 2
    assert 'dial = "half"' in str(dial[0].remedy)


def test_a_button_that_is_down_by_itself_is_named() -> None:
    assert check_stuck(()).level is Level.OK
    found = check_stuck(("CLAIM", "seat 3"))
    assert found.level is Level.WARNING
    assert str(found.says).startswith("CLAIM, seat 3 down")
