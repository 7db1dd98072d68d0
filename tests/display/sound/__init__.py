"""Tests of `display/sound/`: which sound and which words a change of scene gives."""
