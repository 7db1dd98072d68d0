"""Every control is asked for in turn."""

from firmware.doctor.buttons import WANTED, check_buttons
from firmware.doctor.finding import Level


def test_whatever_comes_as_asked_for_is_fine() -> None:
    said: list[str] = []
    deeds = [wanted.comes_as[0] for wanted in WANTED]
    findings = list(check_buttons(said.append, lambda _: deeds.pop(0)))
    assert {finding.level for finding in findings} == {Level.OK}
    assert said[0].startswith("Please press CLAIM")
    assert len(said) == len(WANTED)


def test_what_does_not_come_is_an_issue_and_exchanged_wires_a_warning() -> None:
    deeds = ["pressed reveal", None, *(wanted.comes_as[0] for wanted in WANTED[2:])]
    first, second, *rest = check_buttons(lambda _: None, lambda _: deeds.pop(0))
    assert (first.part, first.level) == ("CLAIM", Level.WARNING)
    assert "pressed reveal came" in first.says
    assert (second.part, second.level) == ("REVEAL", Level.ISSUE)
    assert {finding.level for finding in rest} == {Level.OK}
