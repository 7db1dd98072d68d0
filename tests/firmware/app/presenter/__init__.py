"""Tests of `firmware/app/presenter/`: which scene a table gives."""
