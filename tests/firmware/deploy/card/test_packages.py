"""The packages of a card, installed by the real apt and dpkg into a folder: fresh, after a power cut, and too old."""

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.deploy.card.packages import PackageInstallation
from firmware.deploy.card.system import RunningSystem
from firmware.deploy.errors import CardError, ProgramError

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("apt-get", "dpkg", "dpkg-deb"))), reason="there is no apt on this machine"
)

CONFIGURATION = """Dir "{root}";
Dir::State::status "{root}/var/lib/dpkg/status";
Dir::Bin::dpkg "{dpkg}";
Dir::Bin::methods "/usr/lib/apt/methods";
Dir::Log::Terminal "";
APT::Update::Post-Invoke {{}};
APT::Update::Post-Invoke-Success {{}};
DPkg::Pre-Install-Pkgs {{}};
DPkg::Post-Invoke {{}};
"""
NEEDS = {"python3-venv": "python3.11-venv", "python3.11-venv": "python3.11 (= 3.11.2-6), pip-whl"}
VERSIONS = {"python3-venv": "3.11.2-1", "python3.11-venv": "3.11.2-6", "python3.11": "3.11.2-6", "pip-whl": "23.0"}


@dataclass(frozen=True, slots=True)
class DebianFolder:
    """A folder in which apt and dpkg keep a system of its own, and a card's folder with packages for it."""

    root: Path

    @property
    def pool(self) -> Path:
        return self.root / "boot/packages"

    def build(self, folder: Path, name: str, version: str) -> Path:
        """Builds a package with one file."""
        content = self.root / "build"
        shutil.rmtree(content, ignore_errors=True)
        (content / "DEBIAN").mkdir(parents=True, mode=0o755)
        (content / f"usr/share/{name}").mkdir(parents=True)
        (content / f"usr/share/{name}/version").write_text(version)
        fields = {"Package": name, "Version": version, "Architecture": "all", "Maintainer": "Nobody <nobody@localhost>"}
        fields |= {"Depends": NEEDS[name]} if name in NEEDS else {}
        fields["Description"] = "a package for a test"
        control = "".join(f"{field}: {value}\n" for field, value in fields.items())
        (content / "DEBIAN/control").write_text(control)
        path = folder / f"{name}_{version}_all.deb"
        subprocess.run(["dpkg-deb", "-Znone", "--build", content, path], check=True, capture_output=True)
        with (folder / "Packages").open("a") as index:
            summed = hashlib.sha256(path.read_bytes()).hexdigest()
            index.write(f"{control}Filename: ./{path.name}\nSize: {path.stat().st_size}\nSHA256: {summed}\n\n")
        return path

    def dpkg(self, *words: str | Path) -> str:
        return subprocess.run(["dpkg", *words], check=True, capture_output=True, text=True).stdout

    def unpacked(self, name: str, *, partly: bool = False) -> None:
        """Leaves a package as a power cut does: unpacked and not configured, or with only a part of its files."""
        self.dpkg("--unpack", self.pool / f"{name}_{VERSIONS[name]}_all.deb")
        if partly:
            status = self.root / "var/lib/dpkg/status"
            before, name_line, after = status.read_text().partition(f"Package: {name}\n")
            after = after.replace("install ok unpacked", "install reinstreq half-installed", 1)
            status.write_text(before + name_line + after)
            (self.root / f"usr/share/{name}/version").unlink()

    def states(self) -> dict[str, str]:
        """The state of every package that was to be installed, and the version that its file has."""
        shown = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Abbrev}\n"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        files = {path.parent.name: path.read_text() for path in self.root.glob("usr/share/*/version")}
        return {name: f"{state} {files.get(name)}" for name, state in map(str.split, shown.splitlines())}

    def install(self) -> None:
        PackageInstallation(RunningSystem(self.root), self.pool).run()


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DebianFolder:
    """A system with one package, which apt and dpkg take for the machine's own."""
    folder = DebianFolder(tmp_path)
    dirs = ("var/lib/dpkg/updates", "var/lib/dpkg/info", "var/lib/dpkg/triggers", "var/lib/apt/lists/partial")
    more = ("var/cache/apt/archives/partial", "var/log/apt", "etc/apt/apt.conf.d", "etc/apt/preferences.d", "run")
    for name in (*dirs, *more, "boot/packages", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").touch()
    (tmp_path / "apt.conf").write_text(CONFIGURATION.format(root=tmp_path, dpkg=shutil.which("dpkg")))
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    monkeypatch.setenv("DPKG_ROOT", str(tmp_path))
    monkeypatch.setenv("DPKG_FORCE", "not-root,bad-path" if os.geteuid() else "bad-path")
    for name, version in VERSIONS.items():
        folder.build(folder.pool, name, version)
    (folder.pool / "wanted.txt").write_text("python3-venv\n")
    folder.dpkg("--install", folder.build(tmp_path / "elsewhere", "base-files", "12"))
    return folder


WHOLE = {name: f"ii {version}" for name, version in {**VERSIONS, "base-files": "12"}.items()}


def test_what_is_wanted_is_installed_with_what_it_needs_and_a_second_time_changes_nothing(debian: DebianFolder) -> None:
    debian.install()
    assert debian.states() == WHOLE
    debian.install()
    assert debian.states() == WHOLE


def test_a_cut_between_a_package_and_what_it_needs_is_repaired(debian: DebianFolder) -> None:
    debian.unpacked("python3.11-venv")
    with pytest.raises(subprocess.CalledProcessError):
        debian.dpkg("--configure", "-a")
    debian.install()
    assert debian.states() == WHOLE


@pytest.mark.parametrize("name", ["pip-whl", "python3-venv"])
def test_a_cut_in_the_middle_of_a_package_is_repaired(debian: DebianFolder, name: str) -> None:
    debian.unpacked(name, partly=True)
    debian.install()
    assert debian.states() == WHOLE


def test_a_system_newer_than_the_folder_keeps_its_packages_where_they_go_together(debian: DebianFolder) -> None:
    debian.dpkg("--install", debian.build(debian.root / "elsewhere", "pip-whl", "24.1"))
    debian.install()
    assert debian.states() == {**WHOLE, "pip-whl": "ii 24.1"}


def test_a_system_too_new_for_the_folder_is_named_with_the_remedy(debian: DebianFolder) -> None:
    for name, version in (("base-files", "13"), ("pip-whl", "24.1"), ("python3.11", "3.11.2-6+deb12u6")):
        debian.dpkg("--install", debian.build(debian.root / "elsewhere", name, version))
    before = debian.states()
    with pytest.raises(CardError) as caught:
        debian.install()
    assert str(caught.value) == (
        "The system on this card is newer than the packages in its meierbox folder (python3.11 is 3.11.2-6+deb12u6, "
        "and the folder has 3.11.2-6): build the folder anew with ./meierbox card on a computer with a network, and "
        "copy its content to the card."
    )
    assert debian.states() == before


def test_any_other_failure_of_apt_is_reported_as_it_is(debian: DebianFolder) -> None:
    debian.dpkg("--install", debian.build(debian.root / "elsewhere", "pip-whl", "24.1"))
    (debian.pool / f"python3.11_{VERSIONS['python3.11']}_all.deb").write_bytes(b"")
    with pytest.raises(ProgramError, match="apt-get install python3-venv"):
        debian.install()
