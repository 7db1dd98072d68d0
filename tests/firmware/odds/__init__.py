"""Tests of `firmware/odds/`: chances compared with enumeration and published odds."""
