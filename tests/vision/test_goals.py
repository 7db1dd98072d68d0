"""The table of goals counts right and wrong readings by group and given information."""

import json
from pathlib import Path

import cv2
import pytest

from tests.vision.drawing import Drawn, draw
from vision.camera_model import CameraModel
from vision.evaluation.goals import main
from vision.evaluation.splits import Split, load

CAMERA = CameraModel.straight_down((1280, 960), 1000, 150).to_json()


def name_in(table: str, part: Split) -> str:
    return next(entry.file for entry in load().values() if entry.table == table and entry.part is part)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A photograph and a render of one die each, both of the development part."""
    photo, render = (name_in(table, Split.DEVELOPMENT) for table in ("carpet_damiantab", "renders"))
    for folder, name, value in (("photos", photo, 4), (".", render, 5)):
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), draw([Drawn(value, (620, 420), 140, 20)]))
    (tmp_path / "photos" / photo).with_name("truth.csv").write_text(f"file,n_dice,faces\n{Path(photo).name},1,3\n")
    truth = {"file": Path(render).name, "profile": "hard", "expect": "read", "reason": "", "faces": [5]}
    line = json.dumps(truth | {"expected_dice": 1, "dice": [{"value": 5}]})
    (tmp_path / render).with_name("truth.jsonl").write_text(line)
    (tmp_path / "renders" / "calibrations.jsonl").write_text(json.dumps({"file": truth["file"], "calibration": CAMERA}))
    (tmp_path / "renders2").mkdir()
    (tmp_path / "renders2" / "truth.jsonl").write_text(line.replace(Path(render).name, "unlisted.jpg")[:-1] + "}")
    lines = json.loads((tmp_path / "renders2" / "truth.jsonl").read_text()) | {"calibration": CAMERA}
    (tmp_path / "renders2" / "truth.jsonl").write_text(json.dumps(lines))
    return tmp_path


def test_right_and_wrong_readings_are_counted_by_group_and_given_information(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(data), "--failures"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {(line[:34].strip(), line[35:67].strip()): line[68:].split() for line in lines[1:6]}
    wrong = rows["photographs, from above", "number"]
    assert (wrong[0], wrong[1], wrong[6]) == ("1", "0.0", "100.0"), "the truth says three"
    for given in ("nothing", "number", "number, calibration"):
        assert rows["renders, hard", given][:2] == ["1", "100.0"]
    assert sum(line.startswith("wrong") for line in lines) == 2


def test_pictures_of_other_parts_are_not_counted(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(data), "--part", "test"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert main([str(data / "none")]) == 2
