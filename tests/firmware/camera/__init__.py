"""Tests of `firmware/camera/`: worker, supervisor, watchdog, fusion.

Fixtures: `fake_cameras` (cameras and readers that a child process finds by name). Tool: `retries`.
"""
