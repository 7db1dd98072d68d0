"""The state directory that commands use, and the warning where it belongs to another user."""

import os
from pathlib import Path

import pytest

from firmware.deploy.state_folder import box_dir, settings_dir, why_not_written


def test_an_installed_box_is_meant_unless_another_is_named(tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    user = {"XDG_STATE_HOME": str(tmp_path)}
    assert box_dir(user, installed) == tmp_path / "meierbox"
    installed.mkdir()
    assert box_dir(user, installed) == installed
    assert box_dir({**user, "MEIERBOX_STATE": "/mnt/own"}, installed) == Path("/mnt/own")


def test_a_full_or_read_only_disk_is_reported(tmp_path: Path) -> None:
    said = why_not_written(tmp_path / "camera.toml", OSError(28, "No space left on device"))
    assert str(said) == (
        f"{tmp_path / 'camera.toml'} cannot be written (No space left on device): check its folder, and that the disk "
        "is writable."
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a folder away")
def test_a_folder_of_another_user_names_that_user(tmp_path: Path) -> None:
    folder = tmp_path / "box"
    folder.mkdir()
    os.chown(folder, 1, 1)
    said = why_not_written(folder / "camera.toml", PermissionError(13, "Permission denied"))
    assert "belongs to daemon: run this as daemon (sudo -u daemon …)." in str(said)


def test_the_settings_of_a_box_that_starts_by_itself_lie_beside_its_journal(tmp_path: Path) -> None:
    installed = tmp_path / "var"
    user = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert settings_dir(user, installed) == tmp_path / "config" / "meierbox"
    installed.mkdir()
    assert settings_dir(user, installed) == installed
    assert settings_dir({"MEIERBOX_STATE": "/mnt/own"}, installed) == Path("/mnt/own")
