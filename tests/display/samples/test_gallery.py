"""The gallery saves every screen."""

from pathlib import Path

import pytest

from display.samples import draw_times, gallery
from tests.display.sample_pictures import samples


def test_every_sample_is_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gallery.main([str(tmp_path / "new"), "--size", "320x240"]) == 0
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert {f"{name}-320x240.png" for name in samples()} <= names
    assert f"{len(names)} pictures" in capsys.readouterr().out


def test_a_theme_is_chosen_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for theme in ("torch", "day"):
        arguments = [str(tmp_path / theme), "--size", "320x240", "--only", "resume", "--theme", theme]
        assert gallery.main(arguments) == 0
    pictures = [(tmp_path / theme / "resume-320x240.png").read_bytes() for theme in ("torch", "day")]
    assert pictures[0] != pictures[1]
    with pytest.raises(SystemExit):
        gallery.main([str(tmp_path), "--theme", "noon"])
    assert "torch" in capsys.readouterr().err


def test_an_invalid_size_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        gallery.main([str(tmp_path), "--size", "big"])
    assert ended.value.code == 2
    assert "write it like 1280x720" in capsys.readouterr().err


def test_an_unknown_scene_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gallery.main([str(tmp_path), "--size", "800x480", "--only", "nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err


def test_an_unwritable_folder_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert gallery.main([str(tmp_path / "file"), "--size", "800x480"]) == 1
    assert "cannot be saved" in capsys.readouterr().err


def test_draw_times_lists_every_sample(capsys: pytest.CaptureFixture[str]) -> None:
    assert draw_times.main(["--size", "320x240", "--seconds", "0.1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines[1:]} == {*samples(), "all"}
