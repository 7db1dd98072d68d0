"""The table: turns what people do and what the camera reads into a game.

In: presses, turns, typed characters, shakes, movements of the lid, readings (`Table`). Out: requests to the box
(`requests`), offers and notices as messages, events in the journal. README.md says how the parts fit.
"""
