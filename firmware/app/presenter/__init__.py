"""The presenter: turns the table's state into the scene on the screen.

In: a `Table` and the clock. Out: a `display.scene.Scene` in the current language. Read first: presenter.py (the
registry of builders), scene_parts.py (the view that builders use), hints.py.
"""
