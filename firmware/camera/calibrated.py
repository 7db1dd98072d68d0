"""Adds the stored calibration to a camera's name."""

from pathlib import Path

from hardware.calibration.record import NAME

CALIBRATED = ("auto", "pi", "usb")
"""Cameras that can be calibrated."""


def calibrated(camera: str, state: Path) -> str:
    """Adds the stored calibration, if there is one, to the name of a real camera that names none."""
    path = state / NAME
    kind, _, rest = camera.partition(":")
    if not path.exists() or kind not in CALIBRATED or ":" in rest or (kind == "auto" and rest):
        return camera
    return f"auto:{path}" if kind == "auto" else f"{kind}:{rest or 0}:{path}"
