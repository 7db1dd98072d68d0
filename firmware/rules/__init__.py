"""The six rulesets of RULES.md as pure functions of events; standard library only, no files, clock, chance or threads.

`game` is the way in: `new_game`, `decide`, `evolve`, `legal`, `claims`. Dice enter only with the command `Reveal`, so
nothing that is derived from a `GameState` can tell what lies hidden.
"""
