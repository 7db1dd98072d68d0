"""Coats of arms as data: the contents of a shield, the rule of tincture, default arms, blazons.

In: names and choices by the dial. Out: `Arms`. Read first: `arms.py`. `display/draw/heraldry` paints them.
"""
