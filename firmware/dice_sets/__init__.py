"""Blessed sets of dice: what they look like, and how fairly they fall.

In: a name, measurements and counts of faces. Out: a `DieSet` stored as `dice/NAME.toml` in the state directory, and the
statistics of its throws. `firmware/calibrate` measures dice on photographs.

Read first: `die_set.py` (a set and its file), `errors.py`, `fairness.py` (the chi-square test).
"""
