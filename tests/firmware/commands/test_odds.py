"""`meierbox odds`."""

import json
from pathlib import Path

import pytest

from firmware.commands import main
from firmware.dice_sets.die_set import DieSet, DieSets, PipStyle, Shape

CASES = (
    ("--rules viking --claim 1-2", "1/50"),
    ("--rules viking --claim 1-2 --dice fair", "1/18"),
    ("--rules viking --claim 13 --hold 26", "0"),
    ("--rules mia --claim 22 --option ranking=modern", "35/36"),
    ("--rules stars --claim 2x4 --unseen 5", "131/243"),
    ("--rules sympkyn-cups --option preset=ildhafn --claim 4x5 --hold 1,5,4,2,3", "131/243"),
    ("--rules sympkyn-cups --option preset=ildhafn --unseen 2 --hold 4 --claim sum_13", "5/18"),
)


def test_chances_are_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, chance in CASES:
        words = [word.replace("_", " ") for word in arguments.split()]
        assert main(["odds", *words, "--json"]) == 0, arguments
        told = json.loads(capsys.readouterr().out)
        assert told["chance"] == chance, arguments
        numerator, _, denominator = chance.partition("/")
        assert told["decimal"] == pytest.approx(int(numerator) / int(denominator or 1))


def test_the_text_says_how_often_a_throw_is_higher(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--rules", "viking", "--claim", "6-6"]) == 0
    assert (
        capsys.readouterr().out == "6-6: true with chance 1/5 (20.00%). A throw beats it with chance 4/25 (16.00%).\n"
    )


def test_a_blessed_set_has_odds_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    sets = DieSets(tmp_path)
    sets.save(DieSet("bone", Shape.OBLONG, PipStyle.RINGS, (1, 2, 3, 4, 5, 6), thrown=(4, 2, 20, 18, 25, 25)))
    sets.save(DieSet("new", Shape.CUBE, PipStyle.RINGS, (1, 2, 3, 4, 5, 6)))
    assert main(["odds", "--rules", "viking", "--claim", "1-2", "--dice", "bone", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chance"] == "2/625"
    assert main(["odds", "--rules", "viking", "--claim", "1-2", "--dice", "new"]) == 2
    assert "bless them with more throws" in capsys.readouterr().err


def test_questions_that_make_no_sense_end_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        ("--rules chess --claim 1-2", "chess"),
        ("--rules viking --claim 7-7", "7-7"),
        ("--rules viking --claim 4x5", "not a claim of Viking"),
        ("--rules viking --claim 56 --hold 2", "both are seen, or neither"),
        ("--rules viking --claim 56 --dice nobodys", "nobodys"),
        ("--rules viking --claim 56 --option lives=many", "lives"),
    ):
        assert main(["odds", *arguments.split()]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
    for arguments in ("--hold 2-9", "--unseen 101"):
        with pytest.raises(SystemExit):
            main(["odds", "--rules", "stars", "--claim", "4x5", *arguments.split()])
        assert "meierbox odds" in capsys.readouterr().err
