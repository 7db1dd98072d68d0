"""The audit of a release: what the index says, and "unknown" where it says nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
SAFE, OLD = "numpy==1.26.4 \\\n    --hash=sha256:0\n", "numpy==1.21.0 \\\n    --hash=sha256:0\n"
TABLE = "Name  Version ID\nnumpy 1.21.0  PYSEC-1\n"


@pytest.mark.parametrize(
    ("index", "code", "pins", "expected"),
    [
        ("No known vulnerabilities found", 0, SAFE, 0),
        (TABLE, 1, OLD, 1),
        ("no network", 1, SAFE, 2),
        ("no network", 1, OLD, 1),
        ("numpy  Dependency not found on PyPI and could not be audited", 0, SAFE, 2),
    ],
)
def test_only_the_index_can_say_that_nothing_is_known(
    tmp_path: Path, index: str, code: int, pins: str, expected: int
) -> None:
    """`index` and `code` are what pip-audit prints and ends with."""
    fake = tmp_path / "pip_audit"
    fake.mkdir()
    (fake / "__init__.py").touch()
    (fake / "__main__.py").write_text(f"import sys\nprint({index!r})\nsys.exit({code})\n")
    (tmp_path / "pins.txt").write_text(pins)
    done = subprocess.run(
        [sys.executable, PROJECT / ".ci/audit.py", tmp_path / "pins.txt"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == expected, done
    asked = "by pip-audit, from the package index" in done.stdout
    assert ("UNKNOWN" in done.stderr) is not asked
    assert asked is (index in ("No known vulnerabilities found", TABLE))
