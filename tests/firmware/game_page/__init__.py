"""Tests of `firmware/game_page/`: the page of a past game."""
