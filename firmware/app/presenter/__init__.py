"""The presenter: turns what the table is busy with into the scene that the screen draws.

In: a `Table` and the clock. Out: a `display.scene.Scene` in the language that is set. Read first: presenter.py (the
registry of builders), scene_parts.py (the view that builders work with), hints.py.
"""
