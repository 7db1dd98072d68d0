"""Tests of `firmware/app/`: whole boxes, their main loop, devices and service.

Fixtures: `input_drivers` (keyboard, touch, gamepad, buttons), `recorded_outputs` (all that a box gives out),
`dying_camera` (a camera that fails on request). Tools: `kills` and `memory`, run with `python -m`.
"""
