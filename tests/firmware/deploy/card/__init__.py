"""Tests of `firmware/deploy/card/`; `fresh_card` stands in for a freshly started SD card."""
