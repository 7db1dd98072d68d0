"""The contents of a release: pinned by hash for pip, and listed for vulnerability scanners."""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from firmware.deploy.bill_of_materials import bill_of_materials, requirements, wheels_in


def make_wheel(folder: Path, name: str = "Odd_Name", version: str = "1.2.0") -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def test_wheels_are_pinned_by_their_hashes(tmp_path: Path) -> None:
    path = make_wheel(tmp_path)
    summed = hashlib.sha256(path.read_bytes()).hexdigest()
    assert requirements(wheels_in(tmp_path)) == f"odd-name==1.2.0 --hash=sha256:{summed}\n"
    (tmp_path / "strange.whl").touch()
    with pytest.raises(ValueError, match="strange"):
        wheels_in(tmp_path)


def test_pip_takes_the_wheel_and_refuses_another_in_its_place(tmp_path: Path) -> None:
    path = make_wheel(tmp_path)
    pinned = tmp_path / "requirements.txt"
    pinned.write_text(requirements(wheels_in(tmp_path)))
    words = ["-m", "pip", "install", "--dry-run", "--no-index", "--find-links", str(tmp_path), "--require-hashes", "-q"]

    def install() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words, "-r", str(pinned)], check=False, capture_output=True, text=True, cwd=tmp_path
        )

    assert install().returncode == 0
    path.write_bytes(path.read_bytes() + b"\0")
    assert "DO NOT MATCH" in install().stderr


def test_the_bill_lists_every_wheel_with_its_hash(tmp_path: Path) -> None:
    make_wheel(tmp_path)
    make_wheel(tmp_path, "other", "2")
    bill = json.loads(bill_of_materials("0.2.0", "1a2b3c4", "2026-11-23T20:00:00+00:00", wheels_in(tmp_path)))
    assert [component["purl"] for component in bill["components"]] == ["pkg:pypi/odd-name@1.2.0", "pkg:pypi/other@2"]
    assert bill["metadata"]["component"]["version"] == "0.2.0-1a2b3c4"


def test_the_bill_is_valid_cyclonedx(tmp_path: Path) -> None:
    validation = pytest.importorskip(
        "cyclonedx.validation.json", reason="pip install '.[release]' brings the validator"
    )
    schema = pytest.importorskip("cyclonedx.schema")
    make_wheel(tmp_path)
    bill = bill_of_materials("0.2.0", "1a2b3c4", "2026-11-23T20:00:00+00:00", wheels_in(tmp_path))
    validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_5)
    assert validator.validate_str(bill) is None
    assert validator.validate_str(bill.replace('"library"', '"nonsense"')) is not None
