"""The checks of `meierbox doctor`: each examines its input and returns findings with remedies.

In: what a check examines, passed by the command (a `Machine`, a frame, the state directory, the release status). Out:
`Finding`s with messages, which the command renders as lines or as JSON.

Read first: `finding.py` (the results), `machine_health.py` (typical checks), `machine.py` (access to the operating
system, which tests fake).
"""
