"""Tests of `firmware/menus/`: what each list offers, and where it leads."""
