"""Tests of `firmware/arena/`: series of games between computer players."""
