"""Computer players: a view of the game in, the seat's next command out; README.md describes the characters."""
