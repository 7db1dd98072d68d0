"""Starts when all is in place."""

import json

from tests.launcher.launcher_folder import LauncherFolder


def test_it_starts_without_pip_and_network(ready: LauncherFolder) -> None:
    outcome = ready.start("play", FAKE_PIP="no-network")
    assert outcome.returncode == 0
    assert outcome.stderr == ""
    assert ready.calls == ["firmware"]


def test_passes_the_arguments_on_as_they_are(ready: LauncherFolder) -> None:
    arguments = ["read", "a photo.jpg", "", "*", "--expect", "2", "$HOME", "--help"]
    said = json.loads(ready.start(*arguments).stdout)
    assert said["module"] == "firmware"
    assert said["arguments"] == arguments


def test_stays_in_the_current_directory(ready: LauncherFolder) -> None:
    said = json.loads(ready.start("read", "a.jpg", directory=ready.root).stdout)
    assert said["directory"] == str(ready.root)


def test_takes_no_package_from_the_current_directory(ready: LauncherFolder) -> None:
    """Somebody's folder `display` there must not be taken for ours: Python's option -P."""
    assert json.loads(ready.start("play").stdout)["safe_path"] is True


def test_ends_with_the_exit_code_of_the_command(ready: LauncherFolder) -> None:
    for code in (1, 2, 130):
        assert ready.start("judge", FAKE_EXIT=str(code)).returncode == code
    assert ready.start("test", FAKE_EXIT="5").returncode == 5


def test_runs_through_a_symbolic_link(ready: LauncherFolder) -> None:
    link = ready.root / "meierbox"
    link.symlink_to(ready.project / "meierbox")
    outcome = ready.start("play", launcher=link)
    assert outcome.returncode == 0
    assert outcome.stderr == ""


def test_test_runs_pytest_in_the_project_with_its_arguments(ready: LauncherFolder) -> None:
    said = json.loads(ready.start("test", "-k", "a name", "-x").stdout)
    assert said["module"] == "pytest"
    assert said["arguments"] == ["-k", "a name", "-x"]
    assert said["directory"] == str(ready.project)


def test_all_tests_run_on_several_cores(ready: LauncherFolder) -> None:
    said = json.loads(ready.start("test").stdout)
    assert said["arguments"] == ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]


def test_writes_nothing(ready: LauncherFolder) -> None:
    """A box whose disk is sealed against power cuts starts all the same."""

    def traces() -> dict[str, int]:
        return {str(path): path.lstat().st_mtime_ns for path in ready.project.rglob("*")}

    before = traces()
    assert ready.start("play").returncode == 0
    assert traces() == before
