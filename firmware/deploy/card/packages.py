"""Installs the Debian packages of a card's folder without a network, also after a power cut in the middle of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware.deploy.card.system import CardSystem
from firmware.deploy.errors import CardError, ProgramError
from firmware.rules.message import message

_KEEP_SETTINGS = ("--force-confdef", "--force-confold")


@dataclass(frozen=True, slots=True)
class OfferedPackage:
    """A package in the folder, as apt's index lists it."""

    name: str
    version: str
    file: str


def offered_packages(index: str) -> Iterator[OfferedPackage]:
    r"""Yields the packages of an index (`Packages`).

    >>> list(offered_packages("Package: dash\nVersion: 0.5\nDescription: a shell\n .\n text\nFilename: ./dash.deb\n"))
    [OfferedPackage(name='dash', version='0.5', file='./dash.deb')]
    """
    for entry in index.split("\n\n"):
        lines = (line.partition(": ") for line in entry.splitlines() if line[:1].strip())
        fields = {name: value for name, _, value in lines}
        if "Package" in fields:
            yield OfferedPackage(fields["Package"], fields["Version"], fields["Filename"])


@dataclass(frozen=True, slots=True)
class PackageInstallation:
    """Installs packages from `pool`, the folder that `PackagePool` has filled; may be interrupted and repeated."""

    system: CardSystem
    pool: Path

    def run(self) -> None:
        """Installs what the folder was made for.

        Raises:
            CardError: where the system has newer packages than the folder, and those of the folder do not go with them.
            ProgramError: where apt or dpkg fails otherwise.
        """
        wanted = (self.pool / "wanted.txt").read_text("utf-8").split()
        source = self.system.at("/run/meierbox-setup.list")
        source.write_text(f"deb [trusted=yes] file:{self.pool} ./\n", "utf-8")
        apt = ["apt-get", "--yes", "--quiet", "-o", f"Dir::Etc::sourcelist={source}"]
        apt += ["-o", "Dir::Etc::sourceparts=/dev/null", "-o", "APT::Get::List-Cleanup=0"]
        apt += ["-o", "APT::Sandbox::User=root", "-o", "DPkg::Lock::Timeout=300"]
        for option in _KEEP_SETTINGS:
            apt += ["-o", f"Dpkg::Options::={option}"]
        self._repair()
        self.system.ask([*apt, "update"])
        self.system.ask([*apt, "--fix-broken", "install"])
        install = ["install", "--no-install-recommends", *wanted]
        try:
            self.system.ask([*apt, *install])
        except ProgramError as error:
            if not self._succeeds([*apt, "--simulate", *install]):
                self._explain(error)
            raise

    def _repair(self) -> None:
        """Repairs what a power cut has left, as far as dpkg can."""
        files = {package.name: str(self.pool / package.file) for package in self._offered()}
        # apt leaves a package alone whose files are only partly there, and the packages that need it fail.
        states = self._query("${db:Status-Abbrev}")
        partly = [name for name, state in states.items() if state[1:2] == "H" or state[2:3] == "R"]
        if found := [files[name] for name in partly if name in files]:
            self.system.ask(["dpkg", *_KEEP_SETTINGS, "--unpack", *found])
        # It fails where a package lies unpacked and what it depends on does not yet; apt goes on from there.
        with suppress(ProgramError):
            self.system.ask(["dpkg", *_KEEP_SETTINGS, "--configure", "--pending"])

    def _explain(self, error: ProgramError) -> None:
        """Raises a CardError if the system has newer packages than the folder; prefers one that apt has named."""
        versions = self._query("${Version}")
        newer = [
            package
            for package in self._offered()
            if (here := versions.get(package.name))
            and self._succeeds(["dpkg", "--compare-versions", here, "gt", package.version])
        ]
        if not newer:
            return
        package = next((package for package in newer if f" {package.name} " in str(error)), newer[0])
        says = message(
            "The system on this card is newer than the packages in its meierbox folder ({package} is {here}, "
            "and the folder has {offered})",
            package=package.name,
            here=versions[package.name],
            offered=package.version,
        )
        remedy = message(
            "build the folder anew with ./meierbox card on a computer with a network, and copy its content to the card"
        )
        raise CardError(says.with_remedy(remedy)) from error

    def _offered(self) -> Sequence[OfferedPackage]:
        return tuple(offered_packages((self.pool / "Packages").read_text("utf-8")))

    def _query(self, field: str) -> Mapping[str, str]:
        """Returns a field of every package that dpkg knows: its version, or wish, state and error in three letters."""
        lines = self.system.ask(["dpkg-query", "--show", f"--showformat=${{Package}}\t{field}\n"]).splitlines()
        return {name: value for name, _, value in (line.partition("\t") for line in lines)}

    def _succeeds(self, words: Sequence[str]) -> bool:
        try:
            self.system.ask(words)
        except ProgramError:
            return False
        return True
