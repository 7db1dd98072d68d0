"""Tests of `firmware/journal/`: what is kept, sealed, exported and recovered.

Tools, run with `python -m`: `damage`, `lost_writes`, `exports_by_chance`. `version_1/` has journals of an old version.
"""
