"""Makes a release: one file with the committed project, the wheels that it needs, and the checksums of all files.

The wheels are pinned by hash for pip, and listed in a bill of materials (CycloneDX).

    .venv/bin/python .ci/release.py FOLDER [--for "3.11 aarch64"]… [--key MAKER.pem]

Without `--for` it is for 64-bit Raspberry Pi OS bookworm and trixie. `sudo ./meierbox update` installs it from a USB
drive; unzipped, it is a project folder that can be set up offline. Needs the development tools and the network.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.markers import default_environment
from packaging.requirements import Requirement

from firmware.deploy import bill_of_materials, release_bundle, signature
from firmware.deploy.errors import DeployError

PROJECT = Path(__file__).parents[1]
RASPBERRY_PI_OS = ("3.11 aarch64", "3.13 aarch64")
# glibc 2.17 to 2.36 (bookworm's). pip accepts only tags that are listed, so each of them is.
TAGS = ("manylinux2014_{}", *(f"manylinux_2_{minor}_{{}}" for minor in range(17, 37)))


def needed(pyproject: Mapping[str, object], machine: str) -> list[str]:
    """Lists the requirements that pip has to fetch for a machine, to run the project and to install it in place.

    The markers are evaluated here, since pip would evaluate them for the Python that it runs in.
    """
    python, _, processor = machine.partition(" ")
    meant = {
        **{name: str(value) for name, value in default_environment().items()},
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": processor,
    }
    project, build = pyproject["project"], pyproject["build-system"]
    assert isinstance(project, dict)
    assert isinstance(build, dict)
    found = []
    for line in (*project["dependencies"], *build["requires"]):
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate(meant):
            requirement.marker = None
            found.append(str(requirement))
    return found


def fetch(folder: Path, requirements: Sequence[str], machine: str) -> None:
    """Fetches the wheels for a machine; exits if one is missing."""
    python, _, processor = machine.partition(" ")
    tags = [word for tag in TAGS for word in ("--platform", tag.format(processor))]
    words = ["pip", "download", "--quiet", "--only-binary", ":all:", "--implementation", "cp", *tags]
    words += ["--python-version", python, "--dest", str(folder), *requirements]
    if subprocess.run([sys.executable, "-P", "-m", *words], check=False).returncode:
        sys.exit(f"release: the wheels for {machine} could not be fetched, see above")


def pinned(folder: Path, requirements: Sequence[str], machine: str) -> Sequence[bill_of_materials.Wheel]:
    """Fetches the wheels for a machine and writes which ones they are, by hash; returns them."""
    with TemporaryDirectory(prefix="meierbox-wheels-") as name:
        fetch(Path(name), requirements, machine)
        wheels = bill_of_materials.wheels_in(Path(name))
        folder.mkdir(exist_ok=True)
        for wheel in wheels:
            shutil.copyfile(Path(name, wheel.file), folder / wheel.file)
    (folder / bill_of_materials.requirements_name(machine)).write_text(bill_of_materials.requirements(wheels))
    return wheels


def git(*words: str) -> str:
    """Runs git in the project and returns its output."""
    return subprocess.run(["git", "-C", PROJECT, *words], check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Makes the release and prints its path."""
    parser = argparse.ArgumentParser(description="Make a release of what is committed.")
    parser.add_argument("folder", type=Path, help="the folder for the bundle, such as a mounted USB drive")
    parser.add_argument(
        "--for",
        dest="machines",
        action="append",
        metavar="MACHINE",
        help='Python version and processor, such as "3.11 aarch64"; can be repeated',
    )
    parser.add_argument("--key", type=Path, help="a private Ed25519 key (PEM) to sign with")
    args = parser.parse_args()
    machines = tuple(args.machines or RASPBERRY_PI_OS)
    if strange := [machine for machine in machines if not re.fullmatch(r"3\.\d+ \w+", machine)]:
        sys.exit(f'release: {strange[0]!r} is not a machine: give Python version and processor, such as "3.11 aarch64"')
    if git("status", "--porcelain", "--untracked-files=no"):
        print("release: uncommitted changes are left out", file=sys.stderr)
    with TemporaryDirectory(prefix="meierbox-release-") as name:
        source = Path(name)
        archive = subprocess.run(["git", "-C", PROJECT, "archive", "HEAD"], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", source], input=archive, check=True)
        pyproject = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))
        version, commit = pyproject["project"]["version"], git("rev-parse", "--short", "HEAD")
        wheels: list[bill_of_materials.Wheel] = []
        for machine in machines:
            print(f"release: fetching the wheels for Python {machine}", flush=True)
            wheels += pinned(source / release_bundle.WHEELS, needed(pyproject, machine), machine)
        bill = bill_of_materials.bill_of_materials(version, commit, git("show", "-s", "--format=%cI"), wheels)
        (source / bill_of_materials.BILL).write_text(bill)
        names = [str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()]
        path = args.folder / f"meierbox-{version}-{commit}.zip"
        try:
            manifest = release_bundle.write(
                path,
                source,
                names,
                lambda files: release_bundle.Manifest(
                    version,
                    commit,
                    git("show", "-s", "--format=%cs"),
                    machines,
                    files,
                    int(git("show", "-s", "--format=%ct")),
                ),
                partial(signature.sign, args.key) if args.key else None,
            )
        except (DeployError, OSError) as error:
            sys.exit(f"release: {error}")
    print(f"release: fingerprint {release_bundle.fingerprint(manifest.encoded())}")
    print(f"release: {path}, {path.stat().st_size >> 20} MB{', signed' if args.key else ''}")


if __name__ == "__main__":
    main()
