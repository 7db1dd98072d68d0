"""A safe start says why on the screen; the main loop's heartbeat; leaving the table differs from a signal."""

import os
from pathlib import Path

import pygame
import pytest

from firmware.app.box_ports import BoxPorts
from firmware.app.composition import BoxOptions, composed, run_in_window
from firmware.app.service import POWER_OFF, serve
from firmware.app.systemd_notify import Heartbeat, Notifier
from firmware.rules.message import message
from hardware.ports import Quit
from tests.firmware.doctor.test_machine_health import FakeMachine
from tests.firmware.evening import scene_of


@pytest.fixture(autouse=True)
def _no_screen() -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"


def test_a_safe_start_opens_no_camera_and_says_why(tmp_path: Path) -> None:
    with composed(
        BoxOptions(tmp_path, camera="usb:97", size=(800, 480), safe_start_reason=message("the camera is gone"))
    ) as box:
        box.step()
        assert "the camera is gone" in str(scene_of(box.table).notice)
        assert "judges by sight" in str(scene_of(box.table).notice)


def test_a_safe_start_on_a_pi_tells_of_undervoltage_too(tmp_path: Path) -> None:
    fake = FakeMachine(tmp_path / "machine")
    fake.put("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4")
    fake.put("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    ports = BoxPorts(machine=fake.machine)
    with composed(
        BoxOptions(tmp_path, camera="none", size=(800, 480), safe_start_reason=message("no pins"), ports=ports)
    ) as box:
        box.step()
        assert "The voltage is too low" in str(scene_of(box.table).notice)


def test_the_loop_beats_at_every_turn(tmp_path: Path) -> None:
    class Counting(Heartbeat):
        beats = 0

        def beat(self) -> None:
            self.beats += 1

    with composed(BoxOptions(tmp_path, camera="none", size=(800, 480))) as box:
        heartbeat = Counting()

        def leave_at_third(_: object) -> float:
            if heartbeat.beats == 3:
                box.inbox.put(Quit())
            return 0.0

        run_in_window(box, leave_at_third, heartbeat)
        assert heartbeat.beats == 4
        assert box.dismissed


def test_a_table_that_leaves_wishes_the_machine_to_be_turned_off(tmp_path: Path) -> None:
    class ShutsTheWindow(Notifier):
        def tell(self, **words: str) -> None:
            if "READY" in words:
                pygame.event.post(pygame.event.Event(pygame.QUIT))

    wish = tmp_path / "poweroff"
    order = BoxOptions(tmp_path / "state", camera="none", size=(800, 480))
    serve(order, ShutsTheWindow(None), {POWER_OFF: str(wish)})
    assert wish.exists()
    assert not (tmp_path / "state" / "starting").exists()
