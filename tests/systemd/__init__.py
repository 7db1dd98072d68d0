"""Tests of the units in `systemd/`: systemd accepts them, and they ask for no more than they need."""
