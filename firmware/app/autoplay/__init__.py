"""Scripted players: the demo that plays by itself, and the tour that visits every screen."""
