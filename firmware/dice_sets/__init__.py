"""Sets of dice that were blessed: what they look like, and whether they fall fairly."""
