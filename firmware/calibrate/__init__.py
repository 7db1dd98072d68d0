"""Calibration: leads people and camera through measuring the box, and through blessing a set of dice.

In: a camera by its name, the lamp, and what people do, in text or on a screen. Out: `camera.toml` or a die set in the
state directory, findings on the way (as the doctor's), and a message on what came of it.

A composing folder: it knows `hardware`, `vision` and `display`. Read first: `tasks.py` (the two tasks from beginning to
end), `calibration.py` and `blessing.py` (their steps), `guide.py` (how people are led, in text or on the screen).
"""
