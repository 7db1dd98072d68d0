"""What installing and taking away consist of, as steps."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.config import atomic_files
from firmware.deploy.accounts import Accounts, User, closed_to
from firmware.deploy.releases import CURRENT, PREVIOUS, SHELF, Shelf
from firmware.deploy.steps import InstallError, Step, call
from firmware.deploy.units import (
    CONSOLE,
    DESKTOP,
    FOLDERS,
    JOURNAL,
    USERS,
    Target,
    as_address,
    as_word,
    filled,
    read_template,
)

OWN_USER = "meierbox"
GROUPS = ("video", "render", "input", "gpio", "audio")
LINK = "/usr/local/bin/meierbox"
STARTED = ("meierbox.service", "meierbox-poweroff.path")
ENABLED = (*STARTED, "meierbox-trial.service")


@dataclass(frozen=True, slots=True)
class Place:
    """Where is installed: the root of the system, the project folder, its Python, and whose the box is.

    `desktop` is for a box that starts when `user` logs in; else it has the console to itself.
    """

    root: Path
    project: Path
    python: Path
    user: str = OWN_USER
    desktop: bool = False

    @property
    def running(self) -> bool:
        """Whether the system is the one that runs, not an image."""
        return self.root == Path("/")

    def at(self, path: str) -> Path:
        """Gives the place of an absolute path of the system."""
        return self.root / path.lstrip("/")

    def inside(self, path: Path) -> Path:
        """Gives a path as the installed system sees it."""
        return Path("/") / path.relative_to(self.root) if path.is_relative_to(self.root) else path


def has_login_screen(root: Path) -> bool:
    """Tells whether the system starts into a desktop."""
    return (root / "etc/systemd/system/display-manager.service").is_symlink()


def install(place: Place, *, start: bool = True) -> Iterator[Step]:
    """Gives the steps of an installation; each is made when it is its turn.

    Raises:
        InstallError: where the user is unknown or may not read the project.
    """
    accounts = Accounts(place.root)
    if place.user != OWN_USER and accounts.user(place.user) is None:
        raise InstallError(f"There is no user {place.user}: name one that can log in, or leave --user out.")
    _check_way(place, accounts)
    groups = tuple(group for group in GROUPS if group in accounts.group_names())
    wanted, unwanted = (DESKTOP, CONSOLE) if place.desktop else (CONSOLE, DESKTOP)
    yield from _forget(place, unwanted)
    if not place.desktop or place.user != OWN_USER:
        yield from _account(place, accounts, groups)
    if not place.desktop:
        yield from _folder(place)
    yield from _shelve(place)
    for target in wanted:
        yield _write(place, target, _fill(place, accounts, groups, target))
    yield from _link(place)
    if not place.desktop:
        yield from _start(place, start=start)


def uninstall(place: Place, *, purge: bool = False) -> Iterator[Step]:
    """Gives the steps that take everything away; the journal and its user stay unless `purge` is wished."""
    yield from _forget(place, CONSOLE)
    yield from _forget(place, DESKTOP)
    for target in (FOLDERS, USERS):
        yield _remove(place, target.path)
    if place.at(LINK).is_symlink():
        yield _remove(place, LINK)
    if place.running:
        yield Step("tell systemd of it", call(["systemctl", "daemon-reload"]))
    shelf = place.at(SHELF)
    yield Step(f"delete the releases in {SHELF}", lambda: shutil.rmtree(shelf), shelf.exists)
    if purge:
        folder = place.at(JOURNAL)
        yield Step(f"delete the journal of all games in {JOURNAL}", lambda: _delete(folder), folder.exists)
        words = ["userdel", *([] if place.running else ["--root", str(place.root)]), OWN_USER]
        accounts = Accounts(place.root)
        yield Step(f"delete the user {OWN_USER}", call(words), lambda: accounts.user(OWN_USER) is not None)


def _check_way(place: Place, accounts: Accounts) -> None:
    """Holds that the user can read the project; a user that is still to be made is in no group."""
    if not place.running or (place.desktop and place.user == OWN_USER):
        return
    user = accounts.user(place.user) or User(place.user, -1, -1, frozenset())
    for path in (place.project, place.python):
        if any(path.resolve().is_relative_to(own) for own in ("/tmp", "/var/tmp")):
            raise InstallError(f"{path} lies where a service has a folder of its own: move it to /opt/meierbox.")
        if (closed := closed_to(user, path)) is not None:
            raise InstallError(
                f"The user {place.user} may not enter {closed}: move the project to /opt/meierbox and install it from "
                "there, or name its owner with --user."
            )


def _account(place: Place, accounts: Accounts, groups: tuple[str, ...]) -> Iterator[Step]:
    """The user and the user's groups, by systemd-sysusers."""
    lines = [f"m {place.user} {group}" for group in groups]
    text = read_template(place.project, USERS)
    if place.user != OWN_USER:
        text = text[: text.index("u @USER@")]
    yield _write(place, USERS, filled(text, {"USER": place.user}) + "".join(f"{line}\n" for line in lines))
    words = ["systemd-sysusers", *([] if place.running else [f"--root={place.root}"]), Path(USERS.path).name]

    def needed() -> bool:
        user = accounts.user(place.user)
        return user is None or not accounts.numbers(groups) <= user.groups

    yield Step(f"put the user {place.user} in the groups {', '.join(groups) or '(none is there)'}", call(words), needed)


def _folder(place: Place) -> Iterator[Step]:
    """The journal's folder, by systemd-tmpfiles."""
    user = Accounts(place.root).user(place.user)
    group = Accounts(place.root).group_name(user.group) if user else place.user
    text = filled(read_template(place.project, FOLDERS), {"USER": place.user, "GROUP": group})
    yield _write(place, FOLDERS, text)
    words = ["systemd-tmpfiles", "--create", *([] if place.running else [f"--root={place.root}"])]

    def needed() -> bool:
        folder = place.at(JOURNAL)
        owner = Accounts(place.root).user(place.user)
        return not folder.is_dir() or owner is None or folder.stat().st_uid != owner.number

    yield Step(f"lay the journal's folder {JOURNAL}", call([*words, Path(FOLDERS.path).name]), needed)


def _fill(place: Place, accounts: Accounts, groups: tuple[str, ...], target: Target) -> str:
    user = accounts.user(place.user)
    values = {
        "PYTHON": as_word(_python(place, CURRENT)),
        "PREVIOUS": as_word(_python(place, PREVIOUS)),
        "PROJECT": as_address(Path(CURRENT)),
        "SHELF": SHELF,
        "USER": place.user,
        "GROUP": accounts.group_name(user.group) if user else place.user,
        "GROUPS": " ".join(groups),
    }
    return filled(read_template(place.project, target), values)


def _python(place: Place, release: str) -> Path:
    """The Python that the units name: a release's own, unless something else than an environment in it runs this."""
    own = Path(".venv/bin")
    if place.python.parent.resolve() == (place.project / own).resolve():
        return Path(release) / own / place.python.name
    return place.inside(place.python)


def _shelve(place: Place) -> Iterator[Step]:
    """Makes the project the release that is the box; an update goes on from there."""
    shelf, project = Shelf(place.at(SHELF)), place.inside(place.project)
    yield Step(
        f"make {project} the box",
        lambda: shelf.point("current", project),
        lambda: shelf.current != project,
    )


def _write(place: Place, target: Target, text: str) -> Step:
    path = place.at(target.path)

    def do() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_files.write(path, text)

    def needed() -> bool:
        return not path.is_file() or path.read_text("utf-8", errors="replace") != text

    return Step(f"write {target.path}", do, needed)


def _link(place: Place) -> Iterator[Step]:
    """A name for every shell, unless something else has it."""
    path, launcher = place.at(LINK), Path(CURRENT) / "meierbox"
    if path.exists() and not path.is_symlink():
        return

    def do() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        path.symlink_to(launcher)

    yield Step(f"make {LINK} lead to {launcher}", do, lambda: not path.is_symlink() or path.readlink() != launcher)


def _start(place: Place, *, start: bool) -> Iterator[Step]:
    wants = place.at("/etc/systemd/system/multi-user.target.wants")
    if place.running:
        yield Step("tell systemd of it", call(["systemctl", "daemon-reload"]))
    words = ["systemctl", *([] if place.running else [f"--root={place.root}"]), "enable", *ENABLED]
    yield Step(
        "start the box whenever the machine starts",
        call(words),
        lambda: not all((wants / unit).is_symlink() for unit in ENABLED),
    )
    if start and place.running:
        yield Step("start the box now", call(["systemctl", "restart", "--no-block", *STARTED]))


def _forget(place: Place, targets: tuple[Target, ...]) -> Iterator[Step]:
    """Ends what runs of these files, and deletes them; nothing where none is there."""
    there = [target for target in targets if place.at(target.path).exists()]
    if there and targets is CONSOLE:
        words = ["systemctl", *(["--now"] if place.running else [f"--root={place.root}"]), "disable", *ENABLED]
        yield Step("end the box and start it no more", call(words))
    for target in there:
        yield _remove(place, target.path)


def _remove(place: Place, path: str) -> Step:
    there = place.at(path)

    def do() -> None:
        atomic_files.remove(there)

    return Step(f"delete {path}", do, lambda: os.path.lexists(there))


def _delete(folder: Path) -> None:
    """Deletes a folder; where it is a partition of its own, all that is in it."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    if not folder.is_mount():
        folder.rmdir()
