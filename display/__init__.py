"""The screen: a frozen description of a scene in, pixels out."""

import os

# The one place where pygame's greeting on standard output is switched off; it must run before pygame is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
