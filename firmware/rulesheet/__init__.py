"""The one-page rule sheet of a game with its house rules, as messages.

In: a game and its options. Out: a `Sheet`, which `as_text` prints and `firmware/commands/games` draws. Ladders, legal
raises and penalties are found by playing trial rounds, never written down a second time.

Read first: `sheet` (the parts of a sheet), `facts` (what the wording depends on), `sheets.toml` (the English wording).
"""
