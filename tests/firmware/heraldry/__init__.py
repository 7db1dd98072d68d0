"""Tests of `firmware/heraldry/`: the rule of tincture, first arms, blazons."""
