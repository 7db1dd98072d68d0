"""The lamp and the lights in the buttons, on gpiozero's mock pins."""

import itertools

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given
from hypothesis import strategies as st

from hardware.message import Message
from hardware.pi.lamp import SOFT_SECONDS, ButtonLights, Fade, PiLamp
from hardware.pi.pins import Part
from hardware.ports import Control, Lamp
from tests.hardware.pi.mock_pins import Fingers, unwanted

LAMPS = (Part.LAMP_LEFT, Part.LAMP_RIGHT)
LIGHTS = (Part.LIGHT_CLAIM, Part.LIGHT_REVEAL, Part.LIGHT_CHALLENGE)


@pytest.fixture
def fingers() -> Fingers:
    return Fingers()


def levels(fingers: Fingers, parts: tuple[Part, ...] = LAMPS) -> list[float]:
    return [float(fingers.pin(part).state) for part in parts]


def test_the_lamp_is_dark_until_it_is_wanted(fingers: Fingers) -> None:
    lamp: Lamp = PiLamp(fingers.factory, unwanted, fingers.clock)
    assert isinstance(lamp, PiLamp)
    assert levels(fingers) == [0, 0]
    assert lamp.tick(fingers.now) is None


def test_it_starts_softly_and_stays_at_full(fingers: Fingers) -> None:
    lamp = PiLamp(fingers.factory, unwanted, fingers.clock)
    lamp.set(1.0, 1.0)
    seen = []
    while (seconds := lamp.tick(fingers.now)) is not None:
        seen.append(levels(fingers)[0])
        fingers.wait(seconds)
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert max(after - before for before, after in itertools.pairwise(seen)) < 0.1
    assert levels(fingers) == [1, 1]
    assert [fingers.pin(part).frequency for part in LAMPS] == [1000, 1000]


def test_its_channels_are_independent(fingers: Fingers) -> None:
    lamp = PiLamp(fingers.factory, unwanted, fingers.clock)
    lamp.set(1.0, 0.25)
    fingers.wait(1)
    lamp.tick(fingers.now)
    assert levels(fingers) == [1.0, 0.25]


def test_setting_the_same_goal_again_does_not_restart_the_fade(fingers: Fingers) -> None:
    lamp = PiLamp(fingers.factory, unwanted, fingers.clock)
    for _ in range(30):
        lamp.set(1.0, 1.0)
        lamp.tick(fingers.now)
        fingers.wait(SOFT_SECONDS / 20)
    assert levels(fingers) == [1, 1]


def test_closing_turns_it_off_and_releases_the_pins(fingers: Fingers) -> None:
    lamp = PiLamp(fingers.factory, unwanted, fingers.clock)
    lamp.set(1, 1)
    fingers.wait(1)
    lamp.tick(fingers.now)
    lamp.close()
    lamp.close()
    assert levels(fingers) == [0, 0]
    assert lamp.tick(fingers.now) is None
    PiLamp(fingers.factory, unwanted, fingers.clock)


def test_a_lamp_without_pwm_is_reported_and_the_program_continues() -> None:
    fingers, said = Fingers(), list[Message]()
    lamp = PiLamp(MockFactory(pin_class=MockPin), said.append, fingers.clock)
    assert len(said) == 2
    assert str(said[0]).startswith("Pin 32 (BCM 12: lamp, left) is not available (PinPWMUnsupported): ")
    lamp.set(1, 1)
    fingers.wait(1)
    assert lamp.tick(fingers.now) is None


def test_a_failing_pin_is_reported_once_and_the_other_channel_works(fingers: Fingers) -> None:
    said = list[Message]()
    lamp = PiLamp(fingers.factory, said.append, fingers.clock)
    fingers.pin(Part.LAMP_LEFT).function = "input"  # now nobody can drive it
    lamp.set(1, 1)
    fingers.wait(1)
    assert lamp.tick(fingers.now) is None
    assert lamp.tick(fingers.now) is None
    assert fingers.pin(Part.LAMP_RIGHT).state == 1
    (warning,) = said
    assert str(warning).startswith("No response from lamp, left (")


def test_the_lights_show_the_active_buttons(fingers: Fingers) -> None:
    lights = ButtonLights(fingers.factory, unwanted)
    assert levels(fingers, LIGHTS) == [0, 0, 0]
    lights.show({Control.CLAIM, Control.DIAL})
    assert levels(fingers, LIGHTS) == [1, 0, 0]
    lights.show({Control.REVEAL, Control.CHALLENGE})
    assert levels(fingers, LIGHTS) == [0, 1, 1]
    lights.close()
    assert levels(fingers, LIGHTS) == [0, 0, 0]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 2)), min_size=1, max_size=8))
def test_a_fade_never_jumps_and_always_arrives(turns: list[tuple[float, float]]) -> None:
    fade, now, level = Fade(), 0.0, 0.0
    for goal, pause in turns:
        fade.move_to(goal, now)
        now += pause
        assert abs(fade.at(now) - level) <= pause / SOFT_SECONDS + 1e-9
        level = fade.at(now)
    assert fade.at(now + SOFT_SECONDS + 1e-6) == fade.goal == turns[-1][0]
