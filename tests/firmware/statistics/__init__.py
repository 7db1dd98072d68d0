"""Tests of `firmware/statistics/`: what an evening shows of its players and dice."""
