"""Names the calibration to the camera that it is for."""

from pathlib import Path

from hardware.calibration.record import NAME

CALIBRATED = ("auto", "pi", "usb")
"""Cameras that a calibration is for."""


def calibrated(camera: str, state: Path) -> str:
    """Names the calibration to a real camera that names none, where there is one."""
    path = state / NAME
    kind, _, rest = camera.partition(":")
    if not path.exists() or kind not in CALIBRATED or ":" in rest or (kind == "auto" and rest):
        return camera
    return f"auto:{path}" if kind == "auto" else f"{kind}:{rest or 0}:{path}"
