"""Computer players: what a seat may know in, its next command out; README.md has the characters."""
