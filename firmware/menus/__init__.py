"""Menus: the start screen, game cards, house rules, the game menu, seats, settings and the wizard."""
