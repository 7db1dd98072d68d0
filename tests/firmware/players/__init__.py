"""Tests of `firmware/players/`: what a computer player may know, and what it does."""
