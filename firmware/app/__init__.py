"""The box: composes table, screen, controls and eye, and runs them in one loop."""
