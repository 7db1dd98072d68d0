"""Screens: one module for each kind of scene.

In: a drawing context and a scene. Out: a `ScreenPicture` with its still base, animations and touch targets
(`compose`). `layout` has the boxes that the screens share, `heading` their top rows.

Read first: `layout.py`, `table_screen.py`, `reveal_screen.py`.
"""
