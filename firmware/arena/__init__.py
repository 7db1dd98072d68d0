"""Computer players against each other: characters and a seed in, results with intervals out.

Read first: `referee.py` (plays one game), `series.py` (many games, on several processes), `intervals.py`.
"""
