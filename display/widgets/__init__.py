"""Widgets: the parts of a screen that show one thing, such as a seat, a claim, a photograph or a verdict."""
