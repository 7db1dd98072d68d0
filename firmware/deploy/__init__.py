"""Installs the program as an appliance, takes it away again, and updates it from a USB drive.

In: a project folder or a release bundle, and the machine (`host.py`; tests stand in for it). Out: units, user, groups
and folders on the machine, and a message for every step; after an update a release that has proven itself, or the one
before.

A composing folder: it prepares what systemd runs. Read first: `steps.py` (what a step is), `install.py` (the steps of
an installation), `update.py` and `trial.py` (a bundle becomes a release on trial, and how the trial ends).
"""
