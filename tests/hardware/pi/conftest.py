"""Which modules of this folder are collected."""

collect_ignore = ["virtual_camera.py"]
"""It has no examples, and imports picamera2, which is on a Pi only."""
