"""The checks of `meierbox doctor`: each examines what it is given and returns findings with remedies.

In: what a check examines, passed by the command (a `Machine`, a frame, the state directory, the release status). Out:
`Finding`s with messages, which the command renders as lines or as JSON. Read first: `finding.py` (the results),
`machine_health.py` (typical checks), `machine.py` (access to the operating system, which tests fake).

Read first: `finding.py` (what a check returns), `machine_health.py` (typical checks), `machine.py` (how the checks ask
the operating system, and how tests stand in for it).
"""
