"""The box: combines table, screen, controls and camera, and runs them in one loop.

In: messages from any thread through one inbox: presses, turns, the lid, readings. The loop handles them one at a time:
it passes them to the table, carries out the table's requests, and shows the scene of the table's state. Out: orders to
the camera, scenes, sound, lamp and lights.

Read first: `main_loop.py` (the loop), `composition.py` (how a box is built), `navigation.py` (destinations and their
modes).
"""

import os

# Keeps pygame's greeting off standard output, where the soak test writes its events; must precede its import.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
