"""Tests of `hardware/simulated/`: the simulated box and photographs in place of a camera."""
