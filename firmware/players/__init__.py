"""Computer players: a seat's view of a game in, its next command out; README.md has the characters."""
