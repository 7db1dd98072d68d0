"""The steps of installing and uninstalling the box."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.config import atomic_files
from firmware.deploy.accounts import Accounts, User, closed_to
from firmware.deploy.errors import InstallError
from firmware.deploy.releases import CURRENT, PREVIOUS, RELEASES, Releases
from firmware.deploy.steps import InstallStep, command
from firmware.deploy.units import (
    CONSOLE,
    DESKTOP,
    FOLDERS,
    JOURNAL,
    USERS,
    WATCHDOG,
    UnitFile,
    as_address,
    as_word,
    filled,
    read_template,
)
from firmware.rules.message import message

OWN_USER = "meierbox"
GROUPS = ("video", "render", "input", "gpio", "audio")
LINK = "/usr/local/bin/meierbox"
STARTED = ("meierbox.service", "meierbox-poweroff.path", "meierbox-maintenance.path")
ENABLED = (*STARTED, "meierbox-trial.service")


@dataclass(frozen=True, slots=True)
class InstallTarget:
    """Where to install: the root of the system, the project folder, its Python, and the user of the box.

    `desktop` is for a box that starts when `user` logs in; else it has the console to itself.
    """

    root: Path
    project: Path
    python: Path
    user: str = OWN_USER
    desktop: bool = False

    @property
    def running(self) -> bool:
        """Whether it is the running system, not an image."""
        return self.root == Path("/")

    def at(self, path: str) -> Path:
        """Returns the location of an absolute path of the system."""
        return self.root / path.lstrip("/")

    def inside(self, path: Path) -> Path:
        """Returns a path as the installed system sees it."""
        return Path("/") / path.relative_to(self.root) if path.is_relative_to(self.root) else path


def has_login_screen(root: Path) -> bool:
    """Returns whether the system starts into a desktop."""
    return (root / "etc/systemd/system/display-manager.service").is_symlink()


def install(target: InstallTarget, *, start: bool = True) -> Iterator[InstallStep]:
    """Yields the steps of an installation, each created when it is due.

    Raises:
        InstallError: where the user is unknown or may not read the project.
    """
    accounts = Accounts(target.root)
    if target.user != OWN_USER and accounts.user(target.user) is None:
        says = message("There is no user {name}", name=target.user)
        raise InstallError(says.with_remedy(message("name one that can log in, or leave --user out")))
    _check_access(target, accounts)
    groups = tuple(group for group in GROUPS if group in accounts.group_names())
    wanted, unwanted = (DESKTOP, CONSOLE) if target.desktop else (CONSOLE, DESKTOP)
    yield from _disable(target, unwanted)
    if not target.desktop or target.user != OWN_USER:
        yield from _account(target, accounts, groups)
    if not target.desktop:
        yield from _folder(target)
    yield from _make_current(target)
    for unit in wanted:
        yield _write(target, unit, _fill(target, accounts, groups, unit))
    yield from _link(target)
    if not target.desktop:
        yield _write(target, WATCHDOG, read_template(target.project, WATCHDOG))
        yield from _start(target, start=start)


def uninstall(target: InstallTarget, *, purge: bool = False) -> Iterator[InstallStep]:
    """Yields the steps of an uninstallation; the journal and its user stay unless `purge` is given."""
    yield from _disable(target, CONSOLE)
    yield from _disable(target, DESKTOP)
    for unit in (FOLDERS, USERS, WATCHDOG):
        yield _remove(target, unit.path)
    if target.at(LINK).is_symlink():
        yield _remove(target, LINK)
    if target.running:
        yield InstallStep(message("tell systemd about it"), command(["systemctl", "daemon-reload"]))
    releases = target.at(RELEASES)
    says = message("delete the releases in {folder}", folder=RELEASES)
    yield InstallStep(says, lambda: shutil.rmtree(releases), releases.exists)
    if purge:
        folder = target.at(JOURNAL)
        says = message("delete the journal of all games in {folder}", folder=JOURNAL)
        yield InstallStep(says, lambda: _delete(folder), folder.exists)
        words = ["userdel", *([] if target.running else ["--root", str(target.root)]), OWN_USER]
        accounts = Accounts(target.root)
        says = message("delete the user {name}", name=OWN_USER)
        yield InstallStep(says, command(words), lambda: accounts.user(OWN_USER) is not None)


def _check_access(target: InstallTarget, accounts: Accounts) -> None:
    """Checks that the user can read the project; a user still to be created has no groups."""
    if not target.running or (target.desktop and target.user == OWN_USER):
        return
    user = accounts.user(target.user) or User(target.user, -1, -1, frozenset())
    for path in (target.project, target.python):
        if any(path.resolve().is_relative_to(own) for own in ("/tmp", "/var/tmp")):
            says = message("{path} is where a service has a private folder", path=str(path))
            raise InstallError(says.with_remedy(message("move it to /opt/meierbox")))
        if (closed := closed_to(user, path)) is not None:
            says = message("The user {name} may not enter {folder}", name=target.user, folder=str(closed))
            remedy = message(
                "move the project to /opt/meierbox and install it from there, or name its owner with --user"
            )
            raise InstallError(says.with_remedy(remedy))


def _account(target: InstallTarget, accounts: Accounts, groups: tuple[str, ...]) -> Iterator[InstallStep]:
    """The user and its groups, by systemd-sysusers."""
    lines = [f"m {target.user} {group}" for group in groups]
    text = read_template(target.project, USERS)
    if target.user != OWN_USER:
        text = text[: text.index("u @USER@")]
    yield _write(target, USERS, filled(text, {"USER": target.user}) + "".join(f"{line}\n" for line in lines))
    words = ["systemd-sysusers", *([] if target.running else [f"--root={target.root}"]), Path(USERS.path).name]

    def needed() -> bool:
        user = accounts.user(target.user)
        return user is None or not accounts.numbers(groups) <= user.groups

    listed = ", ".join(groups) or message("(there is none)")
    says = message("put the user {name} in the groups {groups}", name=target.user, groups=listed)
    yield InstallStep(says, command(words), needed)


def _folder(target: InstallTarget) -> Iterator[InstallStep]:
    """The journal's folder, by systemd-tmpfiles."""
    user = Accounts(target.root).user(target.user)
    group = Accounts(target.root).group_name(user.group) if user else target.user
    text = filled(read_template(target.project, FOLDERS), {"USER": target.user, "GROUP": group})
    yield _write(target, FOLDERS, text)
    words = ["systemd-tmpfiles", "--create", *([] if target.running else [f"--root={target.root}"])]

    def needed() -> bool:
        folder = target.at(JOURNAL)
        owner = Accounts(target.root).user(target.user)
        return not folder.is_dir() or owner is None or folder.stat().st_uid != owner.number

    says = message("make the journal's folder {folder}", folder=JOURNAL)
    yield InstallStep(says, command([*words, Path(FOLDERS.path).name]), needed)


def _fill(target: InstallTarget, accounts: Accounts, groups: tuple[str, ...], unit: UnitFile) -> str:
    user = accounts.user(target.user)
    values = {
        "PYTHON": as_word(_python(target, CURRENT)),
        "PREVIOUS": as_word(_python(target, PREVIOUS)),
        "PROJECT": as_address(Path(CURRENT)),
        "RELEASES": RELEASES,
        "USER": target.user,
        "GROUP": accounts.group_name(user.group) if user else target.user,
        "GROUPS": " ".join(groups),
    }
    return filled(read_template(target.project, unit), values)


def _python(target: InstallTarget, release: str) -> Path:
    """The Python for the units: a release's own, unless the running one is outside its environment."""
    own = Path(".venv/bin")
    if target.python.parent.resolve() == (target.project / own).resolve():
        return Path(release) / own / target.python.name
    return target.inside(target.python)


def _make_current(target: InstallTarget) -> Iterator[InstallStep]:
    """Makes the project the current release, from which updates start."""
    releases, project = Releases(target.at(RELEASES)), target.inside(target.project)
    yield InstallStep(
        message("make {folder} the current release", folder=str(project)),
        lambda: releases.point("current", project),
        lambda: releases.current != project,
    )


def _write(target: InstallTarget, unit: UnitFile, text: str) -> InstallStep:
    path = target.at(unit.path)

    def do() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_files.write(path, text)

    def needed() -> bool:
        return not path.is_file() or path.read_text("utf-8", errors="replace") != text

    return InstallStep(message("write {file}", file=unit.path), do, needed)


def _link(target: InstallTarget) -> Iterator[InstallStep]:
    """The command for every shell, unless its name is taken."""
    path, launcher = target.at(LINK), Path(CURRENT) / "meierbox"
    if path.exists() and not path.is_symlink():
        return

    def do() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        path.symlink_to(launcher)

    says = message("link {link} to {target}", link=LINK, target=str(launcher))
    yield InstallStep(says, do, lambda: not path.is_symlink() or path.readlink() != launcher)


def _start(target: InstallTarget, *, start: bool) -> Iterator[InstallStep]:
    wants = target.at("/etc/systemd/system/multi-user.target.wants")
    if target.running:
        yield InstallStep(message("tell systemd about it"), command(["systemctl", "daemon-reload"]))
    words = ["systemctl", *([] if target.running else [f"--root={target.root}"]), "enable", *ENABLED]
    yield InstallStep(
        message("start the box whenever the machine starts"),
        command(words),
        lambda: not all((wants / unit).is_symlink() for unit in ENABLED),
    )
    if start and target.running:
        yield InstallStep(message("start the box now"), command(["systemctl", "restart", "--no-block", *STARTED]))


def _disable(target: InstallTarget, units: tuple[UnitFile, ...]) -> Iterator[InstallStep]:
    """Stops what these files started, and deletes them, if they exist."""
    there = [unit for unit in units if target.at(unit.path).exists()]
    if there and units is CONSOLE:
        words = ["systemctl", *(["--now"] if target.running else [f"--root={target.root}"]), "disable", *ENABLED]
        yield InstallStep(message("stop the box, and do not start it again"), command(words))
    for unit in there:
        yield _remove(target, unit.path)


def _remove(target: InstallTarget, path: str) -> InstallStep:
    there = target.at(path)

    def do() -> None:
        atomic_files.remove(there)

    return InstallStep(message("delete {file}", file=path), do, lambda: os.path.lexists(there))


def _delete(folder: Path) -> None:
    """Deletes a folder; on a partition of its own, only its contents."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    if not folder.is_mount():
        folder.rmdir()
