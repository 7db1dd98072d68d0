"""The modes of a game: roll-off, box round, bidding, showdown, verdict, rulings of the table, winner.

Each takes a `Context` and knows only `firmware.table`; where it leads is declared in `leads_to`. Read first:
box_round.py (the box games), bidding.py and showdown.py (the cup games), verdict.py.
"""
