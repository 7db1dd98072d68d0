"""The six games of RULES.md as pure functions of their events.

Only the standard library is used, without files, clock, randomness or threads. `games.registry.new_game` begins a game,
`decide.decide` turns commands into events, and `evolve.fold` turns events into a state. Dice enter only with the
command `Reveal`, so that nothing that depends only on a `GameState` can reveal hidden dice.

>>> from firmware.rules.claims import Pair
>>> from firmware.rules.commands import Challenge, Declare, Reveal, Roll
>>> from firmware.rules.decide import decide, expect
>>> from firmware.rules.evolve import fold
>>> from firmware.rules.games.registry import new_game
>>> state = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), opens=0))
>>> for command in (Roll(0), Declare(0, Pair(1, 3)), Challenge(1), Reveal(Pair(5, 6))):
...     state = fold(expect(decide(state, command)), state)
>>> state.stock, state.turn
((5, 6, 6), 1)

README.md says what to read first.
"""
