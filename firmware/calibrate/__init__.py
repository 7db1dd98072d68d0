"""Calibration: guides people through measuring the box and blessing a set of dice.

In: a camera by name, the lamp, and what people do, in text or on a screen. Out: `camera.toml` or a die set in the state
directory, findings along the way (the doctor's type), and a message with the outcome.

A composing folder: it knows `hardware`, `vision` and `display`. Read first: `tasks.py` (the two tasks from beginning to
end), `calibration.py` and `blessing.py` (their steps), `guide.py` (how people are led, in text or on the screen).
"""
