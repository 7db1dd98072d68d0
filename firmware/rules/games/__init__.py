"""The six games, each a `Ruleset` that decides its own commands.

`box_game` and `cup_game` are the two kinds of game, `registry` knows all games by name. In: a state and a command, or a
state and a question about it (`legal`, `claims`). Out: events, a refusal, or moves. Read `box_game`, `viking` and
`registry` first.
"""
