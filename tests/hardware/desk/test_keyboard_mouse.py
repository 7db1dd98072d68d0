"""Keyboard, mouse and finger send the box's messages."""

from dataclasses import dataclass

import pygame
import pytest

from hardware.desk.keyboard_mouse import DRAG_PIXELS, DeskControls
from hardware.holds import HOLD_SECONDS
from hardware.ports import (
    Control,
    ControlMessage,
    Held,
    LidMoved,
    PeekRequested,
    Pressed,
    Quit,
    Shaken,
    Turned,
    Typed,
)


@dataclass(frozen=True)
class TouchTarget:
    turn: int = 0
    control: str | None = None


class DeskHarness:
    """A desk with a manual clock, and all its messages."""

    def __init__(self) -> None:
        self.said: list[ControlMessage] = []
        self.now = 100.0
        self.typing = False
        self.up_increases = False
        self.whole_screen = 0
        self.flap = self.paged = False
        self.places: dict[tuple[int, int], TouchTarget] = {}
        self.desk = DeskControls(
            self.said.append,
            self.places.get,
            lambda: self.typing,
            up_increases=lambda: self.up_increases,
            fullscreen=self._toggle,
            flap=lambda: self.flap,
            paged=lambda: self.paged,
        )

    def _toggle(self) -> None:
        self.whole_screen += 1

    def events(self, *events: pygame.event.Event) -> list[ControlMessage]:
        self.said.clear()
        self.desk.pump(events, self.now)
        return list(self.said)

    def down(self, key: int, mod: int = 0) -> list[ControlMessage]:
        return self.events(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod))

    def up(self, key: int) -> list[ControlMessage]:
        return self.events(pygame.event.Event(pygame.KEYUP, key=key, mod=0))

    def tap(self, key: int) -> list[ControlMessage]:
        return self.down(key) + self.up(key)

    def write(self, text: str) -> list[ControlMessage]:
        return self.events(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def click(self, pos: tuple[int, int], button: int = 1) -> list[ControlMessage]:
        pressed = self.events(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))
        return pressed + self.events(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button))

    def wait(self, seconds: float) -> list[ControlMessage]:
        self.now += seconds
        return self.events()


@pytest.fixture
def table() -> DeskHarness:
    return DeskHarness()


@pytest.mark.parametrize(
    ("key", "control"),
    [
        (pygame.K_c, Control.CLAIM),
        (pygame.K_1, Control.CLAIM),
        (pygame.K_r, Control.REVEAL),
        (pygame.K_2, Control.REVEAL),
        (pygame.K_x, Control.CHALLENGE),
        (pygame.K_3, Control.CHALLENGE),
        (pygame.K_RETURN, Control.DIAL),
        (pygame.K_KP_ENTER, Control.DIAL),
    ],
)
def test_every_control_has_its_keys(table: DeskHarness, key: int, control: Control) -> None:
    assert table.tap(key) == [Pressed(control)]


def test_a_button_counts_when_released(table: DeskHarness) -> None:
    assert table.down(pygame.K_c) == []
    assert table.up(pygame.K_c) == [Pressed(Control.CLAIM)]


def test_a_button_kept_down_is_held_once_and_not_pressed(table: DeskHarness) -> None:
    table.down(pygame.K_r)
    assert table.wait(HOLD_SECONDS * 0.9) == []
    assert table.wait(HOLD_SECONDS * 0.2) == [Held(Control.REVEAL)]
    assert table.wait(5) == []
    assert table.up(pygame.K_r) == []


def test_it_tells_when_a_hold_is_due(table: DeskHarness) -> None:
    assert table.desk.seconds_until_due(table.now) is None
    table.down(pygame.K_r)
    assert table.desk.seconds_until_due(table.now + 0.3) == pytest.approx(HOLD_SECONDS - 0.3)
    table.wait(HOLD_SECONDS)
    assert table.desk.seconds_until_due(table.now) is None


def test_key_repeats_press_nothing_again(table: DeskHarness) -> None:
    assert table.down(pygame.K_RETURN) == [Pressed(Control.DIAL)]
    assert table.down(pygame.K_RETURN) == []
    table.down(pygame.K_c)
    table.down(pygame.K_c)
    assert table.up(pygame.K_c) == [Pressed(Control.CLAIM)]


def test_arrows_kept_down_keep_turning(table: DeskHarness) -> None:
    assert table.down(pygame.K_RIGHT) + table.down(pygame.K_RIGHT) == [Turned(1), Turned(1)]


def test_escape_is_the_menu(table: DeskHarness) -> None:
    assert table.tap(pygame.K_ESCAPE) == [Held(Control.REVEAL)]


def test_right_and_left_are_the_dial_whatever_is_shown(table: DeskHarness) -> None:
    for up_increases in (False, True):
        table.up_increases = up_increases
        assert table.tap(pygame.K_RIGHT) == [Turned(1)]
        assert table.tap(pygame.K_LEFT) == [Turned(-1)]


@pytest.mark.parametrize(
    ("key", "in_a_list", "on_the_ladder"),
    [(pygame.K_UP, -1, 1), (pygame.K_DOWN, 1, -1), (pygame.K_PAGEUP, -5, 5), (pygame.K_PAGEDOWN, 5, -5)],
)
def test_up_is_the_row_above_in_a_list_and_the_higher_claim_on_the_ladder(
    table: DeskHarness, key: int, in_a_list: int, on_the_ladder: int
) -> None:
    assert table.tap(key) == [Turned(in_a_list)]
    table.up_increases = True
    assert table.tap(key) == [Turned(on_the_ladder)]


def test_the_wheel_goes_the_way_of_the_arrows(table: DeskHarness) -> None:
    away = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2)
    assert table.events(away) == [Turned(-2)]
    table.up_increases = True
    assert table.events(away) == [Turned(2)]


def test_space_l_and_p_act_on_the_box(table: DeskHarness) -> None:
    assert table.tap(pygame.K_SPACE) == [Shaken()]
    assert table.tap(pygame.K_l) == [LidMoved(True)]
    assert table.tap(pygame.K_l) == [LidMoved(False)]
    assert table.down(pygame.K_p) == [PeekRequested(True)]
    assert table.down(pygame.K_p) == []
    assert table.up(pygame.K_p) == [PeekRequested(False)]


def test_the_flap_falls_shut_and_nothing_is_held_when_the_window_loses_focus(table: DeskHarness) -> None:
    table.down(pygame.K_p)
    table.down(pygame.K_r)
    assert table.events(pygame.event.Event(pygame.WINDOWFOCUSLOST)) == [PeekRequested(False)]
    assert table.wait(10) == []
    assert table.up(pygame.K_r) == []


def test_reveal_is_the_flap_only_while_a_key_is_kept_down(table: DeskHarness) -> None:
    table.flap = True
    assert table.down(pygame.K_r) == [PeekRequested(True)]
    assert table.down(pygame.K_r) == []
    assert table.wait(10) == []
    assert table.up(pygame.K_r) == [PeekRequested(False)]
    table.down(pygame.K_2)
    assert table.events(pygame.event.Event(pygame.WINDOWFOCUSLOST)) == [PeekRequested(False)]
    assert table.up(pygame.K_2) == []


def test_a_key_that_went_down_before_is_a_press_and_no_flap(table: DeskHarness) -> None:
    table.down(pygame.K_r)
    table.flap = True
    assert table.up(pygame.K_r) == [Pressed(Control.REVEAL)]


def test_a_finger_is_the_flap_only_while_it_is_kept_down_however_it_moves(table: DeskHarness) -> None:
    table.places[2, 200] = TouchTarget(control="reveal")
    table.flap = True
    assert draw(table, 200, 400, 10) == [PeekRequested(True), PeekRequested(False)]
    table.events(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 200), button=1))
    assert table.events(pygame.event.Event(pygame.WINDOWFOCUSLOST)) == [PeekRequested(False)]


def test_ctrl_q_and_closing_the_window_quit(table: DeskHarness) -> None:
    assert table.events(pygame.event.Event(pygame.QUIT)) == [Quit()]
    assert table.down(pygame.K_q, pygame.KMOD_LCTRL) == [Quit()]
    assert table.down(pygame.K_q) == []


def test_shortcuts_of_the_desktop_press_no_buttons(table: DeskHarness) -> None:
    table.down(pygame.K_c, pygame.KMOD_LCTRL)
    assert table.up(pygame.K_c) == []


def test_f11_toggles_full_screen(table: DeskHarness) -> None:
    assert table.tap(pygame.K_F11) == []
    assert table.whole_screen == 1


def test_letters_are_text_only_while_a_name_is_typed(table: DeskHarness) -> None:
    assert table.write("c") == []
    table.typing = True
    assert table.tap(pygame.K_c) == []
    assert table.write("þ") == [Typed("þ")]
    assert table.write("\x1b") == []
    assert table.tap(pygame.K_SPACE) == []
    assert table.tap(pygame.K_BACKSPACE) == [Typed("\b")]
    assert table.tap(pygame.K_RETURN) == [Pressed(Control.DIAL)]
    assert table.tap(pygame.K_RIGHT) == [Turned(1)]
    assert table.tap(pygame.K_ESCAPE) == [Held(Control.REVEAL)]


def test_a_click_turns_first_and_presses_then(table: DeskHarness) -> None:
    table.places[5, 5] = TouchTarget(turn=3, control="dial")
    assert table.click((5, 5)) == [Turned(3), Pressed(Control.DIAL)]


def test_a_click_may_only_turn_or_only_press_or_do_nothing(table: DeskHarness) -> None:
    table.places[1, 1] = TouchTarget(turn=-2)
    table.places[2, 2] = TouchTarget(control="challenge")
    assert table.click((1, 1)) == [Turned(-2)]
    assert table.click((2, 2)) == [Pressed(Control.CHALLENGE)]
    assert table.click((9, 9)) == []
    assert table.click((2, 2), button=3) == []


def test_a_finger_kept_on_a_plate_holds_its_button(table: DeskHarness) -> None:
    table.places[2, 2] = TouchTarget(control="reveal")
    table.events(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1))
    assert table.wait(HOLD_SECONDS) == [Held(Control.REVEAL)]
    assert table.events(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(2, 2), button=1)) == []


def draw(table: DeskHarness, *ys: int) -> list[ControlMessage]:
    """A finger goes down at the first height, moves to the others, and lifts."""
    said = table.events(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2, ys[0]), button=1))
    for y in ys[1:]:
        said += table.events(pygame.event.Event(pygame.MOUSEMOTION, pos=(2, y), rel=(0, 0), buttons=(1, 0, 0)))
    return said + table.events(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(2, ys[-1]), button=1))


def test_dragging_scrolls_a_list(table: DeskHarness) -> None:
    assert draw(table, 200, 200 - DRAG_PIXELS, 200 - 3 * DRAG_PIXELS) == [Turned(1), Turned(2)]
    assert draw(table, 200, 200 + DRAG_PIXELS) == [Turned(-1)]


def test_dragging_down_brings_the_higher_claim(table: DeskHarness) -> None:
    table.up_increases = True
    assert draw(table, 200, 200 + 2 * DRAG_PIXELS) == [Turned(2)]


def test_dragging_sideways_brings_what_stands_on_that_side(table: DeskHarness) -> None:
    for up_increases in (False, True):
        table.up_increases = up_increases
        table.events(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 200), button=1))
        drags = [(400 - 2 * DRAG_PIXELS, 210), (400 - DRAG_PIXELS, 190)]
        said = [
            table.events(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0)))
            for pos in drags
        ]
        assert said == [[Turned(2)], [Turned(-1)]]
        assert table.events(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=drags[-1], button=1)) == []


def test_a_drag_turns_a_single_page_however_long_it_is(table: DeskHarness) -> None:
    table.paged = True
    for _ in range(2):
        assert draw(table, 400, 400 - 4 * DRAG_PIXELS, 400 - 7 * DRAG_PIXELS) == [Turned(1)]
    assert draw(table, 200, 200 + 2 * DRAG_PIXELS) == [Turned(-1)]


def test_a_drag_neither_presses_nor_holds(table: DeskHarness) -> None:
    table.places[2, 200] = TouchTarget(control="reveal")
    assert draw(table, 200, 200 + DRAG_PIXELS) == [Turned(-1)]
    assert table.wait(5) == []


def test_a_trembling_finger_presses_anyway(table: DeskHarness) -> None:
    table.places[2, 200] = TouchTarget(control="reveal")
    assert draw(table, 200, 203, 198) == [Pressed(Control.REVEAL)]


def test_a_mouse_that_passes_over_the_screen_turns_nothing(table: DeskHarness) -> None:
    assert table.events(pygame.event.Event(pygame.MOUSEMOTION, pos=(2, 400), rel=(0, 99), buttons=(0, 0, 0))) == []


def test_a_touch_that_is_also_sent_as_a_mouse_event_counts_once(table: DeskHarness) -> None:
    table.places[2, 2] = TouchTarget(control="claim")
    touched = table.events(pygame.event.Event(pygame.FINGERDOWN, touch_id=1, finger_id=0, x=0.0, y=0.0, dx=0, dy=0))
    assert touched + table.click((2, 2)) == [Pressed(Control.CLAIM)]
