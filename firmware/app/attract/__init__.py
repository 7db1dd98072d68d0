"""The show: a box that nobody uses plays by itself, explains the game in a minute, and invites; any press ends it.

In: the table and the clock. Out: the scene of the show, while nobody is there. Read first: attract_mode.py, script.py.
"""
