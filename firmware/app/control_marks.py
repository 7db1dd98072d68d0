"""Which keys or buttons of the device in use the screen shows beside the controls."""

from collections.abc import Mapping

from display.scene_elements import ControlMark, Key, PadPlace
from hardware.desk.keyboard_mouse import InputDevice
from hardware.ports import Control

_KEYS: Mapping[str, ControlMark] = {
    Control.CLAIM: Key("C"),
    Control.REVEAL: Key("R"),
    Control.CHALLENGE: Key("X"),
    Control.DIAL: Key(),
}
_PAD: Mapping[str, ControlMark] = {
    Control.CLAIM: PadPlace.LEFT,
    Control.REVEAL: PadPlace.TOP,
    Control.CHALLENGE: PadPlace.RIGHT,
    Control.DIAL: PadPlace.BOTTOM,
}


def marks_of(device: InputDevice | None, typing: bool) -> Mapping[str, ControlMark]:
    """Returns the marks by control; there are none for a mouse or a finger, which press the controls on the screen.

    While a name is `typing`, letters are letters.
    """
    match device:
        case InputDevice.KEYBOARD if typing:
            return {Control.DIAL: _KEYS[Control.DIAL]}
        case InputDevice.KEYBOARD:
            return _KEYS
        case InputDevice.PAD:
            return _PAD
        case _:
            return {}
