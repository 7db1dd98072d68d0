"""Tests of `hardware/calibration/`: light, focus, floor and scale from pictures."""
