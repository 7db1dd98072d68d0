"""The cameras that the command line names; `cameras.py` opens them, and loads far more."""

from hardware.pi.board import pi_model

OWN_DICE = ("sim", "folder")
"""Kinds of cameras that bring their own dice, which nobody has to shake."""


def default_camera() -> str:
    """Returns the camera of a box that names none: on a Pi its own, or a USB camera; elsewhere a simulated one."""
    return "sim" if pi_model() is None else "auto"
