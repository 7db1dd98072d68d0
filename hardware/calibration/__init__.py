"""Measures a camera in its box: light, focus, the floor in the picture, the scale; and stores the result.

In: frames (H × W × 3, BGR). Out: measurements without judgement, and the `Calibration` that `camera.toml` holds; what
is good enough is decided in `firmware/calibrate`. Start with `record`, then `region` and `floor`.
"""
