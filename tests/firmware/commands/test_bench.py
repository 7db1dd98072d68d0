"""`meierbox bench` measures on frames of its own drawing, in a process of its own."""

import json

import pytest

from firmware.commands import main
from firmware.commands.bench import CASES, EIGHT_MEGAPIXELS, STAGES, Measurement, draw, enlarge, percentile


def test_it_prints_one_object_for_each_kind_of_frame(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--frames", "1"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["frames"] for line in lines] == [case.name for case in CASES]
    for line in lines:
        assert 0 < line["p50_ms"] <= line["p95_ms"]
        assert sum(line["shares"].values()) == pytest.approx(1, abs=0.01)
        assert line["memory_mb"] > 10


def test_the_frames_are_of_the_size_that_they_are_named_for() -> None:
    (frame,) = draw(2, 1, seed=3)
    assert frame.shape == (960, 1280, 3)
    assert enlarge(frame, None).shape == (960, 1280, 3)
    assert enlarge(frame, EIGHT_MEGAPIXELS).shape == (2448, 3264, 3)


def test_the_shares_of_the_stages_are_of_the_whole() -> None:
    ticks = iter(range(1000))
    timing = Measurement(clock=lambda: next(ticks) * 0.001)(CASES[0], draw(2, 2, seed=3), 3)
    assert set(timing.shares) == set(STAGES)
    assert sum(timing.shares.values()) == pytest.approx(1)
    assert timing.p50 == pytest.approx(1.0), "a millisecond from tick to tick"
    assert timing.frames == 3


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], 95) == 4.0
    assert percentile([5.0], 50) == 5.0


@pytest.mark.parametrize("wrong", ["0", "many", "1001"])
def test_a_wrong_number_of_frames_is_refused_with_the_remedy(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--frames", wrong])
    assert "from 1 to 1000" in capsys.readouterr().err
