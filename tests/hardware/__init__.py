"""Tests of `hardware/`: adapters against fakes that keep the contract of the real driver."""
