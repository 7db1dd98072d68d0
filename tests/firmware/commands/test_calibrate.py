"""`meierbox calibrate` from the command line, over the simulated box."""

from pathlib import Path

import pytest

from firmware.commands import main
from hardware.calibration.record import Calibration, load
from hardware.calibration.scale import Source


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    return tmp_path


def test_it_keeps_what_it_found_and_can_be_repeated(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["calibrate", "--camera", "sim:5", "--headless", "--die", "25.4x19.05"]) == 0
    said = capsys.readouterr().out
    for part in ("light", "evenness", "floor", "lamp", "focus", "size"):
        assert f"OK       {part}:" in said
    known = load(state / "camera.toml")
    assert known.camera == "simulated box"
    assert known.scale is not None
    assert known.scale.source is Source.DICE


def test_a_rehearsal_does_not_put_aside_what_was_measured_of_a_real_camera(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Calibration("Pi camera 0").toml()
    (state / "camera.toml").write_text(kept)
    assert main(["calibrate", "--camera", "sim:5", "--headless"]) == 2
    assert "the calibration of Pi camera 0: give --out FILE" in capsys.readouterr().err
    assert (state / "camera.toml").read_text() == kept


def test_the_card_is_written(tmp_path: Path) -> None:
    assert main(["calibrate", "--card", str(tmp_path / "card.svg")]) == 0
    assert "80 mm wide" in (tmp_path / "card.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--camera", "nothing"], 'There is no camera "nothing"'),
        (["--camera", "folder:nowhere"], "nowhere"),
    ],
)
def test_a_missing_camera_is_named(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--headless", *arguments]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert "Traceback" not in error


def test_a_measure_that_no_die_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--die", "3"], ["--die", "big"], ["--height", "5"]):
        with pytest.raises(SystemExit):
            main(["calibrate", *arguments])
        assert "write" in capsys.readouterr().err
