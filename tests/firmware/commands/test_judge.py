"""`meierbox judge`: files, output formats, exit codes."""

import argparse
import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.commands import judge
from firmware.rules.record.adjudication import adjudicate
from firmware.rules.record.writer import record_of, write_record
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance

GOOD = '[Rules "viking"]\n[Seats "Astrid; Bjorn; Sigrid"]\nAstrid rolls 5-6 claims 1-3\n'
REFUSED = GOOD + "Bjorn rolls 5-6 claims 4-6\n"


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    judge.add_arguments(parser)
    return judge.run(parser.parse_args(arguments))


class Writer:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    return Writer(tmp_path)


def test_one_object_a_line_in_the_order_of_the_files(write: Writer, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write("b.meier", REFUSED), write("a.meier", GOOD)]
    assert run("--json", *files) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [first["file"], second["file"]] == files
    assert first["error"] == {"line": 4, "message": "46 ranks below 13."}
    assert second["error"] is None


def test_a_good_record_exits_with_0_and_a_refused_line_with_1(
    write: Writer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(write("a.meier", GOOD)) == 0
    assert "13 stands; Bjorn answers." in capsys.readouterr().out
    assert run(write("b.meier", REFUSED)) == 1
    assert "4  refused: 46 ranks below 13." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "not UTF-8 text"),
        ("Dear Sir or Madam\n", "This is not a game record"),
        ("", "not a game record"),
    ],
)
def test_a_file_that_is_not_a_record_exits_with_2_and_the_others_are_adjudicated(
    write: Writer, capsys: pytest.CaptureFixture[str], content: str | bytes, said: str
) -> None:
    bad, good = write("bad.txt", content), write("a.meier", GOOD)
    assert run("--json", bad, good) == 2
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["file"] == bad
    assert said in first["error"]["message"]
    assert second["phase"] == "facing"
    assert run(bad, good) == 2
    shown = capsys.readouterr()
    assert said in shown.out + shown.err
    assert "13 stands" in shown.out


def test_a_missing_file_and_a_folder_exit_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path / "none.meier")) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
    assert run(str(tmp_path)) == 2
    assert "is a folder" in capsys.readouterr().err


def test_a_dash_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert run("--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["file"] == "-"


def test_every_line_is_followed_by_what_came_of_it() -> None:
    record = GOOD + "Bjorn challenges\nundo\nBjorn dances\n"
    assert judge.annotated_record("a.meier", adjudicate(record)).splitlines() == [
        "a.meier: Viking Liar's Dice; Astrid, Bjorn, Sigrid",
        "   3  Astrid rolls 5-6 claims 1-3  13 stands; Bjorn answers.",
        "   4  Bjorn challenges             The dice are 56: 13 is false. Astrid pays 1 life and has 5. "
        "Next to open: Bjorn.",
        "   5  undo                         The last action is taken back; it is Bjorn's turn.",
        '   6  refused: "dances" is not something that Bjorn can do: use one of rolls, blind, passes, accepts, shows, '
        "challenges, bids, sums.",
        "      Lives: Astrid 6, Bjorn 6, Sigrid 6; Bjorn is to act.",
    ]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(CONFIGURATIONS), st.integers(0, 2**32))
def test_every_line_of_every_game_is_annotated(configuration: tuple[str, dict[str, str]], seed: int) -> None:
    game = Chance(*configuration, seed, unread=0.1)
    game.play(60)
    record = record_of(game.events)
    told = judge.annotated_record("a.meier", adjudicate(write_record(record)))
    assert len(told.splitlines()) == 2 + len(record.lines)


def test_file_names_that_are_not_text_are_kept(write: Writer, capsys: pytest.CaptureFixture[str]) -> None:
    name = write(os.fsdecode(b"f\xe9te \xff.meier"), GOOD)
    assert run("--json", name) == 0
    assert json.loads(capsys.readouterr().out)["file"] == name
    assert run(name) == 0
    assert "13 stands" in capsys.readouterr().out
