"""The six games, the two kinds that they come of (box game, cup game), and their registry."""
