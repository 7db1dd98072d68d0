"""Statistics of an evening's players and dice, from what was revealed.

In: the valid events of games, dice models, counts of faces. Out: frozen facts and counts; no text, no files. Unrevealed
rolls are never looked at, so that nothing here can reveal them.

Read first: `known_rounds.py` (what a reveal says of every claim on its dice), `seat_evening.py` (bluffs, challenges,
the boldest lie and luck, by seat), `evenings.py` (which games were played on one evening),
`dice_sample.py` (how a set of dice falls, from the rolls that are a fair sample).
"""
