"""Coats of arms as data: what a shield bears, the rule of tincture, first arms for every name, blazons as messages.

In: names and choices by the dial. Out: `Arms`. Read first: `arms.py`. `display/draw/heraldry` paints them.
"""
