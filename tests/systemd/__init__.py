"""Tests of the units in `systemd/`."""
