"""The soak test: a whole box plays by itself while faults are injected around it.

In: a number of rounds, a seed, kinds of faults. Out: the journal's events as they are shown, a report, and findings.
Table, loop, journal, camera process and reader are real; simulated are the box under the camera, the pins under the
buttons, the display, and disk errors.

Read first: `soak_loop.py` (the loop), `random_input.py` (the players), `faults.py` (the faults and their schedule),
`fault_course.py` (one after another), `fault_injection.py` (a fault from injection to recovery).
"""
