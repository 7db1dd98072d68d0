"""Detects which Raspberry Pi the program runs on."""

from pathlib import Path


def pi_model(root: Path = Path("/")) -> str | None:
    """Returns the model, such as "Raspberry Pi 4 Model B Rev 1.4"; None on any other computer."""
    try:
        model = (root / "proc/device-tree/model").read_text(errors="replace").strip("\0 \n")
    except OSError:
        return None
    return model if "Raspberry Pi" in model else None
