"""Buttons, dial and lid through gpiozero's mock pins."""

import warnings

import pytest
from gpiozero import LED

from hardware.message import Message
from hardware.pi.debouncer import STUCK_SECONDS
from hardware.pi.gpio_controls import DIAL_REST_SECONDS, PiControls
from hardware.pi.pins import SEATS, Part, pin_of
from hardware.ports import (
    Control,
    ControlMessage,
    DialRested,
    Held,
    LidMoved,
    PeekRequested,
    Pressed,
    Quit,
    SeatPressed,
    Turned,
)
from tests.hardware.pi.mock_pins import Fingers, in_another_thread


class ControlsHarness:
    """Controls and the hands on them; `done` gives what was posted since it was last asked."""

    def __init__(self, fingers: Fingers | None = None, *, reed: bool = False) -> None:
        self.fingers = fingers or Fingers()
        self.posted: list[ControlMessage] = []
        self.warnings: list[str] = []
        self.woken = 0
        self.half_cycle = False
        self.controls = PiControls(
            self.posted.append,
            self._warn,
            self.fingers.factory,
            wake=self._wake,
            clock=self.fingers.clock,
            lid_closed_when_shut=reed,
            half_cycle_dial=lambda: self.half_cycle,
        )

    def _warn(self, warning: Message) -> None:
        self.warnings.append(str(warning))

    def _wake(self) -> None:
        self.woken += 1

    def done(self, flap: bool = False) -> list[ControlMessage]:
        self.controls.tick(self.fingers.now, flap)
        messages, self.posted[:] = list(self.posted), []
        return messages


@pytest.fixture
def sitting() -> ControlsHarness:
    return ControlsHarness()


BUTTONS = [
    (Part.CLAIM, Control.CLAIM),
    (Part.REVEAL, Control.REVEAL),
    (Part.CHALLENGE, Control.CHALLENGE),
    (Part.DIAL_PUSH, Control.DIAL),
]


def test_reveal_is_the_flap_only_while_it_is_kept_down(sitting: ControlsHarness) -> None:
    sitting.fingers.bounce(Part.REVEAL, closed=True)
    sitting.fingers.wait(0.1)
    assert sitting.done(flap=True) == [PeekRequested(True)]
    sitting.fingers.wait(STUCK_SECONDS + 1)
    assert sitting.done(flap=True) == []
    sitting.fingers.bounce(Part.REVEAL, closed=False)
    sitting.fingers.wait(0.1)
    assert sitting.done(flap=True) == [PeekRequested(False)]
    assert sitting.warnings == [], "it is not stuck: somebody looks"
    sitting.fingers.bounce(Part.CLAIM, closed=True)
    sitting.fingers.wait(0.1)
    assert sitting.done(flap=True) == [], "only REVEAL is the flap"


@pytest.mark.parametrize(("part", "control"), BUTTONS)
def test_a_bouncing_button_counts_once_when_released(sitting: ControlsHarness, part: Part, control: Control) -> None:
    sitting.fingers.bounce(part, closed=True)
    sitting.fingers.wait(0.1)
    assert sitting.done() == []
    sitting.fingers.bounce(part, closed=False)
    sitting.fingers.wait(0.1)
    assert sitting.done() == [Pressed(control)]
    assert sitting.done() == []


@pytest.mark.parametrize(("part", "control"), BUTTONS)
def test_a_held_button_is_reported_once_before_release(sitting: ControlsHarness, part: Part, control: Control) -> None:
    sitting.fingers.close(part)
    sitting.fingers.wait(0.5)
    assert sitting.done() == []
    sitting.fingers.wait(1.51 if part is Part.CHALLENGE else 0.31)
    assert sitting.done() == [Held(control)]
    sitting.fingers.wait(5)
    sitting.fingers.open(part)
    sitting.fingers.wait(1)
    assert sitting.done() == []


def test_it_tells_when_the_next_call_is_due(sitting: ControlsHarness) -> None:
    assert sitting.controls.tick(sitting.fingers.now) is None
    sitting.fingers.close(Part.REVEAL)
    seconds = sitting.controls.tick(sitting.fingers.now)
    assert seconds is not None
    assert 0 < seconds < 0.1
    sitting.fingers.wait(seconds)
    seconds = sitting.controls.tick(sitting.fingers.now)
    assert seconds is not None
    sitting.fingers.wait(seconds)
    assert sitting.done() == [Held(Control.REVEAL)]


def test_edges_come_from_other_threads_and_wake_the_loop(sitting: ControlsHarness) -> None:
    in_another_thread(lambda: sitting.fingers.close(Part.CLAIM))
    assert sitting.woken == 1
    assert sitting.posted == [], "the callback itself posts nothing"
    sitting.fingers.wait(0.1)
    in_another_thread(lambda: sitting.fingers.open(Part.CLAIM))
    sitting.fingers.wait(0.1)
    assert sitting.done() == [Pressed(Control.CLAIM)]


@pytest.mark.parametrize("steps", [1, -1, 5, -12])
def test_the_dial_turns(sitting: ControlsHarness, steps: int) -> None:
    sitting.fingers.turn(steps)
    assert sitting.done() == [Turned(steps)]


def test_every_click_of_a_half_cycle_dial_counts_once_the_setting_is_made(sitting: ControlsHarness) -> None:
    sitting.fingers.half_turn()
    assert sitting.done() == [], "half a step, for a dial with a full cycle a click"
    sitting.fingers.half_turn(clockwise=False)
    sitting.half_cycle = True
    for clockwise in (True, True, False):
        sitting.fingers.half_turn(clockwise)
        assert sitting.done() == [Turned(1 if clockwise else -1)]


def test_a_half_cycle_dial_may_rest_with_both_contacts_closed_when_the_box_starts() -> None:
    fingers = Fingers()
    for part in (Part.DIAL_A, Part.DIAL_B):
        fingers.close_before_start(part)
    sitting = ControlsHarness(fingers)
    sitting.half_cycle = True
    fingers.half_turn()
    assert sitting.done() == [Turned(1)]


def test_a_dial_that_has_come_to_rest_says_how_far_its_contacts_went(sitting: ControlsHarness) -> None:
    sitting.fingers.turn(1)
    assert sitting.done() == [Turned(1)]
    seconds = sitting.controls.tick(sitting.fingers.now)
    assert seconds is not None
    assert 0 < seconds <= DIAL_REST_SECONDS
    sitting.fingers.wait(seconds)
    assert sitting.done() == [DialRested(2)]
    sitting.fingers.half_turn(clockwise=False)
    sitting.fingers.wait(DIAL_REST_SECONDS)
    assert sitting.done() == [DialRested(-1)]
    assert sitting.controls.tick(sitting.fingers.now) is None


def test_turns_and_pushes_keep_their_order(sitting: ControlsHarness) -> None:
    sitting.fingers.turn(3)
    sitting.fingers.tap(Part.DIAL_PUSH)
    assert sitting.done() == [Turned(3), Pressed(Control.DIAL)]


def test_the_lid_opens_and_shuts_and_a_jolt_is_ignored(sitting: ControlsHarness) -> None:
    assert not sitting.controls.lid_open
    sitting.fingers.close(Part.LID)
    sitting.fingers.wait(0.05)
    sitting.fingers.open(Part.LID)
    sitting.fingers.wait(1)
    assert sitting.done() == []
    sitting.fingers.close(Part.LID)
    sitting.fingers.wait(0.5)
    assert sitting.done() == [LidMoved(True)]
    assert sitting.controls.lid_open
    sitting.fingers.open(Part.LID)
    sitting.fingers.wait(0.5)
    assert sitting.done() == [LidMoved(False)]


def test_a_reed_switch_is_closed_while_the_lid_is_shut() -> None:
    sitting = ControlsHarness(reed=True)
    told = []
    for act in (sitting.fingers.close, sitting.fingers.open):
        act(Part.LID)
        sitting.done()
        sitting.fingers.wait(1)
        told.append((sitting.done(), sitting.controls.lid_open))
    assert told == [([LidMoved(open=False)], False), ([LidMoved(open=True)], True)]


def test_the_buttons_that_are_down_are_listed(sitting: ControlsHarness) -> None:
    assert not sitting.controls.down
    sitting.fingers.close(Part.REVEAL)
    sitting.fingers.close(Part.SEAT_3)
    sitting.fingers.close(Part.LID)
    sitting.done()
    sitting.fingers.wait(1)
    sitting.done()
    assert sitting.controls.down == (Part.REVEAL, Part.SEAT_3)


def test_a_lid_that_stays_open_is_not_stuck(sitting: ControlsHarness) -> None:
    sitting.fingers.close(Part.LID)
    sitting.fingers.wait(1)
    sitting.done()
    sitting.fingers.wait(2 * STUCK_SECONDS)
    assert sitting.done() == []
    assert sitting.warnings == []


def test_seats_count_when_they_go_down_in_their_order(sitting: ControlsHarness) -> None:
    for seat in (6, 0, 3):
        sitting.fingers.close(SEATS[seat])
        sitting.fingers.wait(0.002)
    sitting.fingers.wait(0.1)
    assert sitting.done() == [SeatPressed(6), SeatPressed(0), SeatPressed(3)]
    for seat in (6, 0, 3):
        sitting.fingers.open(SEATS[seat])
    sitting.fingers.wait(0.1)
    assert sitting.done() == []


def test_a_hand_that_leans_on_two_buttons_presses_the_first(sitting: ControlsHarness) -> None:
    sitting.fingers.close(Part.CHALLENGE)
    sitting.fingers.wait(0.003)
    sitting.fingers.close(Part.CLAIM)
    sitting.fingers.wait(0.1)
    sitting.fingers.open(Part.CLAIM)
    sitting.fingers.wait(0.05)
    sitting.fingers.open(Part.CHALLENGE)
    sitting.fingers.wait(0.1)
    assert sitting.done() == [Pressed(Control.CHALLENGE)]
    sitting.fingers.tap(Part.CLAIM)
    assert sitting.done() == [Pressed(Control.CLAIM)]


def test_a_stuck_button_is_reported_once_and_blocks_nothing(sitting: ControlsHarness) -> None:
    sitting.fingers.close(Part.CLAIM)
    sitting.fingers.wait(1)
    assert sitting.done() == [Held(Control.CLAIM)]
    for _ in range(5):
        sitting.fingers.wait(STUCK_SECONDS)
        sitting.done()
    assert len(sitting.warnings) == 1
    assert sitting.warnings[0].startswith("CLAIM is stuck: free it")
    sitting.fingers.tap(Part.REVEAL)
    assert sitting.done() == [Pressed(Control.REVEAL)]
    sitting.fingers.open(Part.CLAIM)
    sitting.fingers.wait(0.1)
    sitting.done()
    assert sitting.warnings[1:] == ["CLAIM works again."]
    sitting.fingers.tap(Part.CLAIM)
    assert sitting.done() == [Pressed(Control.CLAIM)]


@pytest.mark.parametrize("part", [*(part for part, _ in BUTTONS), Part.POWER])
def test_whichever_button_is_stuck_people_are_told_within_two_seconds(sitting: ControlsHarness, part: Part) -> None:
    sitting.fingers.close(part)
    sitting.fingers.wait(1.6)
    sitting.done()
    assert sitting.warnings == []
    sitting.fingers.wait(0.2)
    sitting.done()
    assert len(sitting.warnings) == 1
    assert "is stuck" in sitting.warnings[0]


@pytest.mark.parametrize("seconds", [1.2, 1.4, 1.6])
def test_undoing_by_a_long_hold_is_not_taken_for_a_stuck_button(sitting: ControlsHarness, seconds: float) -> None:
    sitting.fingers.close(Part.CHALLENGE)
    said = []
    for _ in range(round(seconds / 0.1)):
        sitting.fingers.wait(0.1)
        said += sitting.done()
    sitting.fingers.open(Part.CHALLENGE)
    sitting.fingers.wait(0.1)
    assert [*said, *sitting.done()] == [Held(Control.CHALLENGE)]
    assert sitting.warnings == []


def test_a_button_that_is_down_when_the_box_starts_is_no_press() -> None:
    fingers = Fingers()
    fingers.jam(Part.CHALLENGE)
    sitting = ControlsHarness(fingers)
    fingers.wait(1)
    assert sitting.done() == []
    fingers.wait(STUCK_SECONDS)
    assert sitting.done() == []
    assert "CHALLENGE is stuck" in sitting.warnings[0]


def test_a_chattering_button_is_reported_once_and_ignored(sitting: ControlsHarness) -> None:
    for _ in range(800):
        sitting.fingers.close(Part.REVEAL)
        sitting.fingers.wait(0.004)
        sitting.fingers.open(Part.REVEAL)
        sitting.fingers.wait(0.004)
        assert sitting.done() == []
    assert sitting.warnings == ["REVEAL chatters and is ignored: check for a loose wire or a worn contact."]
    sitting.fingers.wait(1)
    assert sitting.done() == []
    sitting.fingers.tap(Part.REVEAL)
    assert sitting.done() == [Pressed(Control.REVEAL)]


def test_a_lost_edge_is_recovered(sitting: ControlsHarness) -> None:
    sitting.fingers.close(Part.CLAIM)
    sitting.fingers.wait(0.1)
    sitting.done()
    pin = sitting.fingers.pin(Part.CLAIM)
    pin.edges = "falling"  # from now on it tells of no release
    sitting.fingers.open(Part.CLAIM)
    sitting.fingers.wait(0.05)
    assert sitting.done() == []
    sitting.fingers.wait(0.05)
    assert sitting.done() == [Pressed(Control.CLAIM)]


def test_the_power_button_quits_only_when_held(sitting: ControlsHarness) -> None:
    sitting.fingers.tap(Part.POWER, seconds=1.0)
    assert sitting.done() == []
    sitting.fingers.close(Part.POWER)
    sitting.fingers.wait(0.1)
    assert sitting.done() == []
    sitting.fingers.wait(1.5)
    assert sitting.done() == [Quit()]


def test_an_unavailable_pin_is_reported_with_the_remedy_and_the_rest_works() -> None:
    fingers = Fingers()
    with LED(pin_of(Part.REVEAL).bcm, pin_factory=fingers.factory):
        sitting = ControlsHarness(fingers)
    assert sitting.controls.missing == (Part.REVEAL,)
    (warning,) = sitting.warnings
    assert warning.startswith("Pin 15 (BCM 22: REVEAL) is not available (")
    assert "close the program that uses it" in warning
    sitting.fingers.tap(Part.CLAIM)
    assert sitting.done() == [Pressed(Control.CLAIM)]


def test_closing_releases_all_pins(sitting: ControlsHarness) -> None:
    sitting.controls.close()
    sitting.controls.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ControlsHarness(sitting.fingers)
