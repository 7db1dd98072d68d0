"""A short form of every campaign, and proof that a campaign sees what goes wrong."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzzing.campaign import search
from tests.fuzzing.targets import TARGETS, Target

COUNTS = {"records": 150, "parsers": 150, "bundles": 60, "settings": 25, "calibrations": 80, "commands": 8}


@pytest.mark.parametrize("target", [target for target in TARGETS if target.name in COUNTS], ids=lambda each: each.name)
def test_a_short_campaign_finds_nothing(target: Target, tmp_path: Path) -> None:
    findings = search(target, tmp_path, COUNTS[target.name], seed=2)
    assert not findings.errors, str(findings)


def test_a_case_that_hangs_is_ended_and_told(tmp_path: Path) -> None:
    def prepare(_folder: Path) -> Callable[[random.Random], None]:
        def attempt(_rng: random.Random) -> None:
            threading.Event().wait()

        return attempt

    findings = search(Target("slow", prepare, 0.01), tmp_path, 1, seed=1)
    assert "HangError" in str(findings)


def test_a_campaign_tells_what_went_wrong_and_in_which_case(tmp_path: Path) -> None:
    def prepare(_folder: Path) -> Callable[[random.Random], None]:
        cases = iter(range(10))

        def attempt(_rng: random.Random) -> None:
            if next(cases) == 7:
                raise KeyError("gone")

        return attempt

    findings = search(Target("odd", prepare, 1.0), tmp_path, 10, seed=1)
    assert (findings.tried, findings.errors.total()) == (10, 1)
    assert "KeyError" in str(findings)
    assert "first in case 7" in str(findings)
