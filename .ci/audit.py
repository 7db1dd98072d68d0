"""Looks for known holes in the packages of a release, or in those that are installed here.

    .venv/bin/python .ci/audit.py [REQUIREMENTS.txt]…

Asks the package index by pip-audit (`pip install '.[release]'`) where it is installed and the network is there; else it
goes by the short list in `.ci/advisories.json`. It says which one it used. Ends with 0 if nothing is known, 1 if
something is, 2 if it could not look.
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
    """Yields name and version of every pinned package, or of every installed one where no file is named."""
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
    """Runs pip-audit and gives its exit code, 0 or 1; None where it is missing or the index does not answer."""
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
        # What the index does not know is not known to be whole: the offline list is asked as well.
        print(done.stdout, end="")
        return None
    print(done.stdout or done.stderr, end="")
    return 1 if done.returncode else 0


def main() -> int:
    """Looks, and says by which means."""
    parser = argparse.ArgumentParser(description="Look for known holes in pinned or installed packages.")
    parser.add_argument("files", nargs="*", type=Path, metavar="REQUIREMENTS", help="wheels/requirements-….txt")
    args = parser.parse_args()
    try:
        if (code := ask_index(args.files)) is not None:
            print("audit: by pip-audit, from the package index")
            return code
        found = known_offline(pinned(args.files))
    except (OSError, ValueError) as error:
        print(f"audit: {error}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    offline = json.loads(LIST.read_text("utf-8"))
    why = (
        "pip-audit is not installed"
        if find_spec("pip_audit") is None
        else "the package index does not answer for all of them"
    )
    print(f"audit: {len(found)} known by the offline list of {offline['written']}, since {why}")
    print(f"audit: that list was {offline['source']}; what came later is not in it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
