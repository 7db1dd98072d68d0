"""Tests of `display/`: pixels that matter, measured by `pixels`.

`golden` compares and renews the golden pictures (`golden/`); `sample_pictures` draws each sample scene once.
"""
