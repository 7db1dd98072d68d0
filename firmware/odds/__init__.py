"""The exact chance that a claim is true, as a fraction.

In: a claim, a game with its options, how the dice fall (`DiceModel`), and the dice that somebody can see. Out: chances
as `Fraction`s, never rounded. The rules define when a claim is true (RULES.md §1, §5, §7); nothing here knows hidden
dice except those passed in.

Read first: `dice_model.py` (how dice fall), `claim_chance.py` (the chance of any claim, also from a seat's view).
"""
