"""Says where an error came from without its text, which might reveal hidden dice."""

import traceback
from pathlib import Path

from firmware.rules.message import Message, message


def error_place(error: Exception) -> Message:
    """Names the type and the place of an error, but not its text, which might reveal hidden dice."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    file, kind = Path(last.filename).name, type(error).__name__
    return message("{error} in {file}, line {line}", error=kind, file=file, line=last.lineno or 0)
