"""Looks for known vulnerabilities in the packages of a release, or in those that are installed here.

    .venv/bin/python .ci/audit.py [REQUIREMENTS.txt]…

Asks the package index by pip-audit (`pip install '.[release]'`). Only that is an audit: it knows what is published on
the day. Exit code 0: the index knew every package, and nothing against any of them. 1: something is known.

Where pip-audit is missing, or the index does not answer for every package, `.ci/advisories.json` is searched as well.
That is a list of three advisories, written by hand from their published numbers and copied from no database. It can
say that a package is vulnerable; it can never say that one is not. So without a match the answer is "unknown", with
exit code 2, and a release should wait for a network.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

from packaging.version import Version

LIST = Path(__file__).with_name("advisories.json")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)", re.MULTILINE)
SECONDS = 120


def pinned(files: list[Path]) -> Iterator[tuple[str, str]]:
    """Yields name and version of every pinned package, or of every installed one if no file is named."""
    if not files:
        for found in distributions():
            yield found.name, found.version
    for file in files:
        yield from PINNED.findall(file.read_text("utf-8"))


def known_offline(packages: Iterator[tuple[str, str]]) -> list[str]:
    """Lists what the offline list knows about these packages."""
    advisories = json.loads(LIST.read_text("utf-8"))["advisories"]
    return [
        f"{name} {version}: {each['id']}, fixed in {each['fixed']}"
        for name, version in packages
        for each in advisories
        if re.sub(r"[-_.]+", "-", name).lower() == each["package"] and Version(version) < Version(each["below"])
    ]


def ask_index(files: list[Path]) -> int | None:
    """Runs pip-audit and returns its exit code, 0 or 1; None if it is missing or the index does not answer."""
    if find_spec("pip_audit") is None:
        return None
    words = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--skip-editable"]
    for file in files:
        words += ["--disable-pip", "--require-hashes", "--requirement", str(file)]
    try:
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    # It ends with 1 both for what it found and where it fails; only what it found is a table.
    if done.returncode and not done.stdout.startswith("Name"):
        return None
    if "could not be audited" in done.stdout + done.stderr:
        # Whether what the index does not know is safe is unknown.
        print(done.stdout, end="")
        return None
    print(done.stdout or done.stderr, end="")
    return 1 if done.returncode else 0


def main() -> int:
    """Audits, and says by which means."""
    parser = argparse.ArgumentParser(description="Look for known vulnerabilities in pinned or installed packages.")
    parser.add_argument("files", nargs="*", type=Path, metavar="REQUIREMENTS", help="wheels/requirements-….txt")
    args = parser.parse_args()
    try:
        if (code := ask_index(args.files)) is not None:
            print("audit: by pip-audit, from the package index")
            return code
        found = known_offline(pinned(args.files))
        offline = json.loads(LIST.read_text("utf-8"))
    except (OSError, ValueError) as error:
        print(f"audit: {error}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    why = (
        "pip-audit is not installed: pip install '.[release]'"
        if find_spec("pip_audit") is None
        else "the package index does not answer for every package: try again where there is a network"
    )
    print(f"audit: UNKNOWN, since {why}", file=sys.stderr)
    entries, written = len(offline["advisories"]), offline["written"]
    print(
        f"audit: only a list of {entries} advisories of {written} was searched ({offline['source']})", file=sys.stderr
    )
    return 1 if found else 2


if __name__ == "__main__":
    sys.exit(main())
