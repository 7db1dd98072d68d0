"""Installations that are refused before the first step."""

import shutil
import sys
from pathlib import Path

import pytest

from firmware.deploy.errors import DeployError
from firmware.deploy.install import InstallTarget, install
from firmware.deploy.releases import CURRENT, PREVIOUS

PYTHON = Path(sys.executable)


def test_a_project_in_a_folder_that_the_service_has_of_its_own_is_refused() -> None:
    with pytest.raises(DeployError, match="move it to /opt/meierbox"):
        next(install(InstallTarget(Path("/"), Path("/tmp"), PYTHON)))


@pytest.mark.skipif(bool(Path("/root").stat().st_mode & 0o001), reason="needs a closed home")
def test_a_project_in_a_closed_home_is_refused_with_both_remedies() -> None:
    with pytest.raises(DeployError, match=r"may not enter /root: move the project .* or name its owner with --user"):
        next(install(InstallTarget(Path("/"), Path("/root"), PYTHON)))


def test_an_image_knows_the_project_by_its_own_path(tmp_path: Path) -> None:
    target = InstallTarget(tmp_path, tmp_path / "opt" / "meierbox", PYTHON)
    assert target.inside(target.project) == Path("/opt/meierbox")
    assert target.at("/etc/passwd") == tmp_path / "etc" / "passwd"
    assert not target.running


def test_a_checkout_without_its_units_is_reported(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    with pytest.raises(DeployError, match="run this from a complete checkout"):
        list(install(InstallTarget(tmp_path, tmp_path / "project", PYTHON)))


@pytest.mark.parametrize("started_from", ["opt/meierbox", "usr/local/lib/meierbox/current"])
def test_the_units_name_whichever_release_is_the_box(tmp_path: Path, started_from: str) -> None:
    project = tmp_path / "opt" / "meierbox"
    shutil.copytree(Path(__file__).parents[3] / "systemd", project / "systemd")
    (project / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    current = tmp_path / "usr/local/lib/meierbox/current"
    current.parent.mkdir(parents=True)
    current.symlink_to(project)
    target = InstallTarget(tmp_path, project, tmp_path / started_from / ".venv/bin/python")
    for step in install(target):
        if str(step.says).startswith("write /etc/systemd"):
            step.do()
    units = tmp_path / "etc/systemd/system"
    assert f'ExecStart="{CURRENT}/.venv/bin/python" -P' in (units / "meierbox.service").read_text()
    assert f'ExecStart="{PREVIOUS}/.venv/bin/python" -P' in (units / "meierbox-trial.service").read_text()
