"""The soak test: a whole box that plays by itself for as long as it is told, while things go wrong around it.

In: a number of rounds, a seed, kinds of faults. Out: the journal's events as they are shown, a report, and what was
found wrong. The table, the loop, the journal, the camera's process and the reader are the real ones; simulated are the
box under the camera, the pins under the buttons, the screen without a screen, and the errors of the disk.

Read first: `soak_loop.py` (the loop), `random_input.py` (who plays), `faults.py` (what goes wrong: its list and its
schedule), `fault_injection.py` (one fault from its beginning to the recovery).
"""
