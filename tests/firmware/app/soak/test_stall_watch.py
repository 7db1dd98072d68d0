"""A loop that stands still is noticed by the soak test."""

from firmware.app.soak.stall_watch import StallWatch


def test_a_turn_that_takes_too_long_is_reported_and_a_pause_between_boxes_is_not() -> None:
    watch = StallWatch(seconds=30.0)
    assert [watch.turn(now) for now in (100.0, 100.5, 129.0, 159.5, 160.0)] == [None, None, None, 30.5, None]
    watch.stop()
    assert watch.turn(500.0) is None
    watch.stop()
