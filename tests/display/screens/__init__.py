"""Tests of `display/screens/`: each screen at several sizes, and what holds for all."""
