"""Tests of `firmware/calibrate/`: calibration and blessing, in text and on the screen.

Fixtures: `recording_guide` (notes what people are asked), `drawn_dice` (dice without pictures). Tool: `dice_kinds`.
"""
