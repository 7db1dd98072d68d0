"""Evenings end with their test."""

from collections.abc import Iterator

import pytest

from tests.firmware.evening import Evening


@pytest.fixture(autouse=True)
def _close_evenings() -> Iterator[None]:
    yield
    while Evening.sitting:
        Evening.sitting.pop().journal.close()
