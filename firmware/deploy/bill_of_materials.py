"""The contents of a release: its wheels pinned by hash, for pip and as a bill of materials (CycloneDX 1.5, JSON)."""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

BILL = "sbom.cdx.json"
"""The name of the bill of materials in a release."""
_WHEEL = re.compile(r"(?P<name>[A-Za-z0-9_.]+)-(?P<version>[A-Za-z0-9_.!+]+)(?:-\d[^-]*)?-[^-]+-[^-]+-[^-]+\.whl")


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel: the project's normalized name, its version, the file and its SHA-256 checksum."""

    name: str
    version: str
    file: str
    sha256: str

    @property
    def purl(self) -> str:
        """The package URL, as used by vulnerability databases."""
        return f"pkg:pypi/{self.name}@{self.version}"


def wheels_in(folder: Path) -> tuple[Wheel, ...]:
    """Lists the wheels of a folder; raises ValueError for a file without a wheel's name."""
    found = []
    for path in sorted(folder.glob("*.whl")):
        parts = _WHEEL.fullmatch(path.name)
        if parts is None:
            raise ValueError(f"{path.name} is not named as a wheel is")
        name = re.sub(r"[-_.]+", "-", parts["name"]).lower()
        with path.open("rb") as file:
            summed = hashlib.file_digest(file, "sha256").hexdigest()
        found.append(Wheel(name, parts["version"], path.name, summed))
    return tuple(found)


def requirements_name(machine: str) -> str:
    """Names the file with a machine's pinned wheels, which the launcher looks for.

    >>> requirements_name("3.11 aarch64")
    'requirements-3.11-aarch64.txt'
    """
    return f"requirements-{machine.replace(' ', '-')}.txt"


def requirements(wheels: Sequence[Wheel]) -> str:
    """Writes the input of `pip install --require-hashes -r`.

    >>> print(requirements([Wheel("numpy", "1.26.4", "numpy-1.26.4-x.whl", "ab12")]), end="")
    numpy==1.26.4 --hash=sha256:ab12
    """
    pins: dict[tuple[str, str], list[str]] = {}
    for wheel in wheels:
        pins.setdefault((wheel.name, wheel.version), []).append(wheel.sha256)
    lines = (
        " ".join((f"{name}=={version}", *(f"--hash=sha256:{one}" for one in sorted(set(hashes)))))
        for (name, version), hashes in sorted(pins.items())
    )
    return "".join(f"{line}\n" for line in lines)


def bill_of_materials(version: str, commit: str, made: str, wheels: Iterable[Wheel]) -> str:
    """Writes the bill of materials of a release; `made` is the time of its commit (RFC 3339)."""
    application = {"type": "application", "bom-ref": "meierbox", "name": "meierbox", "version": f"{version}-{commit}"}
    unique = sorted({wheel.file: wheel for wheel in wheels}.values(), key=lambda wheel: wheel.file)
    components = [
        {
            "type": "library",
            "bom-ref": wheel.file,
            "name": wheel.name,
            "version": wheel.version,
            "purl": wheel.purl,
            "hashes": [{"alg": "SHA-256", "content": wheel.sha256}],
            "properties": [{"name": "meierbox:file", "value": wheel.file}],
        }
        for wheel in unique
    ]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": made, "component": application},
        "components": components,
        "dependencies": [
            {"ref": "meierbox", "dependsOn": [wheel.file for wheel in unique]},
            *({"ref": wheel.file} for wheel in unique),
        ],
    }
    return json.dumps(bill, indent=1) + "\n"
