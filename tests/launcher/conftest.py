import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.launcher.launcher_folder import LauncherFolder, make_place


@pytest.fixture
def place(tmp_path: Path) -> LauncherFolder:
    """A project that was never set up, on a machine without any Python."""
    return make_place(tmp_path)


@pytest.fixture(scope="session")
def set_up_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[LauncherFolder, Path]:
    """A project that is set up to play, and a copy of its folder.

    An environment is valid at one path only: tests use the folder itself and get it back as it was.
    """
    folder = tmp_path_factory.mktemp("ready")
    place = make_place(folder)
    place.add_python()
    assert place.start("play").returncode == 0
    (folder / "calls").unlink()
    copy = tmp_path_factory.mktemp("copies") / "ready"
    shutil.copytree(folder, copy, symlinks=True)
    return place, copy


@pytest.fixture
def ready(set_up_once: tuple[LauncherFolder, Path]) -> Iterator[LauncherFolder]:
    """A project that is set up to play."""
    place, copy = set_up_once
    folder = place.bin.parent
    yield place
    shutil.rmtree(folder)
    shutil.copytree(copy, folder, symlinks=True)
