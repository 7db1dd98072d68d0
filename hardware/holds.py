"""How long a control must be down to count as held: the same for buttons of the panel, keys, plates and gamepads."""

from hardware.ports import Control

HOLD_SECONDS = 0.8
"""A button that is down this long counts as held."""
LONG_HOLD_SECONDS = 1.1
"""The same for CHALLENGE, whose hold undoes, and for the power button: a hard press in the heat of the game must not
count as held, nor may a hand that brushes against the box end a game. Not longer, because a button that is stuck must
be reported within two seconds, and people need a moment after the hold to see what it did and let go."""


def seconds_to_hold(control: Control) -> float:
    """Returns how long a control must be down to count as held."""
    return LONG_HOLD_SECONDS if control is Control.CHALLENGE else HOLD_SECONDS
