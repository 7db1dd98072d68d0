"""The one-page rule sheet of a game with its house rules, in words that a newcomer understands.

Ladders, legal raises and penalties are asked of the rules, never written down a second time.
"""
