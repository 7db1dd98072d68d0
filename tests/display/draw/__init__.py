"""Tests of `display/draw/`: lettering, textures, themes, caches."""
