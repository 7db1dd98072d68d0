"""Tests of `firmware/equilibria/`: solutions compared with published values and best responses."""
