"""A safe start says on the screen why it is one; the loop beats; a table that leaves is told from a signal."""

import os
from pathlib import Path

import pytest

from firmware.app.compose import Order, composed, run_in_window
from firmware.app.scenes import scene_of
from firmware.notify import Heartbeat
from hardware.ports import Quit


@pytest.fixture(autouse=True)
def _no_screen() -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"


def test_a_safe_start_opens_no_camera_and_says_why(tmp_path: Path) -> None:
    with composed(Order(tmp_path, camera="usb:97", size=(800, 480), careful="the camera is gone")) as box:
        box.step()
        assert "the camera is gone" in str(scene_of(box.table).notice)
        assert "judges by sight" in str(scene_of(box.table).notice)


def test_the_loop_beats_at_every_turn(tmp_path: Path) -> None:
    class Counting(Heartbeat):
        beats = 0

        def beat(self) -> None:
            self.beats += 1

    with composed(Order(tmp_path, camera="none", size=(800, 480))) as box:
        heartbeat = Counting()

        def leave_at_third(_: object) -> float:
            if heartbeat.beats == 3:
                box.inbox.put(Quit())
            return 0.0

        run_in_window(box, leave_at_third, heartbeat)
        assert heartbeat.beats == 4
        assert box.dismissed
