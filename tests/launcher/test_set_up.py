"""The first start, the starts that have to mend something, and the starts that cannot."""

import os
import platform
import shutil
import signal
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.launcher.launcher_folder import LauncherFolder, make_place


def test_a_first_start_says_each_step_on_stderr_only_and_installs_no_development_tools(place: LauncherFolder) -> None:
    place.add_python()
    outcome = place.start("read", "--json")
    steps = [line.removeprefix("meierbox: ") for line in outcome.stderr.splitlines()]
    assert steps == [
        f"found Python 3.11.2 ({place.bin}/python3)",
        f"making the virtual environment {place.venv}",
        "installing the packages: needs the network this once and takes some minutes",
        "  numpy 1.26.4 (18.3 MB)",
        "  unpacking",
        "set up",
    ]
    assert outcome.stdout.count("\n") == 1
    assert [call.split()[:4] for call in place.pip_calls()] == [["pip", "install", "--editable", "."]]
    assert "venv" in place.calls, "an ordinary machine keeps the system's packages out"


def test_test_installs_the_development_tools_too_and_changed_needs_keep_them(place: LauncherFolder) -> None:
    place.add_python()
    place.start("test")
    need_more(place)
    place.start("play")
    assert [call.split()[:4] for call in place.pip_calls()] == [["pip", "install", "--editable", ".[dev]"]] * 2


def test_test_after_play_adds_to_the_environment(ready: LauncherFolder) -> None:
    ready.start("test")
    assert [call.split()[0] for call in ready.calls] == ["pip", "pytest"]
    ready.start("play")
    assert len(ready.pip_calls()) == 1


def test_a_machine_with_libcamera_lets_the_systems_packages_in(place: LauncherFolder) -> None:
    place.add_python(libcamera=True)
    place.start("play")
    assert "venv --system-site-packages" in place.calls


FAULTS = {
    "no-network": ["cannot be reached", "needs the network once"],
    "disk-full": ["is full", "make room"],
    "wrong-clock": ["clock", "set the clock right"],
    "no-wheel": ["pygame-ce>=2.4 has no ready-made package for Python 3.11", "MEIERBOX_PYTHON"],
    "strange": ["something that nobody foresaw", "set-up.log"],
}


def test_a_failed_installation_says_why_and_the_next_start_tries_again(place: LauncherFolder) -> None:
    place.add_python()
    for fault, words in FAULTS.items():
        failed = place.start("play", FAKE_PIP=fault)
        assert failed.returncode == 1
        assert failed.stdout == ""
        for word in words:
            assert word in failed.stderr
    assert place.start("play").returncode == 0
    assert len(place.pip_calls()) == len(FAULTS) + 1


def test_too_little_room_is_seen_before_anything_is_done(place: LauncherFolder) -> None:
    place.add_python()
    (place.bin / "df").unlink()
    place.add_tool("df", "echo Filesystem; echo /dev/mmcblk0p2 30000000 29900000 102400 99% /")
    outcome = place.start("play")
    assert outcome.returncode == 1
    assert "has 100 MB free" in outcome.stderr
    assert not place.venv.exists()


def test_a_folder_that_cannot_be_written() -> None:
    """Run by an ordinary user, as nothing is read-only to root."""
    with tempfile.TemporaryDirectory() as name:
        place = make_place(Path(name))
        Path(name).chmod(0o755)
        place.project.chmod(0o555)
        outcome = place.start("play", user=65534 if os.getuid() == 0 else None)
        place.project.chmod(0o755)
    assert outcome.returncode == 1
    assert f"{place.project}, which is read-only" in outcome.stderr
    assert "copy the project" in outcome.stderr


def test_failing_to_add_the_development_tools_leaves_the_box_playable(ready: LauncherFolder) -> None:
    assert ready.start("test", FAKE_PIP="no-network").returncode == 1
    outcome = ready.start("play", FAKE_PIP="no-network")
    assert outcome.returncode == 0
    assert outcome.stderr == ""


def need_more(place: LauncherFolder) -> None:
    """Changes what the project needs."""
    pyproject = place.project / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace('"gpiozero>=2.0"', '"gpiozero>=2.1"'))


def test_changed_settings_of_tools_install_nothing(ready: LauncherFolder) -> None:
    with (ready.project / "pyproject.toml").open("a") as pyproject:
        pyproject.write("[tool.something]\nline-length = 80\n")
    assert ready.start("play").returncode == 0
    assert ready.calls == ["firmware"]


def test_changed_needs_are_installed_into_the_same_environment_and_without_the_network_later(
    ready: LauncherFolder,
) -> None:
    need_more(ready)
    assert ready.start("play", FAKE_PIP="no-wheel").returncode == 1, "for another reason the box does stop"
    outcome = ready.start("play", FAKE_PIP="no-network")
    assert outcome.returncode == 0
    assert "cannot be reached: going on with the packages that are there" in outcome.stderr
    assert ready.start("play").returncode == 0
    assert [call.split()[0] for call in ready.calls] == ["pip", "pip", "firmware", "pip", "firmware"]


def test_a_release_is_set_up_from_its_own_wheels_without_the_network(place: LauncherFolder) -> None:
    place.add_python()
    (place.project / "wheels").mkdir()
    outcome = place.start("play", FAKE_NETWORK="none")
    assert outcome.returncode == 0, outcome.stderr
    assert "from the wheels of this release" in outcome.stderr
    assert "network" not in outcome.stderr
    (call,) = place.pip_calls()
    assert f"--no-index --find-links {place.project}/wheels" in call


def test_the_wheels_of_a_release_are_held_to_their_hashes(place: LauncherFolder) -> None:
    place.add_python()
    (place.project / "wheels").mkdir()
    pinned = place.project / "wheels" / f"requirements-3.11-{platform.machine()}.txt"
    pinned.write_text("numpy==1.26.4 --hash=sha256:ab12\n")
    outcome = place.start("play", FAKE_NETWORK="none")
    assert outcome.returncode == 0, outcome.stderr
    wheels, project = place.pip_calls()
    assert f"--require-hashes --requirement {pinned}" in wheels
    assert "--no-deps --no-build-isolation --editable ." in project
    assert "--no-index" in wheels


def test_wheels_that_do_not_fit_their_hashes_are_not_replaced_from_the_network(place: LauncherFolder) -> None:
    place.add_python()
    (place.project / "wheels").mkdir()
    (place.project / "wheels" / f"requirements-3.11-{platform.machine()}.txt").write_text("")
    outcome = place.start("play", FAKE_WHEELS="none")
    assert outcome.returncode != 0
    assert ["--no-index" in call for call in place.pip_calls()] == [True]


def test_wheels_for_other_machines_are_reported_and_the_network_is_used(place: LauncherFolder) -> None:
    place.add_python()
    (place.project / "wheels").mkdir()
    outcome = place.start("play", FAKE_WHEELS="none")
    assert outcome.returncode == 0, outcome.stderr
    assert "they are not for this Python 3.11" in outcome.stderr
    assert ["--no-index" in call for call in place.pip_calls()] == [True, False]


def test_the_development_tools_come_from_the_network_also_for_a_release(place: LauncherFolder) -> None:
    place.add_python()
    (place.project / "wheels").mkdir()
    assert place.start("test").returncode == 0
    assert ["--no-index" in call for call in place.pip_calls()] == [False]


def test_a_moved_folder_is_set_up_again(ready: LauncherFolder) -> None:
    old = ready.project
    moved = ready.bin.parent / "elsewhere"
    shutil.move(old, moved)
    outcome = ready.start("play", launcher=moved / "meierbox")
    assert outcome.returncode == 0
    assert f"the old {moved}/.venv was made for {old}: removing it" in outcome.stderr
    assert [call.split()[0] for call in ready.calls] == ["venv", "pip", "firmware"]


def test_a_python_upgraded_underneath_is_noticed(ready: LauncherFolder) -> None:
    ready.add_python(version="3.13.5")
    outcome = ready.start("play")
    assert outcome.returncode == 0
    assert "was made for Python 3.11" in outcome.stderr
    assert [call.split()[0] for call in ready.calls] == ["venv", "pip", "firmware"]


def test_a_patch_release_of_python_changes_nothing(ready: LauncherFolder) -> None:
    ready.add_python(version="3.11.9")
    assert ready.start("play").stderr == ""


def test_a_python_that_went_away_is_replaced(ready: LauncherFolder) -> None:
    (ready.bin / "python3").unlink()
    ready.add_python("python3.12", "3.12.3")
    outcome = ready.start("play")
    assert outcome.returncode == 0
    assert "no longer here" in outcome.stderr


def test_another_named_python_makes_another_environment(ready: LauncherFolder) -> None:
    named = ready.add_python("mine", "3.11.8")
    assert ready.start("play", MEIERBOX_PYTHON=str(named)).returncode == 0
    assert [call.split()[0] for call in ready.calls] == ["venv", "pip", "firmware"]
    assert ready.start("play").stderr == ""


def test_an_interrupted_set_up_is_repeated(place: LauncherFolder) -> None:
    place.add_python()
    for calls, end in enumerate((signal.SIGINT, signal.SIGTERM, signal.SIGKILL), 1):
        with place.gate() as gate, place.running("play", FAKE_GATE=str(gate)) as first:
            first.wait_to_say("installing")
            place.wait_for_pip(calls)
            os.killpg(first.process.pid, end)
            rest = first.finish()
        if end is not signal.SIGKILL:
            assert "interrupted: the next start sets up again" in rest
            assert first.process.returncode == 130
    outcome = place.start("play")
    assert outcome.returncode == 0
    assert f"the old {place.venv} is unfinished: removing it" in outcome.stderr


def test_an_update_that_was_cut_off_is_made_again(ready: LauncherFolder) -> None:
    """Nobody knows what pip had changed by then."""
    with ready.gate() as gate, ready.running("test", FAKE_GATE=str(gate)) as first:
        first.wait_to_say("installing")
        os.killpg(first.process.pid, signal.SIGKILL)
        first.finish()
    assert f"the old {ready.venv} is unfinished: removing it" in ready.start("play").stderr


def test_of_two_first_starts_the_second_waits_for_the_first(place: LauncherFolder) -> None:
    place.add_python()
    with ExitStack() as both:
        with place.gate() as gate:
            first = both.enter_context(place.running("play", FAKE_GATE=str(gate)))
            first.wait_to_say("installing")
            second = both.enter_context(place.running("play"))
            second.wait_to_say("another start is setting up")
        first.finish()
        second.finish()
    assert (first.process.returncode, second.process.returncode) == (0, 0)
    assert len(place.pip_calls()) == 1
