"""What is refused before the first step is done."""

import sys
from pathlib import Path

import pytest

from firmware.installation.plan import Place, install
from firmware.installation.steps import InstallError

PYTHON = Path(sys.executable)


def test_a_project_in_a_folder_that_the_service_has_of_its_own_is_refused() -> None:
    with pytest.raises(InstallError, match="move it to /opt/meierbox"):
        next(install(Place(Path("/"), Path("/tmp"), PYTHON)))


@pytest.mark.skipif(bool(Path("/root").stat().st_mode & 0o001), reason="needs a closed home")
def test_a_project_in_a_closed_home_is_refused_with_both_remedies() -> None:
    with pytest.raises(InstallError, match=r"may not enter /root: move the project .* or name its owner with --user"):
        next(install(Place(Path("/"), Path("/root"), PYTHON)))


def test_an_image_knows_the_project_by_its_own_path(tmp_path: Path) -> None:
    place = Place(tmp_path, tmp_path / "opt" / "meierbox", PYTHON)
    assert place.inside(place.project) == Path("/opt/meierbox")
    assert place.at("/etc/passwd") == tmp_path / "etc" / "passwd"
    assert not place.running


def test_a_checkout_without_its_units_is_told(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    with pytest.raises(InstallError, match="run this from a whole checkout"):
        list(install(Place(tmp_path, tmp_path / "project", PYTHON)))
