from pathlib import Path

import pytest

from tests.firmware.deploy.installed_box import Box, make_box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """An installed box of release 0.1.0 with two games in its journal."""
    return make_box(tmp_path / "box")
