"""The pins of the Pi: through lgpio, or what gpiozero's own variable names."""

import os
from collections.abc import Mapping
from typing import Any

from gpiozero import Device
from gpiozero.exc import GPIOZeroError

from hardware.pi.pins import Part, pin_of

PinFactory = Any
"""A `gpiozero.Factory`; gpiozero has no types."""


class PinError(OSError):
    """Pins cannot be had; the message names the reason and the remedy."""


def open_pins(environ: Mapping[str, str] = os.environ) -> PinFactory:
    """Opens the pins through lgpio, or through what gpiozero's own GPIOZERO_PIN_FACTORY names.

    gpiozero's search for just any way is not used: what it falls back to has no PWM, or misses edges.

    Raises:
        PinError: where there are none.
    """
    if environ.get("GPIOZERO_PIN_FACTORY"):
        try:
            Device.ensure_pin_factory()
        except (GPIOZeroError, ImportError, OSError) as error:
            raise PinError(f"GPIOZERO_PIN_FACTORY names pins that cannot be had ({error}): unset it.") from error
        return Device.pin_factory
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only on a Pi
    except ImportError as error:
        raise PinError(
            "The buttons, the dial and the lamp need lgpio, which is not installed: sudo apt install "
            "--no-install-recommends python3-lgpio, then start again."
        ) from error
    try:
        return LGPIOFactory()
    except pin_errors() as error:
        raise PinError(
            f"The pins cannot be opened ({error}): this user must be in the group gpio (sudo usermod -aG gpio "
            "NAME, then log in again), and no other program may hold them."
        ) from error


def taken(part: Part, error: Exception) -> str:
    """Says which pin cannot be had, why, and what to do, as briefly as a notice on a small screen wants it.

    >>> taken(Part.CLAIM, RuntimeError("GPIO busy"))
    'Pin 11 (BCM 17: CLAIM) cannot be had (GPIO busy): end what holds it, or free it in config.txt.'
    """
    pin = pin_of(part)
    return (
        f"Pin {pin.header} (BCM {pin.bcm}: {part}) cannot be had ({reason(error)}): "
        "end what holds it, or free it in config.txt."
    )


def reason(error: Exception) -> str:
    """Says why a pin failed; some errors say nothing but their kind.

    >>> reason(RuntimeError("GPIO busy.")), reason(RuntimeError())
    ('GPIO busy', 'RuntimeError')
    """
    return str(error).rstrip(".") or type(error).__name__


def pin_errors() -> tuple[type[Exception], ...]:
    """Gives what may be raised by a pin that cannot be had or has gone."""
    errors: tuple[type[Exception], ...] = (GPIOZeroError, OSError, RuntimeError)
    try:
        import lgpio  # noqa: PLC0415 - only on a Pi
    except ImportError:
        return errors
    return (*errors, lgpio.error)
