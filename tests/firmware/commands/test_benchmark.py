"""`meierbox bench` measures on frames of its own drawing, in a process of its own."""

import json
import os
from pathlib import Path

import cv2
import pytest

from firmware.commands import main
from firmware.commands.benchmark import (
    CASES,
    EIGHT_MEGAPIXELS,
    STAGES,
    Case,
    ReadingTime,
    Stopwatch,
    Timing,
    as_json,
    as_text,
    draw,
    enlarge,
    in_folder,
    measure,
    peak_memory,
    percentile,
    serve,
)
from hardware.ports import Image
from vision.camera_model import CameraModel


def test_it_prints_one_object_for_each_kind_of_frame(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--frames", "1"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["frames"] for line in lines] == [case.name for case in CASES]
    for line in lines:
        assert 0 < line["p50_ms"] <= line["p95_ms"]
        assert sum(line["shares"].values()) == pytest.approx(1, abs=0.01)
        assert line["undisturbed_ms"] == line["p50_ms"], "of one reading"
        assert line["memory_mb"] > 10
    small, _, large = (line["memory_mb"] for line in lines)
    assert large > small + 10, "a frame of 8 megapixels takes 24 megabytes, one of 1280x960 four"


def test_pictures_of_a_folder_are_timed_with_and_without_their_number_of_dice(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), draw(2, 1, seed=3)[0])
    assert [len(pictures) for pictures in in_folder(tmp_path)] == [2], "nothing tells their number"
    (tmp_path / "truth.csv").write_text("file,n_dice,faces\na.png,2,3 5\nb.png,0,\n", "utf-8")
    told, untold = in_folder(tmp_path)
    assert [(case.dice, file.name) for case, file in told] == [(2, "a.png")]
    assert [(case.dice, file.name) for case, file in untold] == [(None, "a.png"), (None, "b.png")]
    assert main(["bench", str(tmp_path), "--json"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(line["frames"], line["count"]) for line in lines] == [
        (f"{tmp_path.name}, number told", 1),
        (f"{tmp_path.name}, unknown number", 2),
    ]
    assert all(0 < line["p50_ms"] <= line["p95_ms"] <= line["worst_ms"] for line in lines)
    (tmp_path / "none").mkdir()
    assert main(["bench", str(tmp_path / "none")]) == 2
    assert "holds no pictures" in capfd.readouterr().err


def test_pictures_of_a_known_camera_are_timed_with_it_as_well(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), draw(2, 1, seed=3)[0])
    truth = "file,n_dice,faces\na.png,2,3 5\n"
    (tmp_path / "truth.csv").write_text(truth, "utf-8")
    calibration = tmp_path / "camera.json"

    def bench(size: tuple[int, int]) -> int:
        calibration.write_text(json.dumps(CameraModel.straight_down(size, 1000, 150).to_json()), "utf-8")
        return main(["bench", str(tmp_path), "--json", "--calibration", str(calibration)])

    assert bench((1280, 960)) == 0
    last = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert (last["frames"], last["count"]) == (f"{tmp_path.name}, number and calibration", 1)
    assert main(["bench", "--calibration", str(calibration)]) == 2
    assert "name their folder" in capfd.readouterr().err
    (tmp_path / "truth.csv").unlink()
    assert bench((1280, 960)) == 2
    assert "no picture in" in capfd.readouterr().err
    (tmp_path / "truth.csv").write_text(truth, "utf-8")
    assert bench((640, 640)) == 2
    assert "does not suit" in capfd.readouterr().err
    calibration.write_text("{}", "utf-8")
    assert main(["bench", str(tmp_path), "--calibration", str(calibration)]) == 2
    assert "is no calibration" in capfd.readouterr().err


def test_the_frames_are_of_the_size_that_they_are_named_for() -> None:
    (frame,) = draw(2, 1, seed=3)
    assert frame.shape == (960, 1280, 3)
    assert enlarge(frame, None).shape == (960, 1280, 3)
    assert enlarge(frame, EIGHT_MEGAPIXELS).shape == (2448, 3264, 3)


def test_the_shares_of_the_stages_are_of_the_whole() -> None:
    passing, working = iter(range(1000)), iter(range(1000))
    timing = measure(
        CASES[0], draw(2, 2, seed=3), 3, Stopwatch(lambda: next(passing) * 0.002, lambda: next(working) * 0.001)
    )
    assert set(timing.shares) == set(STAGES)
    assert sum(timing.shares.values()) == pytest.approx(1)
    assert timing.p50 == pytest.approx(2.0), "as time passes"
    assert timing.frames == 3


def test_stages_are_reported_in_processor_time() -> None:
    passing, working = iter(range(1000)), iter(range(0, 5000, 5))
    told = Stopwatch(lambda: next(passing), lambda: next(working))(CASES[0], draw(2, 1, seed=3)[0])
    assert told.ms == 1000, "a second passed"
    assert [told.stages[stage] for stage in STAGES[:3]] == [5, 5, 5], "five of work at each"


def test_every_figure_has_its_own_name() -> None:
    timing = Timing(CASES[1], 160, 150, 11.0, 13.0, 7.0, 21.0, dict.fromkeys(STAGES, 0.25), 117.0)
    told = as_json(timing)
    assert (told["p50_ms"], told["p95_ms"], told["undisturbed_ms"], told["memory_mb"]) == (11, 13, 7, 117)
    assert told["worst_ms"] == 21
    assert (told["count"], told["read"], told["dice"]) == (160, 150, 8)
    text = as_text(timing)
    assert "p50 11.0 ms, p95 13.0 ms, undisturbed 7.0 ms, worst 21.0 ms" in text
    assert "150 of 160 read; 117 MB" in text


def test_undisturbed_is_what_the_middle_throw_takes_when_it_is_read_quickest() -> None:
    frames = draw(2, 3, seed=3)
    spent = iter([99.0, 30.0, 12.0, 50.0, 20.0, 40.0, 16.0])

    def ask(case: Case, frame: Image) -> ReadingTime:  # noqa: ARG001
        return ReadingTime(next(spent), dict.fromkeys(STAGES, 0.001), True, 100.0)

    timing = measure(CASES[0], frames, 6, ask)
    assert timing.p50 == 20.0
    assert timing.undisturbed == 16.0, "of 20, 12 and 16, for the first reading of all does not count"


def test_the_memory_is_that_of_this_process_and_of_none_that_started_it(tmp_path: Path) -> None:
    status = tmp_path / "status"
    status.write_text("Name:\tpython\nVmPeak:\t  900000 kB\nVmHWM:\t  131072 kB\nVmRSS:\t  102400 kB\n")
    assert peak_memory(status) == 128.0
    assert peak_memory() > 10


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], 95) == 4.0
    assert percentile([5.0], 50) == 5.0


@pytest.mark.parametrize("wrong", ["0", "many", "1001"])
def test_a_wrong_number_of_frames_is_refused_with_the_remedy(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--frames", wrong])
    assert "from 1 to 1000" in capsys.readouterr().err


class Gone:
    """A pipe whose other end was closed after the first word."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def send(self, word: object) -> None:
        self.told.append(word)

    def recv(self) -> object:
        raise EOFError


def test_the_reading_process_ends_quietly_without_its_parent() -> None:
    line = Gone()
    serve(line, 1)
    assert line.told == [""], "it was ready, and said so"


def test_products_of_matrices_keep_to_one_core_unless_someone_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for wish, due in ((None, "1"), ("3", "3")):
        if wish is None:
            monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
        else:
            monkeypatch.setenv("OPENBLAS_NUM_THREADS", wish)
        assert main(["read", "nothing.jpg"]) == 2
        assert os.environ["OPENBLAS_NUM_THREADS"] == due
    assert "nothing.jpg does not exist" in capsys.readouterr().err
