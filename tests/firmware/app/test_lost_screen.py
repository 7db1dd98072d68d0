"""A screen that is lost in the middle of a game: the game goes on, and the screen is opened again."""

import os
from pathlib import Path

import pygame
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from display.errors import NoScreenError, ScreenLostError
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import SCREEN_RETRY_SECONDS, BoxMessage, MainLoop
from firmware.camera.camera_port import NoCamera
from firmware.rules.message import message
from hardware.ports import Control, Pressed
from tests.firmware.evening import Evening


def test_a_lost_screen_is_opened_again_and_the_game_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, inbox, now = MainWindow((480, 320)), Inbox[BoxMessage](), [100.0]
    evening = Evening(tmp_path)
    evening.begin()
    box = MainLoop(evening.table, stage, NoCamera(inbox.put, message("no camera")), inbox, clock=lambda: now[0])
    box.step()
    assert not box.screen_lost
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-at-all")
    box.step()
    assert box.screen_lost
    before = evening.journal.next_seq(1)
    inbox.put(Pressed(Control.DIAL))
    for _ in range(3):
        now[0] += SCREEN_RETRY_SECONDS
        assert box.step() <= SCREEN_RETRY_SECONDS
    assert stage.drain_events() == []
    stage.toggle_fullscreen()
    assert box.screen_lost
    assert evening.journal.next_seq(1) > before, "people press what they remember"
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    now[0] += SCREEN_RETRY_SECONDS
    box.step()
    assert not box.screen_lost
    assert evening.notice == "The screen was lost, and is back."
    drawn = stage.frames
    box.step()
    assert stage.frames > drawn
    assert stage.size == (480, 320)
    stage.close()


def test_a_closed_window_says_that_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = MainWindow((480, 320))
    pygame.display.quit()
    with pytest.raises(ScreenLostError):
        stage.tick(0.0)
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-at-all")
    with pytest.raises(NoScreenError):
        stage.reopen()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    stage.reopen()
    assert stage.tick(0.0) is None
    stage.close()
