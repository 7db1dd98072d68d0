"""Tests of `firmware/config/`: settings, house rules and files that survive a power cut."""
