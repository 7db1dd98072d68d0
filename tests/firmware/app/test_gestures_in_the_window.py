"""Double presses and swipes, through the whole program: pins and window events on one side, the table on the other."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pytest

from firmware.app.box_ports import BoxPorts
from firmware.app.composition import BoxOptions, composed, run_in_window
from firmware.app.main_loop import MainLoop
from firmware.menus.rule_pages import PagesMode
from firmware.table.destinations import StartScreen
from hardware.pi.pins import Part
from hardware.ports import Control, Pressed, Quit
from tests.hardware.pi.mock_pins import Fingers

Act = Callable[[MainLoop], object]


@pytest.fixture(autouse=True)
def _without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def quit_box(box: MainLoop) -> None:
    box.inbox.put(Quit())


def presses_of_claim(folder: Path, fingers: Fingers, acts: Sequence[Act]) -> int:
    """Returns how often CLAIM reaches the table while these acts follow each other, one in each turn of the loop."""
    ports = BoxPorts(pins=lambda _: fingers.factory, clock=fingers.clock)
    handled: list[object] = []
    rest = iter((*acts, quit_box))
    with composed(BoxOptions(folder, camera="none", size=(320, 240), silent=True, ports=ports)) as box:
        box.watch = handled.append

        def act(of: MainLoop) -> float:
            next(rest, quit_box)(of)
            fingers.wait(0.06)
            return 0.0

        run_in_window(box, act)
    return handled.count(Pressed(Control.CLAIM))


def test_a_double_press_of_the_button_is_one_press(tmp_path: Path) -> None:
    fingers = Fingers()
    pushed = [lambda _: fingers.close(Part.CLAIM), lambda _: fingers.open(Part.CLAIM)]
    assert presses_of_claim(tmp_path / "double", fingers, pushed * 2) == 1
    later: list[Act] = [*pushed, lambda _: fingers.wait(1.0), *pushed]
    assert presses_of_claim(tmp_path / "twice", fingers, later) == 2


def test_a_double_press_of_the_key_is_one_press(tmp_path: Path) -> None:
    def typed(_: MainLoop) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=pygame.K_c, mod=0))

    assert presses_of_claim(tmp_path, Fingers(), [typed, typed]) == 1


def test_a_long_swipe_turns_a_single_page_of_the_rules(tmp_path: Path) -> None:
    pages: list[int] = []

    def swipe(_: MainLoop) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(300, 20), button=1))
        for x in (200, 100, 10):
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, 20), rel=(0, 0), buttons=(1, 0, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(10, 20), button=1))

    def note(box: MainLoop) -> None:
        if isinstance(box.table.mode, PagesMode):
            pages.append(box.table.mode.number)

    open_rules: list[Act] = [lambda box: box.table.go(StartScreen()), lambda box: box.table.press("reveal"), note]
    presses_of_claim(tmp_path, Fingers(), [*open_rules, swipe, note, note])
    assert pages[0] == 0
    assert pages[-1] == 1
