"""Tests of `firmware/equilibria/`: solutions against published values and best responses."""
