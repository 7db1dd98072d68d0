"""The photograph revealed in the attract game."""

import base64
import tomllib
from functools import cache
from importlib.resources import files

from firmware.journal.observation import Observation, from_body


@cache
def photograph() -> Observation:
    """Returns a stored reading of a simulated box with its photograph."""
    found = tomllib.loads((files(__package__) / "photograph.toml").read_text("utf-8"))
    encoded = base64.b64decode(found["encoded"])
    body = {"reason": None, "message": "", "confidence": 1.0, "at": 0.0, **found}
    return from_body(body, encoded)
