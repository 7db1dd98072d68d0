"""Widgets: parts of a screen that show one thing, such as a seat, a claim, a photograph or a verdict.

In: a canvas, a box in pixels and a part of a scene. Out: the part drawn on the canvas, with its named boxes, touch
targets and animations.

Read first: `claim_view.py`, `seat_panel.py`, `photo_view.py`.
"""
