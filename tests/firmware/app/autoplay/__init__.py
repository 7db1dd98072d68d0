"""Tests of `firmware/app/autoplay/`; `fake_photographer` stands in for the simulated camera of the tour."""
