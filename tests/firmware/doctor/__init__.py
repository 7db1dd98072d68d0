"""Tests of `firmware/doctor/`: every finding, and the remedy it names."""
