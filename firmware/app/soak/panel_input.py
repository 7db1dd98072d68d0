"""Performs actions on the simulated panel's pins, where there are pins for them."""

from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.soak.soak_environment import SoakEnvironment
from hardware.holds import seconds_to_hold
from hardware.pi.pins import SEATS, Part
from hardware.ports import Control, Held, LidMoved, Pressed, SeatPressed, Turned

PARTS = {
    Control.CLAIM: Part.CLAIM,
    Control.REVEAL: Part.REVEAL,
    Control.CHALLENGE: Part.CHALLENGE,
    Control.DIAL: Part.DIAL_PUSH,
}


def perform(action: BoxMessage, box: MainLoop, environment: SoakEnvironment) -> None:
    """Performs an action; what has no pin (a shake, a key) goes straight to the inbox."""
    panel = environment.panel
    match action:
        case Pressed(control=control):
            panel.tap(PARTS[control])
        case Held(control=control):
            panel.tap(PARTS[control], seconds_to_hold(control) + 0.1)
        case Turned(steps=steps):
            panel.turn(steps)
        case SeatPressed(seat=seat) if seat < len(SEATS):
            panel.tap(SEATS[seat])
        case LidMoved(open=is_open):
            (panel.close if is_open else panel.open)(Part.LID)
            panel.pass_time(0.2)
        case _:
            box.inbox.put(action)
