"""The modes of a game: roll-off, box round, bidding, showdown, verdict, rulings of the table, winner.

In: a `Context`, presses, readings. Out: commands to the rules, offers and rows as messages, requests, destinations. A
mode knows only `firmware.table`; where it leads is declared in `leads_to`. Read first: box_round.py
(the box games), bidding.py (the cup games), verdict.py.
"""
