"""The attract mode: an idle box plays by itself, explains the game in a minute, and invites; a press ends it.

In: the table and the clock. Out: the scene to show while nobody is there. Read first: attract_mode.py (when it runs),
script.py (its steps), photograph.py (the revealed photograph).
"""
