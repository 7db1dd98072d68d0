"""Tests of `firmware/statistics/`: facts about the players and dice of an evening."""
