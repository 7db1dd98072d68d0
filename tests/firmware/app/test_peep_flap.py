"""The peep flap of a simulated box: who is asked to look away, and when the dice are on the screen."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from display.draw.drawing_context import DrawingContext
from display.draw.surface_cache import SurfaceCache
from display.samples import sample_parts
from display.scene import TableScene
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.peep_flap import LOOK_SECONDS
from firmware.app.pi_devices import PiDevices
from firmware.camera import Peeked, RollReading
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.destinations import BoxRound
from firmware.table.plan import BY_THROW, GamePlan, with_computers
from hardware.desk.keyboard_mouse import DeskControls
from hardware.pi.pins import Part
from hardware.ports import Control, Held, Shaken, Turned
from tests.display.pixels import rgb
from tests.firmware.app.test_main_loop import PRESS, ScriptedSupervisor
from tests.firmware.evening import Evening, begin, observation, scene_of
from tests.hardware.pi.mock_pins import Fingers

ANYWHERE = (400, 240)
Pixels = NDArray[np.float64]


@cache
def photograph_of(faces: tuple[int, ...]) -> bytes:
    """A photograph of dice, drawn once for all tests."""
    return sample_parts.photograph(DrawingContext((800, 480)), faces, 3).encoded


class Viewer:
    """A player who looks at the screen of a box with all its controls; the camera answers when it is told to."""

    def __init__(self, folder: Path, stage: MainWindow, rules: str = "viking") -> None:
        self.folder, self.camera, self.fingers = folder, ScriptedSupervisor(), Fingers()
        evening = Evening(folder, can_peek=True, rules=rules)
        inbox: Inbox[BoxMessage] = Inbox()
        self.warnings: list[str] = []
        self.pins = PiDevices(inbox.put, self._warn, self.fingers.factory, lambda: None, self.fingers.clock)
        self.box = MainLoop(evening.table, stage, self.camera, inbox, self.fingers.clock, self.pins)
        self.desk = DeskControls(inbox.put, stage.hit, lambda: False, flap=lambda: self.box.flap.asks)
        begin(evening.table, ("Astrid", "Bjorn", "Sigrid"), {}, 0)

    def _warn(self, warning: Message) -> None:
        self.warnings.append(str(warning))

    def does(self, *messages: BoxMessage) -> Pixels:
        for message in messages:
            self.box.inbox.put(message)
            self.box.step()
        return self.looks()

    def looks(self) -> Pixels:
        """What is on the screen once everything has come to rest."""
        for _ in range(3):
            self.fingers.wait(1.0 if self.box.flap.shows else 30.0)
            self.box.step()
        return rgb()

    def scene(self) -> TableScene:
        """The scene of the table, except for the seal, which is another one every time."""
        scene = scene_of(self.box.table)
        assert isinstance(scene, TableScene)
        return replace(scene, seal=None)

    def event(self, kind: int, **fields: Any) -> Pixels:
        self.desk.pump([pygame.event.Event(kind, **fields)], self.fingers.now)
        return self.does()

    def sealed(self) -> None:
        """Astrid has shaken, and may look."""
        self.does(Shaken())
        self.does(RollReading(self.camera.asked[-1][1], observation(5, 6)))

    def photographed(self, *faces: int) -> Pixels:
        """The camera answers the last request."""
        return self.does(Peeked(self.camera.asked[-1][1], photograph_of(faces)))

    def asked(self, *faces: int) -> Pixels:
        """REVEAL was pressed: all others are asked to look away, and the dice are photographed."""
        self.does(PRESS["reveal"])
        return self.photographed(*faces)


@pytest.fixture
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    stage = MainWindow((800, 480), surfaces=surfaces)
    yield stage
    stage.close()


@pytest.fixture
def viewer(tmp_path: Path, stage: MainWindow) -> Iterator[Viewer]:
    viewer = Viewer(tmp_path, stage)
    viewer.sealed()
    yield viewer
    viewer.pins.close()


def test_until_a_control_is_kept_down_the_dice_change_nothing_on_the_screen(viewer: Viewer) -> None:
    table = viewer.looks()
    low = viewer.asked(1, 2)
    assert not np.array_equal(low, table)
    viewer.does(PRESS["reveal"])
    high = viewer.asked(6, 6)
    assert np.array_equal(low, high)


def key(kind: int, code: int) -> Callable[[Viewer], Pixels]:
    return lambda viewer: viewer.event(kind, key=code, mod=0)


def finger(kind: int) -> Callable[[Viewer], Pixels]:
    return lambda viewer: viewer.event(kind, pos=ANYWHERE, button=1)


def button(*, closed: bool) -> Callable[[Viewer], Pixels]:
    def act(viewer: Viewer) -> Pixels:
        viewer.fingers.bounce(Part.REVEAL, closed=closed)
        return viewer.looks()

    return act


HOLDS = {
    "keyboard": (key(pygame.KEYDOWN, pygame.K_r), key(pygame.KEYUP, pygame.K_r)),
    "flap key": (key(pygame.KEYDOWN, pygame.K_p), key(pygame.KEYUP, pygame.K_p)),
    "finger": (finger(pygame.MOUSEBUTTONDOWN), finger(pygame.MOUSEBUTTONUP)),
    "buttons of the box": (button(closed=True), button(closed=False)),
    "lost focus": (key(pygame.KEYDOWN, pygame.K_r), lambda viewer: viewer.event(pygame.WINDOWFOCUSLOST)),
}


@pytest.mark.parametrize("hold", HOLDS)
def test_the_dice_are_shown_while_a_control_is_kept_down_and_gone_at_once(viewer: Viewer, hold: str) -> None:
    down, up = HOLDS[hold]
    table = viewer.looks()
    away = viewer.asked(1, 2)
    seen = down(viewer)
    assert not np.array_equal(seen, away)
    assert not np.array_equal(seen, table)
    assert np.array_equal(up(viewer), table)
    assert not viewer.camera.flap


@pytest.mark.parametrize("hold", HOLDS)
def test_a_control_that_is_jammed_does_not_show_the_dice_without_end(viewer: Viewer, hold: str) -> None:
    down, up = HOLDS[hold]
    table = viewer.looks()
    away = viewer.asked(1, 2)
    assert not np.array_equal(down(viewer), away)
    viewer.fingers.wait(LOOK_SECONDS)
    assert np.array_equal(viewer.looks(), table)
    assert not viewer.camera.flap
    assert np.array_equal(up(viewer), table)
    away = viewer.asked(1, 2)
    assert not np.array_equal(down(viewer), away), "it opens again once the control has been let go of"


def test_reveal_that_stays_down_after_the_flap_was_shut_is_stuck(viewer: Viewer) -> None:
    viewer.asked(1, 2)
    viewer.fingers.bounce(Part.REVEAL, closed=True)
    viewer.looks()
    assert viewer.warnings == [], "somebody looks"
    viewer.fingers.wait(LOOK_SECONDS)
    viewer.looks()
    assert [said.partition(":")[0] for said in viewer.warnings] == ["REVEAL is stuck"]
    viewer.fingers.bounce(Part.REVEAL, closed=False)
    viewer.looks()
    assert viewer.warnings[1:] == ["REVEAL works again."]


def test_a_view_that_comes_while_the_control_is_down_is_shown(viewer: Viewer) -> None:
    viewer.does(PRESS["reveal"])
    away = viewer.event(pygame.KEYDOWN, key=pygame.K_r, mod=0)
    assert not np.array_equal(viewer.photographed(1, 2), away)


def test_a_view_that_comes_after_the_control_was_released_is_never_shown(viewer: Viewer) -> None:
    table = viewer.looks()
    viewer.does(PRESS["reveal"])
    late = viewer.camera.asked[-1]
    viewer.event(pygame.KEYDOWN, key=pygame.K_r, mod=0)
    viewer.event(pygame.KEYUP, key=pygame.K_r, mod=0)
    assert np.array_equal(viewer.photographed(1, 2), table)
    away = viewer.does(PRESS["reveal"])
    encoded = sample_parts.photograph(DrawingContext((800, 480)), (1, 2), 3).encoded
    viewer.event(pygame.KEYDOWN, key=pygame.K_r, mod=0)
    assert np.array_equal(viewer.does(Peeked(late[1], encoded)), away), "it may show the hand of another seat"


def test_a_press_of_reveal_that_cannot_be_kept_down_only_takes_the_request_back(viewer: Viewer) -> None:
    table = viewer.looks()
    viewer.asked(1, 2)
    assert np.array_equal(viewer.does(PRESS["reveal"]), table), "no dice are shown"


@pytest.mark.parametrize(
    "message",
    [PRESS["claim"], PRESS["challenge"], PRESS["dial"], Held(Control.CHALLENGE), Held(Control.REVEAL), Turned(1)],
)
def test_any_other_control_only_takes_the_request_back_since_its_plate_is_covered(
    viewer: Viewer, message: BoxMessage
) -> None:
    table, scene = viewer.looks(), viewer.scene()
    viewer.asked(1, 2)
    assert np.array_equal(viewer.does(message), table)
    assert viewer.scene() == scene
    assert not np.array_equal(viewer.does(Turned(1)), table), "the next one does what its plate says"


def test_a_shake_takes_the_request_back_and_counts(viewer: Viewer) -> None:
    viewer.does(Shaken())
    without_look = viewer.scene()
    again = Viewer(viewer.folder / "again", viewer.box.window)
    again.sealed()
    again.asked(1, 2)
    again.does(Shaken())
    assert again.scene() == without_look
    again.pins.close()


def test_a_camera_that_fails_takes_the_request_back(viewer: Viewer) -> None:
    table = viewer.looks()
    viewer.does(PRESS["reveal"])
    assert np.array_equal(viewer.does(Peeked(viewer.camera.asked[-1][1], b"")), table)


def test_the_only_person_at_the_table_looks_at_once(tmp_path: Path, stage: MainWindow) -> None:
    viewer = Viewer(tmp_path, stage)
    current = viewer.box.table.context.current_game
    current.plan = plan = with_computers(GamePlan(("Astrid", "Bjorn", "Sigrid"), BY_THROW, {}), ("jarl", "bold"), ())
    current.begin(plan.seats, {}, 0)
    viewer.box.table.go(BoxRound())
    viewer.sealed()
    table = viewer.looks()
    assert viewer.camera.asked[-1][0] == "peek", "photographed ahead"
    assert np.array_equal(viewer.photographed(1, 2), table), "and not shown"
    assert not np.array_equal(viewer.does(PRESS["reveal"]), table)
    assert np.array_equal(viewer.does(PRESS["reveal"]), table), "and hidden again"
    viewer.photographed(1, 2)
    viewer.does(PRESS["reveal"])
    assert not np.array_equal(viewer.does(Turned(1)), table), "the first turn after a look counts"
    viewer.photographed(1, 2)
    viewer.does(PRESS["reveal"])
    viewer.does(PRESS["claim"])
    asked = len(viewer.camera.asked)
    assert viewer.box.table.state.phase is Phase.ANSWERING
    viewer.looks()
    assert len(viewer.camera.asked) == asked, "nobody may look now"
    viewer.pins.close()
