"""Every control is asked for in turn."""

from firmware.doctor.controls import OPTIONAL, WANTED, check_buttons, check_stuck
from firmware.doctor.finding import Level


def test_whatever_comes_as_asked_for_is_fine() -> None:
    said: list[str] = []
    everything = (*WANTED, *OPTIONAL)
    deeds = [wanted.comes_as[0] for wanted in everything]
    findings = list(check_buttons(said.append, lambda _: deeds.pop(0)))
    assert {finding.level for finding in findings} == {Level.OK}
    assert said[0].startswith("Please press CLAIM")
    assert len(said) == len(everything)


def test_what_does_not_come_is_an_issue_and_exchanged_wires_a_warning() -> None:
    deeds = ["pressed reveal", None, *(wanted.comes_as[0] for wanted in (*WANTED[2:], *OPTIONAL))]
    first, second, *rest = check_buttons(lambda _: None, lambda _: deeds.pop(0))
    assert (first.part, first.level) == ("CLAIM", Level.WARNING)
    assert "pressed reveal came" in first.says
    assert (second.part, second.level) == ("REVEAL", Level.ISSUE)
    assert {finding.level for finding in rest} == {Level.OK}


def test_a_box_without_seat_buttons_is_not_asked_for_eight_of_them() -> None:
    said: list[str] = []
    deeds = [*(wanted.comes_as[0] for wanted in WANTED), "pressed seat 1", "pressed claim", "held power"]
    findings = list(check_buttons(said.append, lambda _: deeds.pop(0)))
    assert deeds == []
    assert [(finding.part, finding.level) for finding in findings[len(WANTED) :]] == [
        ("seat 1", Level.OK),
        ("seat 2", Level.INFO),
        ("power button", Level.OK),
    ]


def test_a_lid_switch_that_works_the_other_way_round_has_its_setting_named() -> None:
    deeds = {"open the lid": "lid shut", "shut the lid": "lid open"}
    asked: list[str] = []

    def next_deed(_: float) -> str | None:
        wanted = next(each for each in (*WANTED, *OPTIONAL) if each.please in asked[-1])
        return deeds.get(wanted.please, wanted.comes_as[0])

    lid = [finding for finding in check_buttons(asked.append, next_deed) if finding.part == "lid"]
    assert [finding.level for finding in lid] == [Level.WARNING] * 2
    assert 'lid = "shut"' in lid[0].remedy


def test_a_button_that_is_down_by_itself_is_named() -> None:
    assert check_stuck(()).level is Level.OK
    found = check_stuck(("CLAIM", "seat 3"))
    assert found.level is Level.WARNING
    assert found.says.startswith("CLAIM, seat 3 down")
