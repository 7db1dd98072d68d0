"""The box: puts table, screen, controls and camera together and runs them in one loop.

In come messages, from whatever thread, through one inbox: presses, turns, the lid, readings of the camera. The loop
takes them one at a time, gives them to the table, carries out what the table requests, and shows the scene of the
table's state. Out go orders to the camera, scenes to the screen, sound, lamp and lights.

Read first: `main_loop.py` (the loop), `composition.py` (what a box is made of), `navigation.py` (which mode
serves which destination).
"""

import os

# Keeps pygame's greeting off standard output, where the soak test writes its events; before pygame is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
