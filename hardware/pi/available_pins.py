"""Finds out whether this machine has pins for the box, without loading gpiozero where it has none."""

import os
from collections.abc import Mapping
from typing import Any

from hardware.errors import PinError
from hardware.message import Warn
from hardware.pi.board import pi_model


def find_pins(warn: Warn, environ: Mapping[str, str] = os.environ) -> Any | None:
    """Opens the pins of a Pi, or mock pins where gpiozero's variable asks for them; None where there are none.

    On a Pi whose pins cannot be used, `warn` is told. Pins of other computers are left alone.
    """
    if pi_model() is None and not environ.get("GPIOZERO_PIN_FACTORY"):
        return None
    from hardware.pi.pin_factory import open_pins  # noqa: PLC0415 - loads gpiozero

    try:
        return open_pins(environ)
    except PinError as error:
        warn(error.message)
        return None
