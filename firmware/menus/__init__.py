"""Menus: the start screen, game cards, house rules, the game menu, seats, settings, rule pages and the wizard.

They are modes like those of a game: each takes a `Context`, returns offers and rows as messages, and leads to
destinations. They know `firmware.table`, but no mode of a game. Read first: start.py, game_menu.py, wizard.py.
"""
