"""Tests of `firmware/players/`: what a computer player may know, and how it plays."""
