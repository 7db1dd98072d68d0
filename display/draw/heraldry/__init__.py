"""Coats of arms: a shield's field, ordinary and charges as vector shapes, painted at any size.

In: a `Shield` of the scene. Out: a surface with smooth edges. Read first: `shield_painter.py`, then `outline.py` (what
charges are made of) and one of the modules with charges, such as `plants.py`.
"""
