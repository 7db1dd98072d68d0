"""Opens the pins of the Pi through lgpio, or through what gpiozero's own environment variable names."""

import os
from collections.abc import Mapping
from typing import Any

from gpiozero import Device
from gpiozero.exc import GPIOZeroError

from hardware.errors import PinError
from hardware.message import Message, message
from hardware.pi.pins import Part, pin_of, title_of_part

PinFactory = Any
"""A `gpiozero.Factory`; gpiozero has no types."""


def open_pins(environ: Mapping[str, str] = os.environ) -> PinFactory:
    """Opens the pins through lgpio, or through what gpiozero's own GPIOZERO_PIN_FACTORY names.

    gpiozero's search for any working factory is not used: those it falls back to have no PWM or miss edges.

    Raises:
        PinError: if there are none, or they cannot be opened.
    """
    if environ.get("GPIOZERO_PIN_FACTORY"):
        try:
            Device.ensure_pin_factory()
        except (GPIOZeroError, ImportError, OSError) as error:
            raise PinError(
                message("GPIOZERO_PIN_FACTORY names pins that are not available ({why})", why=str(error)).with_remedy(
                    message("unset it")
                )
            ) from error
        return Device.pin_factory
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only on a Pi
    except ImportError as error:
        raise PinError(
            message("The buttons, the dial and the lamp need lgpio, which is not installed").with_remedy(
                message("sudo apt install --no-install-recommends python3-lgpio, then start again")
            )
        ) from error
    try:
        return LGPIOFactory()
    except pin_errors() as error:
        raise PinError(
            message("The pins cannot be opened ({why})", why=str(error)).with_remedy(
                message(
                    "this user must be in the group gpio (sudo usermod -aG gpio NAME, then log in again), and no other "
                    "program may be using them"
                )
            )
        ) from error


def pin_unavailable(part: Part, error: Exception) -> Message:
    """Returns the message that a pin cannot be used, short enough for a notice on a small screen.

    >>> str(pin_unavailable(Part.CLAIM, RuntimeError("GPIO busy")))
    'Pin 11 (BCM 17: CLAIM) is not available (GPIO busy): close the program that uses it, or free it in config.txt.'
    """
    pin = pin_of(part)
    return message(
        "Pin {header} (BCM {bcm}: {part}) is not available ({why})",
        header=pin.header,
        bcm=pin.bcm,
        part=title_of_part(part),
        why=error_text(error),
    ).with_remedy(message("close the program that uses it, or free it in config.txt"))


def error_text(error: Exception) -> str:
    """Returns the text of a pin's error, or its type where it has none.

    >>> error_text(RuntimeError("GPIO busy.")), error_text(RuntimeError())
    ('GPIO busy', 'RuntimeError')
    """
    return str(error).rstrip(".") or type(error).__name__


def pin_errors() -> tuple[type[Exception], ...]:
    """Returns the types of errors that an unavailable or vanished pin may raise."""
    errors: tuple[type[Exception], ...] = (GPIOZeroError, OSError, RuntimeError)
    try:
        import lgpio  # noqa: PLC0415 - only on a Pi
    except ImportError:
        return errors
    return (*errors, lgpio.error)
