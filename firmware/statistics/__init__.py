"""What an evening shows of its players and its dice, counted from what came to light.

In: the events of games that stand, how the dice fall, counts of faces. Out: frozen facts and counts; no text, no files.
A roll that was never revealed is not looked at, so nothing here can give it away.

Read first: `known_rounds.py` (what a reveal says of every claim on its dice), `seat_evening.py` (bluffs, challenges,
the boldest lie and luck, by seat), `evenings.py` (which games were played on one evening),
`dice_sample.py` (how a set of dice falls, from the rolls that are a fair sample).
"""
