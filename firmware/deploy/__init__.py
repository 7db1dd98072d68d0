"""Installs the program as an appliance, uninstalls it, and updates it from a USB drive.

In: a project folder or a release bundle, and the machine (`host.py`; tests use fakes). Out: units, user, groups and
folders on the machine, and a message for every step; after an update, a proven release or the previous one. A composing
folder: it prepares what systemd runs.

Read first: `steps.py` (what a step is), `install.py` (the steps of an installation), `update.py` and `trial.py` (how a
bundle becomes a release on trial, and how the trial ends).
"""
