"""`meierbox read`: one line per image, in order, and an exit code."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.commands import read
from firmware.dice_sets.die_set import DieSet, DieSets, PipStyle, Shape
from tests.vision.drawing import Drawn, draw, ground


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    read.add_arguments(parser)
    return read.run(parser.parse_args(arguments))


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.jpg"
    cv2.imwrite(str(path), draw([Drawn(3, (400, 380), 130, 20), Drawn(5, (850, 600), 130, 60)]))
    return path


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), ground())
    return path


def test_a_reading_as_json_has_exactly_the_promised_form(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(two), "--json") == 0
    line = json.loads(capsys.readouterr().out)
    assert {key: line[key] for key in ("file", "verdict", "faces", "reason")} == {
        "file": str(two),
        "verdict": "read",
        "faces": [3, 5],
        "reason": None,
    }
    assert line["ms"] > 0
    assert 0.9 < line["probability"] <= 1
    assert "frames" not in line
    die = line["dice"][0]
    assert set(die) == {"face", "confidence", "center", "polygon", "pips"}
    assert len(die["polygon"]) >= 4
    assert all(len(pip) == 3 for pip in die["pips"])


def test_an_abstention_says_why_and_ends_with_1(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(bare), "--json") == 1
    line = json.loads(capsys.readouterr().out)
    assert (line["verdict"], line["faces"], line["reason"]) == ("abstain", None, "empty")
    assert line["message"].endswith(".")
    assert 0 <= line["probability"] < 0.9


def test_a_file_that_is_not_an_image_does_not_stop_the_others(
    two: Path, bare: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no image", "utf-8")
    blank = tmp_path / "blank.jpg"
    blank.touch()
    files = [bare, tmp_path / "gone.jpg", text, blank, tmp_path, two]
    assert run("--json", *map(str, files)) == 2
    shown = capsys.readouterr()
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert [line["reason"] for line in lines] == ["empty", *["camera"] * 4, None]
    complaints = shown.err.splitlines()
    assert len(complaints) == 4, "one sentence each"
    assert all(str(file) in complaint for file, complaint in zip(files[1:5], complaints, strict=True))


def test_expect_refuses_another_number_of_dice(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(two), "--expect", "3", "--json") == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "too-few"
    assert run(str(two), "--expect", "2") == 0


@pytest.mark.parametrize("number", ["0", "41", "two", "-1", "1.5"])
def test_expect_takes_one_to_forty(two: Path, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(str(two), "--expect", number)
    assert left.value.code == 2
    assert "1 to 40" in capsys.readouterr().err


def test_annotated_pictures_are_written_even_for_images_of_the_same_name(two: Path, tmp_path: Path) -> None:
    other = tmp_path / "sub" / "two.jpg"
    other.parent.mkdir()
    other.write_bytes(two.read_bytes())
    target = tmp_path / "seen" / "deep"
    assert run(str(two), str(other), "--annotate", str(target)) == 0
    assert sorted(path.name for path in target.iterdir()) == ["two-2.png", "two.png"]
    drawn = cv2.imread(str(target / "two.png"))
    assert drawn is not None
    assert drawn.shape == (960, 1280, 3)


def test_a_folder_that_cannot_be_written_is_reported_in_one_sentence(
    two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(two), "--annotate", str(two)) == 2
    complaint = capsys.readouterr().err
    assert len(complaint.splitlines()) == 1
    assert "another folder" in complaint


def test_without_json_there_is_a_line_for_people(two: Path, bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(two), str(bare)) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert "3 5" in first
    assert "empty" in second


def test_a_photograph_that_lies_on_its_side_is_turned_as_its_exif_says(
    two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # An EXIF block with nothing but "orientation 6": to be shown turned by 90 degrees.
    exif = bytes.fromhex("ffe1002245786966000049492a00080000000100120103000100000006000000000000000000")[:36]
    data = two.read_bytes()
    two.write_bytes(data[:2] + exif + data[2:])
    upright = cv2.imread(str(two))
    assert upright is not None
    assert upright.shape[:2] == (1280, 960)
    assert run(str(two), "--json") == 0
    centers = [die["center"] for die in json.loads(capsys.readouterr().out)["dice"]]
    assert np.array(centers)[:, 0].max() < 960
    assert np.array(centers)[:, 1].max() > 800


def test_a_known_set_of_dice_silences_a_face_that_they_do_not_have(
    two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path / "state"))
    sets = DieSets(tmp_path / "state")
    sets.save(DieSet("whole", Shape.CUBE, PipStyle.DRILLED, (1, 2, 3, 4, 5, 6)))
    sets.save(DieSet("no-fives", Shape.CUBE, PipStyle.DRILLED, (1, 2, 3, 4, 6)))
    assert run(str(two), "--dice", "whole") == 0
    assert run(str(two), "--dice", "no-fives") == 1
    assert "3 5" in capsys.readouterr().out.splitlines()[0]


def test_a_set_that_nobody_blessed_is_named_in_one_sentence(
    two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    assert run(str(two), "--dice", "missing") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "missing" in line


@pytest.fixture
def frames(tmp_path: Path) -> list[Path]:
    """Three frames of a throw, in the first of which a die is hidden."""
    clear = draw([Drawn(4, (420, 380), 140), Drawn(6, (850, 600), 140)])
    hidden = clear.copy()
    hidden[500:700, 750:950] = ground()[500:700, 750:950]
    paths = [tmp_path / f"{k}.png" for k in range(3)]
    for path, frame in zip(paths, (hidden, clear, clear), strict=True):
        cv2.imwrite(str(path), frame)
    return paths


def test_a_burst_is_read_as_one_throw(frames: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in frames]
    assert run(files[0], "--expect", "2") == 1
    capsys.readouterr()
    assert run("--burst", *files, "--expect", "2", "--json") == 0
    (line,) = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert (line["file"], line["faces"], line["frames"]) == (files[0], [4, 6], 3)


def test_both_lamp_channels_add_a_frame(frames: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    hidden, left, right = map(str, frames)
    assert run(hidden, right, "--burst", "--left", left, "--right", right, "--expect", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["frames"] == 3
    for wrong, words in (
        ((hidden, "--left", left), "give both --left and --right"),
        ((hidden, left, "--left", left, "--right", right), "are of one throw"),
    ):
        assert run(*wrong) == 2
        assert words in capsys.readouterr().err


def test_frames_of_unlike_size_are_no_burst(
    frames: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), ground()[:480])
    assert run("--burst", str(frames[0]), str(small), "--json") == 2
    shown = capsys.readouterr()
    assert json.loads(shown.out)["reason"] == "camera"
    assert f"{small} has another size than {frames[0]}" in shown.err


CAMERA = {
    "image_size": [1280, 960],
    "camera_matrix": [[1000, 0, 639.5], [0, 1000, 479.5], [0, 0, 1]],
    "distortion": [0, 0, 0, 0, 0],
    "rvec": [3.14159265, 0, 0],
    "tvec": [0, 0, 150],
}


def test_with_a_calibration_geometry_has_its_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A top face that extends beyond the picture is read without a calibration, and rejected as cut off with one."""
    picture = tmp_path / "border.png"
    cv2.imwrite(str(picture), draw([Drawn(4, (420, 380), 140), Drawn(6, (1213, 600), 140)]))
    one, many = tmp_path / "camera.json", tmp_path / "cameras.jsonl"
    one.write_text(json.dumps(CAMERA), "utf-8")
    many.write_text(json.dumps({"file": picture.name, "calibration": CAMERA}) + "\n", "utf-8")
    assert run(str(picture), "--expect", "2") == 0
    for file in (one, many):
        capsys.readouterr()
        assert run(str(picture), "--expect", "2", "--calibration", str(file), "--json") == 1
        assert json.loads(capsys.readouterr().out)["reason"] == "cut-off"


def test_a_calibration_that_fails_is_reported_in_one_sentence(
    two: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "camera.json"
    for text, words in (
        (None, "cannot be read"),
        ("{}", "is no calibration (image_size is missing)"),
        (json.dumps({"file": "other.jpg", "calibration": CAMERA}), f"has no camera for {two}"),
        (json.dumps(CAMERA | {"image_size": [1280, 1280]}), f"does not suit {two}"),
    ):
        if text is not None:
            file.write_text(text, "utf-8")
        assert run(str(two), "--calibration", str(file)) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert words in line
