"""The ports of the box (camera, controls, lamp, lid, power) and their adapters.

In: frames, edges of pins, events of a window. Out: `Frame`s, and frozen messages of what people did. Read first:
`ports.py` (what the box needs), `cameras.py` (opens a camera by name), `pi/gpio_controls.py` (a typical adapter).
"""
