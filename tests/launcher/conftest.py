from pathlib import Path

import pytest

from tests.launcher.place import Place, make_place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A project that was never set up, on a machine without any Python."""
    return make_place(tmp_path)


@pytest.fixture
def ready(place: Place) -> Place:
    """A project that is set up to play."""
    place.add_python()
    assert place.start("play").returncode == 0
    (place.bin.parent / "calls").unlink()
    return place
