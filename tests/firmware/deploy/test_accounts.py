"""Permissions and accounts."""

import os
from pathlib import Path

import pytest

from firmware.deploy.accounts import Accounts, User, closed_to

STRANGER = User("stranger", 54321, 54321, frozenset({54321}))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home directory in a folder that everybody may enter, as far as this test may open it."""
    for folder in tmp_path.parents:
        if not folder.stat().st_mode & 0o001 and folder.stat().st_uid == os.getuid():
            folder.chmod(0o711)
    tmp_path.chmod(0o711)
    (tmp_path / "home" / "meierbox").mkdir(parents=True)
    (tmp_path / "home" / "meierbox").chmod(0o755)
    return tmp_path / "home"


def test_a_closed_home_is_named(home: Path) -> None:
    home.chmod(0o700)
    assert closed_to(STRANGER, home / "meierbox") == home
    home.chmod(0o711)
    assert closed_to(STRANGER, home / "meierbox") is None


def test_what_can_be_entered_must_be_readable_too(home: Path) -> None:
    home.chmod(0o755)
    (home / "meierbox").chmod(0o711)
    assert closed_to(STRANGER, home / "meierbox") == home / "meierbox"


def test_owners_and_groups_have_rights_of_their_own(home: Path) -> None:
    home.chmod(0o750)
    owner = User("owner", os.getuid() or 1, os.getgid(), frozenset({os.getgid()}))
    assert closed_to(owner, home / "meierbox") is None
    friend = User("friend", 54321, 54321, frozenset({54321, home.stat().st_gid}))
    assert closed_to(friend, home / "meierbox") is None
    assert closed_to(STRANGER, home / "meierbox") == home


def test_a_user_is_in_the_own_group_and_in_those_that_list_the_name(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\nastrid:x:1000:1000::/home/astrid:/bin/sh\n+::\n")
    (tmp_path / "etc/group").write_text("astrid:x:1000:\nvideo:x:44:astrid,bjorn\ngpio:x:993:bjorn\n\n")
    accounts = Accounts(tmp_path)
    assert accounts.user("astrid") == User("astrid", 1000, 1000, frozenset({1000, 44}))
    assert accounts.user("sigrid") is None
    assert accounts.group_name(44) == "video"
    assert accounts.group_name(45) == "45"


def test_a_system_without_users_has_none(tmp_path: Path) -> None:
    assert Accounts(tmp_path).user("root") is None
