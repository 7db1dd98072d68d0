"""Plays games among computer players.

In: the characters of the seats, a game and a seed. Out: shares of the games won, with intervals.

Read first: `referee.py` (plays one game), `series.py` (many games, on several processes), `intervals.py`.
"""
