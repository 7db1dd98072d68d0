"""The modes of a game: roll-off, box round, bidding, showdown, verdict, ruling by the table, winner."""
