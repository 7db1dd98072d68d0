"""Tests of `firmware/dice_sets/`: die sets and their fairness."""
