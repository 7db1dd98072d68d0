"""The checks of `meierbox doctor`: each one takes what it examines and gives findings, most of them with a remedy.

In: what a check looks at, handed in by the command (a `Machine`, a frame, the state directory, the release status).
Out: `Finding`s, whose texts are messages; the command renders them as lines or as JSON.

Read first: `finding.py` (what a check returns), `machine_health.py` (typical checks), `machine.py` (how the checks ask
the operating system, and how tests stand in for it).
"""
