"""The simulated panel: hands on mock pins, contacts that are broken, a lamp that is dead."""

from collections.abc import Callable

import pytest

from hardware.message import Message
from hardware.pi.gpio_controls import PiControls
from hardware.pi.lamp import PiLamp
from hardware.pi.pins import Part
from hardware.ports import Control, ControlMessage, DialRested, LidMoved, Pressed, Turned
from hardware.simulated.panel import SimulatedPanel


class PanelHarness:
    """A panel, its controls, and what they said."""

    def __init__(self) -> None:
        self.now = 100.0
        self.panel = SimulatedPanel(self.skip)
        self.posted: list[ControlMessage] = []
        self.said: list[Message] = []
        self.controls = PiControls(self.posted.append, self.said.append, self.panel.factory, clock=lambda: self.now)

    def skip(self, seconds: float) -> None:
        self.now += seconds

    def after(self, *deeds: Callable[[], object]) -> list[ControlMessage]:
        """What is posted after some deeds."""
        self.posted.clear()
        for deed in deeds:
            deed()
            self.controls.tick(self.now)
        return list(self.posted)


@pytest.fixture
def bench() -> PanelHarness:
    return PanelHarness()


def test_hands_press_turn_and_open(bench: PanelHarness) -> None:
    panel = bench.panel
    assert bench.after(lambda: panel.tap(Part.CLAIM, bounces=20)) == [Pressed(Control.CLAIM)]
    assert bench.after(lambda: panel.turn(-3)) == [Turned(-3)]
    lid = bench.after(lambda: panel.close(Part.LID), lambda: panel.pass_time(0.3), lambda: None)
    assert lid == [LidMoved(True), DialRested(-6)]
    assert len(bench.after(panel.all_at_once, lambda: panel.pass_time(0.1))) <= 10
    assert bench.said == []


def test_a_stuck_button_stays_down_until_it_is_mended(bench: PanelHarness) -> None:
    panel = bench.panel
    bench.after(lambda: panel.stick(Part.CLAIM), lambda: panel.pass_time(1), lambda: panel.tap(Part.CLAIM))
    bench.after(lambda: panel.pass_time(3), lambda: None)
    assert [str(each) for each in bench.said] == [
        "CLAIM is stuck: free it; everything else still works, as do keyboard and touch."
    ]
    bench.after(panel.mend, lambda: None)
    assert str(bench.said[-1]) == "CLAIM works again."
    assert bench.after(lambda: panel.tap(Part.CLAIM)) == [Pressed(Control.CLAIM)]


def test_a_loose_contact_chatters_whatever_hands_do(bench: PanelHarness) -> None:
    panel = bench.panel
    panel.loosen(Part.REVEAL)
    assert bench.after(*([lambda: panel.pass_time(0.1)] * 25)) == []
    assert len(bench.said) == 1
    panel.mend()
    bench.after(lambda: panel.pass_time(0.1))
    assert bench.after(lambda: panel.tap(Part.REVEAL)) == [Pressed(Control.REVEAL)]


def test_a_dead_lamp_is_reported_once_and_once_more_when_it_works_again(bench: PanelHarness) -> None:
    lamp = PiLamp(bench.panel.factory, bench.said.append, lambda: bench.now)
    lamp.set(1.0, 1.0, at_once=True)
    bench.panel.kill_lamp(True)
    for _ in range(5):
        lamp.tick(bench.now)
    assert len(bench.said) == 2, "one for each channel"
    bench.panel.kill_lamp(False)
    lamp.tick(bench.now)
    assert [str(each) for each in bench.said[2:]] == ["lamp, left works again.", "lamp, right works again."]
    bench.panel.kill_lamp(True)
    lamp.close()
