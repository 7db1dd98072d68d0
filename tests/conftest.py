"""What holds for all tests: none fails because the machine has much to do, and none keeps a second core busy.

Property tests try fewer examples than Hypothesis would; `--hypothesis-profile=thorough` has them try many.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded, as in firmware/commands/__init__.py

import cv2
import pytest
from hypothesis import HealthCheck, settings

from display.draw.surface_cache import SurfaceCache

cv2.setNumThreads(1)
settings.register_profile("thorough", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=1000)
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def surfaces() -> SurfaceCache:
    """Keeps the textures of all windows of all tests, so that each is drawn once."""
    return SurfaceCache(100_000_000)
