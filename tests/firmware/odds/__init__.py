"""Tests of `firmware/odds/`: chances against counting and published odds."""
