"""Tests of `hardware/board/`: schematic and layout of the carrier board."""
