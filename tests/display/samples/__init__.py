"""Tests of `display/samples/`: the gallery and its command."""
