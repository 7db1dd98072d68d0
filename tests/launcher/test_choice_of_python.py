"""Which Python the launcher takes, and what it says when there is none to take."""

import subprocess

from tests.launcher.launcher_folder import LauncherFolder


def assert_refused(outcome: subprocess.CompletedProcess[str], place: LauncherFolder, *words: str) -> None:
    assert outcome.returncode == 1
    assert outcome.stdout == ""
    assert "Traceback" not in outcome.stderr
    for word in words:
        assert word in outcome.stderr
    assert not place.venv.exists()


def test_names_the_python_that_it_found(place: LauncherFolder) -> None:
    python = place.add_python(version="3.11.2")
    assert f"found Python 3.11.2 ({python})" in place.start("play").stderr


def test_takes_a_newer_one_beside_an_old_python3(place: LauncherFolder) -> None:
    place.add_python("python3", "3.10.12")
    newer = place.add_python("python3.12", "3.12.3")
    assert f"found Python 3.12.3 ({newer})" in place.start("play").stderr


def test_passes_over_a_python_that_does_not_run(place: LauncherFolder) -> None:
    place.add_tool("python3", "echo 'python3: command not found' >&2; exit 127")
    usable = place.add_python("python3.11", "3.11.9")
    assert f"found Python 3.11.9 ({usable})" in place.start("play").stderr


def test_prefers_a_python_that_can_make_environments(place: LauncherFolder) -> None:
    place.add_python("python3", "3.13.5", venv=False)
    usable = place.add_python("python3.11", "3.11.9")
    assert f"found Python 3.11.9 ({usable})" in place.start("play").stderr


def test_without_any_python(place: LauncherFolder) -> None:
    outcome = place.start("play")
    assert_refused(outcome, place, "no Python was found", "3.11 or newer", "sudo apt install python3 python3-venv")


def test_only_an_old_python(place: LauncherFolder) -> None:
    python = place.add_python("python3", "3.10.12")
    outcome = place.start("play")
    assert_refused(outcome, place, f"Python 3.10.12 ({python}) is too old", "3.11 or newer is needed")


def test_only_a_32_bit_python(place: LauncherFolder) -> None:
    place.add_python(bits=32)
    assert_refused(place.start("play"), place, "32-bit", "64-bit Raspberry Pi OS")


def test_without_the_venv_module(place: LauncherFolder) -> None:
    place.add_python(venv=False)
    assert_refused(place.start("play"), place, "has no venv module", "sudo apt install python3-venv")


def test_without_the_venv_module_of_a_python_with_a_number(place: LauncherFolder) -> None:
    place.add_python("python3.12", "3.12.3", venv=False)
    assert_refused(place.start("play"), place, "sudo apt install python3.12-venv")


def test_a_named_python_is_taken(place: LauncherFolder) -> None:
    place.add_python("python3", "3.11.2")
    named = place.add_python("mine", "3.13.1", directory=place.root / "opt")
    assert f"found Python 3.13.1 ({named})" in place.start("play", MEIERBOX_PYTHON=str(named)).stderr


def test_a_named_python_that_does_not_exist(place: LauncherFolder) -> None:
    place.add_python()
    outcome = place.start("play", MEIERBOX_PYTHON="/nowhere/python")
    assert_refused(outcome, place, "MEIERBOX_PYTHON names '/nowhere/python'", "unset it")


def test_a_named_python_that_is_too_old(place: LauncherFolder) -> None:
    place.add_python("mine", "3.9.2")
    assert_refused(place.start("play", MEIERBOX_PYTHON="mine"), place, "MEIERBOX_PYTHON names 'mine'", "is too old")


def test_never_takes_the_python_of_the_environment_that_it_replaces(ready: LauncherFolder) -> None:
    """With the environment activated, its `python3` stands first on the PATH."""
    (ready.venv / "bin/python3").symlink_to("python")
    (ready.venv / "meierbox-stamp").unlink()
    outcome = ready.start("play", PATH=f"{ready.venv}/bin:{ready.bin}")
    assert outcome.returncode == 0
    assert f"({ready.bin}/python3)" in outcome.stderr
