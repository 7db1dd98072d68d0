"""`meierbox tour` saves a picture of every requested screen."""

import argparse
from pathlib import Path

import pytest

from firmware.commands import tour
from tests.firmware.app.autoplay.fake_photographer import Sketcher


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    tour.add_arguments(parser)
    return parser.parse_args(words)


def test_the_screens_that_were_asked_for_are_saved_with_a_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wishes = ("--size", "320x240", "--theme", "day", "--language", "en", "--only", "resume", "menu")
    assert tour.show(arguments(str(tmp_path), *wishes), Sketcher()) == 0
    saved = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.png")}
    look = "en-day-320x240"
    assert saved == {f"{look}.png", f"{look}/resume.png", f"{look}/menu.png"}
    assert "2 pictures" in capsys.readouterr().out


def test_what_is_no_screen_is_refused_with_the_names_of_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tour.show(arguments(str(tmp_path), "--language", "en", "--only", "cellar"), Sketcher()) == 2
    said = capsys.readouterr().err
    assert said.startswith("meierbox: No screen is called cellar: choose from ")
    assert {"menu", "resume", "welcome-welcome"} <= set(said.rstrip(".\n").partition("choose from ")[2].split(", "))
    assert not any(tmp_path.iterdir())


def test_everything_is_painted_where_nothing_is_asked_for() -> None:
    wishes = arguments("pictures")
    assert set(wishes.theme) == {"torch", "day", "contrast"}
    assert {"en"} <= set(wishes.language)
    assert {(800, 480), (1280, 720), (1920, 1080), (480, 800), (1080, 1920)} == set(wishes.size)
