"""Settling and locking the exposure."""

from typing import Any

import pytest

from hardware.calibration.camera_settings import CameraSettings
from hardware.pi.exposure import MAX_FRAMES, OUTDATED_FRAMES, ExposureLock


def taken(exposure: int, gain: float = 1.0) -> dict[str, Any]:
    return {"ExposureTime": exposure, "AnalogueGain": gain, "ColourGains": (1.5, 1.25)}


def fed(lock: ExposureLock, *exposures: int) -> list[CameraSettings]:
    return [settings for exposure in exposures if (settings := lock.feed(taken(exposure)))]


def test_it_locks_once_when_the_exposure_has_settled() -> None:
    lock = ExposureLock()
    assert fed(lock, 40_000, 30_000, 24_000, 21_000, 20_500, 20_200, 20_100) == []
    (settings,) = fed(lock, *[20_000] * 20)
    assert settings.exposure == pytest.approx(20_000, rel=0.03)
    assert (settings.red, settings.blue, settings.lens) == (1.5, 1.25, None)
    assert lock.locked == settings


def test_a_flickering_lamp_does_not_delay_it_forever() -> None:
    lock = ExposureLock()
    assert len(fed(lock, *[10_000, 20_000] * MAX_FRAMES)) == 1


def test_known_settings_are_kept() -> None:
    known = CameraSettings(5_000, 1.0, 1.0, 1.0)
    lock = ExposureLock(known)
    assert fed(lock, *[20_000] * 50) == []
    assert lock.locked is known


def test_a_lock_from_other_light_is_released_and_renewed() -> None:
    lock = ExposureLock()
    assert len(fed(lock, *[500] * 20)) == 1
    assert not any(lock.outdated_by(brightness) for brightness in [110, 3, 3, 110] * 50), "a hand passed by"
    assert [lock.outdated_by(6.0) for _ in range(OUTDATED_FRAMES)].count(True) == 1
    (again,) = fed(lock, *[20_000] * 20)
    assert again.exposure == 20_000


def test_the_lock_of_a_calibration_is_never_released() -> None:
    lock = ExposureLock(CameraSettings(5_000, 1.0, 1.0, 1.0))
    assert not any(lock.outdated_by(1.0) for _ in range(100))


def test_frames_without_metadata_lock_nothing() -> None:
    lock = ExposureLock()
    assert [lock.feed({"SensorTimestamp": 1}) for _ in range(200)] == [None] * 200
