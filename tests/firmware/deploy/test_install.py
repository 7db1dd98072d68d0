"""`install` and `uninstall` from the outside, into a tree of the test's own, with programs that log their calls."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.deploy.accounts import User, closed_to
from firmware.deploy.releases import CURRENT, RELEASES, Releases

NOBODY = User("nobody", 65534, 65534, frozenset({65534}))
PROJECT = Path(__file__).parents[3]
PASSWD = "root:x:0:0:root:/root:/bin/bash\nastrid:x:1000:1000::/home/astrid:/bin/bash\n"
GROUP = "root:x:0:\nvideo:x:44:\nrender:x:105:\ninput:x:995:\naudio:x:29:\nastrid:x:1000:\n"
UNITS = "etc/systemd/system"


@dataclass(frozen=True, slots=True)
class System:
    """A system's tree, with fakes in place of systemd's programs."""

    root: Path
    tools: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PATH": str(self.tools), "NOTES": str(self.tools / "notes"), "TREE": str(self.root)}
        env.pop("SUDO_USER", None)
        command = [sys.executable, "-m", "firmware", *words, "--root", str(self.root)]
        return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, text=True, check=False, timeout=60)

    def files(self) -> set[str]:
        there = (path for path in self.root.rglob("*") if path.is_file() or path.is_symlink())
        return {str(path.relative_to(self.root)) for path in there} - {"etc/passwd", "etc/group"}

    def calls(self) -> list[str]:
        notes = self.tools / "notes"
        lines = notes.read_text().splitlines() if notes.exists() else []
        notes.unlink(missing_ok=True)
        return [line.replace(str(self.root), "DIR") for line in lines]

    def tool(self, name: str, script: str) -> None:
        path = self.tools / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>"$NOTES"\n{script}\n')
        path.chmod(0o755)


@pytest.fixture
def system(tmp_path: Path) -> System:
    system = System(tmp_path / "tree", tmp_path / "tools")
    (system.root / "etc").mkdir(parents=True)
    system.tools.mkdir()
    (system.root / "etc/passwd").write_text(PASSWD)
    (system.root / "etc/group").write_text(GROUP)
    for name in ("mkdir", "ln"):
        (system.tools / name).symlink_to(shutil.which(name) or "")
    wants = f"$TREE/{UNITS}/multi-user.target.wants"
    system.tool(
        "systemctl",
        f'case "$*" in *enable*) mkdir -p {wants}; for unit in meierbox.service meierbox-poweroff.path '
        f'meierbox-maintenance.path meierbox-trial.service; do ln -sf "../$unit" {wants}/$unit; done;; esac',
    )
    users = 'echo "meierbox:x:999:999::/var/lib/meierbox:/usr/sbin/nologin" >>"$TREE/etc/passwd"'
    groups = (
        'printf "meierbox:x:999:\\nvideo:x:44:meierbox\\nrender:x:105:meierbox\\ninput:x:995:meierbox\\n'
        'audio:x:29:meierbox\\n" >"$TREE/etc/group"'
    )
    system.tool("systemd-sysusers", f"{users}; {groups}")
    system.tool("systemd-tmpfiles", 'mkdir -p "$TREE/var/lib/meierbox"')
    system.tool("userdel", "true")
    return system


def running_python() -> Path:
    """The Python named in the units: the release's own by the link to the release, another by its path."""
    python = Path(sys.executable)
    own = Path(".venv/bin", python.name)
    return Path(CURRENT) / own if python == PROJECT / own else python


def test_each_step_is_reported_the_units_hold_the_real_paths_and_a_repetition_changes_nothing(system: System) -> None:
    done = system.run("install", "--console")
    assert done.returncode == 0, done.stderr
    assert "done: write /etc/systemd/system/meierbox.service" in done.stdout
    unit = (system.root / UNITS / "meierbox.service").read_text()
    assert f'ExecStart="{running_python()}" -P -m firmware play --fullscreen' in unit
    assert "\nUser=meierbox\nGroup=meierbox\n" in unit
    assert "\nSupplementaryGroups=video render input audio\n" in unit, "only groups that this machine has"
    assert "@PYTHON@" not in unit
    assert (system.root / "usr/local/bin/meierbox").readlink() == Path(CURRENT, "meierbox")
    assert Releases(system.root / RELEASES.lstrip("/")).current == PROJECT
    assert system.calls() == [
        "systemd-sysusers --root=DIR meierbox.conf",
        "systemd-tmpfiles --create --root=DIR meierbox.conf",
        "systemctl --root=DIR enable meierbox.service meierbox-poweroff.path meierbox-maintenance.path "
        "meierbox-trial.service",
    ]
    before = {name: (system.root / name).lstat().st_mtime_ns for name in system.files()}
    again = system.run("install", "--console")
    assert again.returncode == 0, again.stderr
    assert "done: write" not in again.stdout
    assert {name: (system.root / name).lstat().st_mtime_ns for name in system.files()} == before


def test_a_dry_run_says_each_step_and_does_none(system: System) -> None:
    done = system.run("install", "--console", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "would do: write /etc/systemd/system/meierbox.service" in done.stdout
    assert "would do: put the user meierbox in the groups video, render, input, audio" in done.stdout
    assert system.files() == set()
    assert system.calls() == []


def test_a_machine_with_a_login_screen_gets_the_box_on_its_desktop(system: System) -> None:
    (system.root / UNITS).mkdir(parents=True)
    (system.root / UNITS / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    done = system.run("install")
    assert done.returncode == 0, done.stderr
    assert (system.root / "etc/xdg/autostart/meierbox.desktop").exists()
    assert (system.root / "etc/systemd/user/meierbox.service").exists()
    assert not (system.root / UNITS / "meierbox.service").exists()


def test_going_from_the_console_to_the_desktop_leaves_one_box(system: System) -> None:
    system.run("install", "--console")
    system.calls()
    done = system.run("install", "--desktop", "--user", "astrid")
    assert done.returncode == 0, done.stderr
    assert any(call.startswith("systemctl --root=DIR disable meierbox.service ") for call in system.calls())
    assert not (system.root / UNITS / "meierbox.service").exists()
    assert (system.root / "etc/systemd/user/meierbox.service").exists()


def test_uninstalling_leaves_the_journal_and_nothing_else_and_purging_not_even_that(system: System) -> None:
    system.run("install", "--console")
    (system.root / "var/lib/meierbox/journal.db").write_text("games")
    shutil.rmtree(system.root / UNITS / "multi-user.target.wants")  # as `systemctl disable` does
    done = system.run("uninstall")
    assert done.returncode == 0, done.stderr
    assert system.files() == {"var/lib/meierbox/journal.db"}
    assert "The journal is still in /var/lib/meierbox" in done.stdout
    system.calls()
    again = system.run("uninstall", "--purge")
    assert again.returncode == 0, "can be repeated, and then deletes the journal and the user too"
    assert not (system.root / "var/lib/meierbox").exists()
    assert system.calls()[-1] == "userdel --root DIR meierbox"


def test_files_of_others_stay(system: System) -> None:
    (system.root / "usr/local/bin").mkdir(parents=True)
    (system.root / "usr/local/bin/meierbox").write_text("somebody's own")
    assert system.run("install", "--console").returncode == 0
    assert system.run("uninstall", "--purge").returncode == 0
    assert (system.root / "usr/local/bin/meierbox").read_text() == "somebody's own"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["install", "--user", "nobody-here"], "There is no user nobody-here"),
        (["install", "--root", "/no/such/place"], "mount the image there first"),
    ],
)
def test_what_cannot_be_done_is_reported_in_one_sentence(system: System, words: list[str], sentence: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware", words[0], "--root", str(system.root), *words[1:]],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert system.files() == set()


def test_a_failing_step_is_named_with_its_output(system: System) -> None:
    system.tool("systemd-sysusers", 'echo "no room left" >&2; exit 1')
    done = system.run("install", "--console")
    assert done.returncode == 2
    assert "no room left" in done.stderr
    assert "repeat the command" in done.stderr
    assert not (system.root / UNITS / "meierbox.service").exists()


def test_a_machine_without_systemd_is_refused(system: System) -> None:
    (system.tools / "systemd-sysusers").unlink()
    done = system.run("install", "--console")
    assert done.returncode == 2
    assert "There is no systemd-sysusers on this machine" in done.stderr


@pytest.mark.skipif(
    any(closed_to(NOBODY, path) for path in (PROJECT, Path(sys.executable))),
    reason="only users who can read this project can be told",
)
@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_only_root_may(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware", command],
        cwd=PROJECT,
        user=NOBODY.number if os.geteuid() == 0 else None,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert f"sudo ./meierbox {command}" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("systemd-sysusers") or not shutil.which("systemd-tmpfiles"),
    reason="needs root and systemd's own programs",
)
def test_systemds_own_programs_make_the_user_and_the_folder(system: System) -> None:
    for name in ("systemd-sysusers", "systemd-tmpfiles", "systemctl"):
        (system.tools / name).unlink()
        (system.tools / name).symlink_to(shutil.which(name) or "")
    done = system.run("install", "--console")
    assert done.returncode == 0, done.stderr
    fields = next(line for line in (system.root / "etc/passwd").read_text().splitlines() if "meierbox" in line)
    assert fields.endswith(":/var/lib/meierbox:/usr/sbin/nologin")
    assert "video:x:44:meierbox" in (system.root / "etc/group").read_text()
    journal = (system.root / "var/lib/meierbox").stat()
    assert journal.st_mode & 0o777 == 0o700
    assert journal.st_uid == int(fields.split(":")[2])
    assert (system.root / UNITS / "multi-user.target.wants/meierbox.service").is_symlink()
    again = system.run("install", "--console")
    assert "done: " not in again.stdout, again.stdout
