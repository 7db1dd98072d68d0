"""Why picamera2 cannot be imported."""

from pathlib import Path

import pytest

from firmware.doctor.camera_library import PythonInUse, check_camera_library, import_error, python_in_use
from firmware.doctor.finding import Level
from tests.firmware.doctor.test_machine_health import FakeMachine
from tests.firmware.doctor.test_peripherals import PI

FITS = PythonInUse("3.13", "3.13", sees_system=True)


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    fake = FakeMachine(tmp_path)
    fake.put("proc/device-tree/model", PI)
    fake.put("usr/lib/python3/dist-packages/picamera2/__init__.py")
    return fake


@pytest.mark.parametrize(
    ("python", "printed", "says", "remedy"),
    [
        (
            FITS,
            "ModuleNotFoundError: No module named 'picamera2'",
            "picamera2 is not installed",
            "install --no-install",
        ),
        (FITS, "ModuleNotFoundError: No module named 'libcamera._libcamera'", "needs libcamera", "python3-libcamera"),
        (FITS, "ModuleNotFoundError: No module named 'strange'", "needs strange", "--reinstall python3-picamera2"),
        (
            FITS,
            "ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96, got 88",
            "numpy ABI",
            "delete the folder .venv",
        ),
        (
            FITS,
            "A module that was compiled using NumPy 1.x cannot be run in\nNumPy 2.1.0 as it may crash.\nImportError: x",
            "numpy ABI",
            "delete the folder .venv",
        ),
        (
            FITS,
            "ImportError: libcamera.so.0.5: cannot open shared object file: No such file or directory",
            "the library libcamera.so.0.5",
            "full-upgrade",
        ),
        (
            PythonInUse("3.12", "3.13", sees_system=False),
            "ModuleNotFoundError: No module named 'picamera2'",
            "the system's Python 3.13, and this is Python 3.12",
            "unset MEIERBOX_PYTHON",
        ),
        (
            PythonInUse("3.13", "3.13", sees_system=False),
            "ModuleNotFoundError: No module named 'picamera2'",
            "does not see the system's packages",
            "delete the folder .venv",
        ),
        (FITS, "it ended with -11", "it ended with -11", "--reinstall"),
    ],
)
def test_the_reason_comes_with_its_own_remedy(
    fake: FakeMachine, python: PythonInUse, printed: str, says: str, remedy: str
) -> None:
    (found,) = check_camera_library(fake.machine, python, lambda: printed)
    assert found.level is Level.ISSUE
    assert says in str(found.says)
    assert remedy in str(found.remedy)


def test_a_working_library_and_a_machine_without_need_of_one_are_fine(fake: FakeMachine, tmp_path: Path) -> None:
    (found,) = check_camera_library(fake.machine, FITS, lambda: None)
    assert found.level is Level.OK
    assert list(check_camera_library(FakeMachine(tmp_path / "laptop").machine, FITS, lambda: "never asked")) == []


def test_another_failure_is_reported_in_pythons_words(fake: FakeMachine) -> None:
    printed = import_error()
    assert printed is None or "Error" in printed
    fake.put("usr/bin/python3.13")
    assert python_in_use(fake.machine).of_system == "3.13"
