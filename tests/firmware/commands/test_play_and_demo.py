"""`play` and `demo` from the outside: every error is one sentence, and the demo's verdicts are right."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.commands import NAMES
from tests.firmware.commands.terminal import meierbox

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "--seats", "Astrid; Bjorn; Astrid"], 'Two seats are called "Astrid"'),
        (["play", "--seats", "Astrid; Bjorn"], "needs at least 3 players"),
        (["play", "--rules", "chess"], 'No ruleset is called "chess"'),
        (["play", "--camera", "crystal-ball"], 'There is no camera "crystal-ball"'),
        (["play", "--camera", "sim:gold"], 'has no option "gold"'),
        (["play", "--camera", "folder:/no/such/folder"], "/no/such/folder"),
        (["play", "--camera", "usb:97"], "97"),
        (["demo", "--frames", "pictures"], "give both"),
        (["demo", "--headless", "--camera", "usb:0"], "plays with a simulated box"),
    ],
)
def test_what_cannot_be_done_is_reported_in_one_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    done = meierbox(*words, state=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("meierbox: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stdout == ""


def test_an_empty_folder_of_photographs_is_named(tmp_path: Path) -> None:
    (tmp_path / "photographs").mkdir()
    done = meierbox("play", "--camera", f"folder:{tmp_path / 'photographs'}", state=tmp_path / "state")
    assert done.returncode == 2
    assert "photographs" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_state_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = meierbox("play", state=tmp_path / "file" / "state")
    assert done.returncode == 2
    assert "The journal cannot be kept" in done.stderr
    assert "MEIERBOX_STATE" in done.stderr
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_missing_display_is_reported_with_the_remedy(tmp_path: Path) -> None:
    done = meierbox("play", state=tmp_path, SDL_VIDEODRIVER="x11", DISPLAY=":99999")
    assert done.returncode == 2
    assert "No screen can be opened" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_call_ends_with_2(tmp_path: Path) -> None:
    for words in ([], ["dance"], ["play", "--window", "big"], ["demo", "--rounds", "0"]):
        done = meierbox(*words, state=tmp_path)
        assert done.returncode == 2, words
        assert done.stderr.startswith("usage: "), words


def test_every_command_explains_itself(tmp_path: Path) -> None:
    for command in NAMES:
        done = meierbox(command, "--help", state=tmp_path)
        assert done.returncode == 0
        assert done.stdout.startswith(f"usage: meierbox {command} ")


def test_python_runs_the_package_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware", "play", "--rules", "chess"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('meierbox: No ruleset is called "chess"')


def test_the_demo_plays_through_the_camera_and_no_verdict_is_wrong(tmp_path: Path) -> None:
    done = meierbox(
        "demo",
        "--headless",
        "--rounds",
        "1",
        "--seed",
        "3",
        "--frames",
        str(tmp_path / "frames"),
        "--window",
        "320x240",
        state=tmp_path / "state",
    )
    assert done.returncode == 0, done.stderr
    counted = re.fullmatch(
        r"1 round, \d+ challenges?, \d+ verdicts?, \d+ abstentions? \(.*\), 0 disagreements\n", done.stdout
    )
    assert counted, done.stdout
    assert any((tmp_path / "frames").glob("*-reveal.png"))
    assert not (tmp_path / "state").exists(), "the demo leaves the table's journal alone"


@pytest.mark.parametrize(
    ("rules", "seed"), [("mia", 4), ("sympkyn-cups", 3), ("stars", 5)], ids=["cubes", "cups laid at once", "one by one"]
)
def test_games_of_every_kind_are_played_through_the_camera(rules: str, seed: int, tmp_path: Path) -> None:
    """Oblong dice in the box are above; the first of these is also asked to shake again."""
    words = ("--rules", rules, "--rounds", "1", "--seed", str(seed))
    done = meierbox("demo", "--headless", *words, state=tmp_path / "state")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 round, ")
    assert done.stdout.endswith(" 0 disagreements\n")
