"""The show: a box that nobody uses plays by itself, explains the game in a minute, and invites; any press ends it."""
