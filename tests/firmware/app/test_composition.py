"""A whole box with a simulated camera, stopped and restarted."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.app.box_ports import BoxPorts
from firmware.app.composition import BoxOptions, composed
from firmware.app.main_loop import MainLoop
from firmware.camera import SWIFT, CameraLost, CameraMessage, CameraOpened
from firmware.camera.camera_port import CameraPort, NoCamera
from firmware.camera.supervisor import SILENT, STARTING
from firmware.menus.resume_offer import ResumeMode
from firmware.rules.events import Verdict
from firmware.table.play.verdict import VerdictMode
from hardware.ports import CameraError, Control, Pressed, Shaken
from hardware.simulated.remembered_throws import FILE as SIMULATED_BOX
from tests.firmware.evening import begin

ANSWER_SECONDS = 300.0
PROJECT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _unseen() -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"


def answered(box: MainLoop) -> None:
    """Runs the box until the camera has answered."""
    woken = threading.Event()
    box.inbox.wake = woken.set
    while getattr(box.table.mode, "waiting", None) is not None:
        message = box.inbox.pop()
        if message is not None:
            box.dispatch(message)
        elif woken.wait(ANSWER_SECONDS):
            woken.clear()
        else:
            raise TimeoutError("the camera does not answer")


def sealed(box: MainLoop) -> None:
    """Shakes until the camera has read the dice."""
    for _ in range(20):
        box.dispatch(Shaken())
        answered(box)
        if box.table.active_session.seal:
            return
    raise AssertionError("the camera reads nothing")


def test_simulated_dice_lie_as_they_lay_when_a_game_is_resumed(tmp_path: Path) -> None:
    order = BoxOptions(state=tmp_path, camera="sim:steady", size=(800, 480), pace=SWIFT)
    with composed(order) as box:
        begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
        sealed(box)
        box.dispatch(Pressed(Control.CLAIM))
    with composed(order) as box:
        assert isinstance(box.table.mode, ResumeMode)
        for control in (Control.DIAL, Control.CHALLENGE, Control.REVEAL):
            box.dispatch(Pressed(control))
        answered(box)
        mode = box.table.mode
        assert isinstance(mode, VerdictMode)
        assert not mode.moved
        assert mode.last.verdict is Verdict.UPHELD, "a claim of fifty-six is always true"


def test_a_missing_camera_is_reported_before_the_screen_opens(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="crystal-ball"), composed(BoxOptions(state=tmp_path, camera="crystal-ball")):
        pass


class SlowCamera(NoCamera):
    """Is reported to be `lost` at first, and opens when it is looked for a second time."""

    def __init__(self, lost: CameraLost, on_message: Callable[[CameraMessage], None]) -> None:
        super().__init__(on_message, lost.message)
        self.lost, self.on_message, self.watched = lost, on_message, 0

    def start(self) -> None:
        self.on_message(self.lost)

    def watchdog(self, now: float) -> None:
        super().watchdog(now)
        self.watched += 1
        if self.watched == 2:
            self.on_message(CameraOpened("slow"))


def test_a_slow_computer_may_start_its_camera_twice_but_a_silent_real_one_is_reported(tmp_path: Path) -> None:
    silent = BoxPorts(camera=lambda _name, on_message, **_: SlowCamera(SILENT, on_message))
    starting = BoxPorts(camera=lambda _name, on_message, **_: SlowCamera(STARTING, on_message))
    for camera, ports in (("sim:3", silent), ("usb:1", starting)):
        with composed(BoxOptions(state=tmp_path, camera=camera, size=(800, 480), ports=ports)) as box:
            assert box.table.context.camera_works
    usb = BoxOptions(state=tmp_path, camera="usb:1", size=(800, 480), ports=silent)
    with pytest.raises(CameraError, match="does not open"), composed(usb):
        pass


def test_a_seed_makes_the_same_evening_unless_a_game_is_unfinished(tmp_path: Path) -> None:
    """The same name of a simulated box throws the same dice (tests/hardware/simulated), if none are remembered."""
    opened: list[tuple[str, bool]] = []
    remembered = tmp_path / SIMULATED_BOX

    def camera(name: str, on_message: Callable[[CameraMessage], None], **_: object) -> CameraPort:
        opened.append((name, remembered.exists()))
        return SlowCamera(STARTING, on_message)

    order = BoxOptions(state=tmp_path, camera="sim:steady", size=(320, 240), seed=7, ports=BoxPorts(camera=camera))
    for ends in (True, False, True):
        remembered.write_text("the dice of the evening before")
        with composed(order) as box:
            begin(box.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)
            if ends:
                box.table.active_session.stop()
    assert opened == [("sim:steady:7", False), ("sim:steady:7", False), ("sim:steady:7", True)]


def test_the_start_loads_neither_the_camera_nor_what_the_first_screen_does_not_show() -> None:
    """The camera's drivers and OpenCV belong to the camera's process; they would cost time and memory twice."""
    unwanted = {"cv2", "vision", "hardware.cameras", "segno", "display.draw.heraldry.charges.beasts"}
    check = f"import sys, firmware.commands.play, firmware.app.service; print(sorted({unwanted} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], cwd=PROJECT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
