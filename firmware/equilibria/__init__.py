"""Solved two-player games; README.md has the methods and the results."""
