"""`meierbox bless` from the command line, over the simulated box and its real eye."""

from pathlib import Path

import pytest

from firmware.commands import main
from firmware.dice_sets.die_set import DieSets, Shape


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    return tmp_path


def test_a_set_is_blessed_listed_and_forgotten(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bless", "red-bone", "--camera", "sim:5:steady", "--throws", "4", "--headless"]) == 0
    out = capsys.readouterr().out
    assert "throw 4 of 4" in out
    assert "red-bone is blessed" in out
    known = DieSets(state).load("red-bone")
    assert known.shape is Shape.OBLONG
    assert known.size_mm is None, "no calibration has given a scale"
    assert main(["bless", "--list"]) == 0
    assert "red-bone: oblong, drilled, faces 1 2 3 4 5 6" in capsys.readouterr().out
    assert main(["bless", "--remove", "red-bone"]) == 0
    assert main(["bless", "--list"]) == 0
    assert "There are no sets yet" in capsys.readouterr().out


def test_a_spoilt_file_is_named_in_the_list_and_the_others_stand(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (state / "dice").mkdir()
    (state / "dice" / "bad.toml").write_text("shape = 3")
    assert main(["bless", "--list"]) == 2
    assert "bad.toml is not a die set" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Which set?"),
        (["Red Bone"], "cannot be the name of a die set"),
        (["--remove", "horn"], 'There is no die set "horn"'),
        (["horn", "--camera", "folder:nowhere", "--headless"], "nowhere"),
    ],
)
def test_an_impossible_request_is_reported(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bless", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_what_no_set_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--faces", "07"], ["--faces", "11"], ["--throws", "0"], ["--dice", "99"]):
        with pytest.raises(SystemExit):
            main(["bless", "horn", *arguments])
        assert "argument" in capsys.readouterr().err
