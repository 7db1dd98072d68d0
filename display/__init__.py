"""The display: draws frozen scenes and plays their sounds. It knows neither rules nor journal nor pins.

In: scenes and the time. Out: pixels and sound. Read first: `scene.py`, `window.py`, `screens/table_screen.py`.
"""

import os

# Keeps pygame from printing its greeting on standard output; this must run before pygame is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
