"""Tests of `firmware/rules/`: worked examples and properties of the six games.

Fixtures: `random_games` (legal games with hidden dice), `play_commands`, `records`. Tool: `speed`.
"""
