"""What holds for all tests: none fails because the machine has much to do, and none keeps a second core busy.

Property tests try fewer examples than Hypothesis would; `--hypothesis-profile=thorough` has them try many.
"""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded, as in firmware/commands/__init__.py

import cv2
import pytest
from hypothesis import HealthCheck, settings

from display.draw.surface_cache import SurfaceCache

MEMORY = Path("/dev/shm")
"""A file system in memory, on Linux."""

# The tests start some hundred Python processes: each would compile all modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
cv2.setNumThreads(1)
settings.register_profile("thorough", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=1000)
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def surfaces() -> SurfaceCache:
    """Keeps the textures of all windows of all tests, so that each is drawn once."""
    return SurfaceCache(100_000_000)


def pytest_configure(config: pytest.Config) -> None:
    """Keeps the folders of tests in memory where there is room: every event is flushed to the disk, some 10,000 times.

    What a power failure loses is tested with files that lose writes (tests/firmware/journal/lost_writes.py).
    """
    if config.option.basetemp is None and "TMPDIR" not in os.environ and _holds_tests(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def pytest_collection_finish() -> None:
    """Spares the garbage collector all tests and modules, which live to the end: a tenth of all processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _holds_tests(folder: Path) -> bool:
    """Returns whether tests can write, run programs and have a gigabyte there."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    return shutil.disk_usage(folder).free > 1 << 30 and not os.statvfs(folder).f_flag & os.ST_NOEXEC
