"""Tests of `display/draw/heraldry/`: every charge and ordinary is drawn and recognisable."""
