"""Sets of dice that were blessed: what they look like, and whether they fall fairly.

In: a name, measurements and counts of faces. Out: a `DieSet` kept as `dice/NAME.toml` in the state directory, and the
statistics of its throws. How dice are measured on photographs is in `firmware/calibrate`.

Read first: `die_set.py` (what is known about a set, and its file), `errors.py`, `fairness.py` (the chi-square test).
"""
