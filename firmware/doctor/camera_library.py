"""Checks why picamera2 cannot be imported: it is a system package that must fit Python and numpy."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.doctor.finding import Finding, issue, ok
from firmware.doctor.machine import Machine
from firmware.rules.message import Message, literal, message

PART = message("camera library")
PATIENCE = 120.0
"""Seconds; a Zero 2 W takes half a minute to load it from a slow card."""
SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages"
_ABI = re.compile(
    r"numpy\.dtype size changed|compiled using NumPy|numpy\.core\.multiarray failed|_ARRAY_API not found"
    r"|compiled against (?:ABI|API) version|numpy\._core\.multiarray"
)
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")
_NO_LIBRARY = re.compile(r"ImportError: (lib[\w.+-]+\.so[\w.]*): cannot open shared object file")
_DEBIAN = {
    "picamera2": "python3-picamera2",
    "libcamera": "python3-libcamera",
    "pykms": "python3-kms++",
    "prctl": "python3-prctl",
    "simplejpeg": "python3-simplejpeg",
    "piexif": "python3-piexif",
    "av": "python3-av",
    "v4l2": "python3-v4l2",
    "videodev2": "python3-videodev2",
    "jsonschema": "python3-jsonschema",
    "libarchive": "python3-libarchive-c",
    "tqdm": "python3-tqdm",
    "PIL": "python3-pil",
    "pidng": "python3-pidng",
}
"""Modules that picamera2 imports, with their packages on Raspberry Pi OS."""
_ANEW = message("delete the folder .venv and start ./meierbox again, which makes it fit")


@dataclass(frozen=True, slots=True)
class PythonInUse:
    """The running Python: its version ("3.13"), the system's, and whether it sees the system's packages."""

    version: str
    of_system: str
    sees_system: bool


def python_in_use(machine: Machine) -> PythonInUse:
    """Returns the running Python."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    links = machine.find("/usr/bin/python3.[0-9]*")
    versions = [found[1] for path in links if (found := re.fullmatch(r"python(3\.\d+)", path.name))]
    link = machine.root / "usr/bin/python3"
    target = re.fullmatch(r"python(3\.\d+)", link.readlink().name) if link.is_symlink() else None
    of_system = target[1] if target else versions[0] if len(versions) == 1 else version
    return PythonInUse(version, of_system, SYSTEM_PACKAGES in sys.path)


def import_error() -> str | None:
    """Imports picamera2 in a separate process, which may crash or hang; returns its output if it fails."""
    words = [sys.executable, "-P", "-c", "import picamera2"]
    try:
        done = subprocess.run(
            words,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            text=True,
            errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{type(error).__name__}: {error}"
    if done.returncode == 0:
        return None
    return done.stderr.strip() or f"it ended with {done.returncode}"


def check_camera_library(
    machine: Machine, python: PythonInUse, attempt: Callable[[], str | None] = import_error
) -> Iterator[Finding]:
    """Reports why picamera2 cannot be imported on a Raspberry Pi; elsewhere it is not needed."""
    if machine.model is None:
        return
    printed = attempt()
    if printed is None:
        yield ok(PART, message("picamera2 can be loaded"))
    else:
        says, remedy = _why(printed, python, there=bool(machine.find(f"{SYSTEM_PACKAGES}/picamera2")))
        yield issue(PART, says, remedy)


def _why(printed: str, python: PythonInUse, *, there: bool) -> tuple[Message, Message]:
    """Returns the cause and the remedy."""
    if python.version != python.of_system:
        says = message(
            "picamera2 belongs to the system's Python {system}, and this is Python {version}",
            system=python.of_system,
            version=python.version,
        )
        return says, message("delete the folder .venv, unset MEIERBOX_PYTHON and start ./meierbox again")
    if not python.sees_system and there:
        return message("the environment does not see the system's packages, picamera2 among them"), _ANEW
    if _ABI.search(printed):
        says = message("the system's camera packages were built for another numpy than the environment has (numpy ABI)")
        return says, _ANEW
    last = printed.splitlines()[-1].strip()[:200]
    if module := _NO_MODULE.search(printed):
        name = module[1].partition(".")[0]
        package = _DEBIAN.get(name)
        says = message("picamera2 needs {module}, which is not installed", module=name)
        if name == "picamera2":
            says = message("picamera2 is not installed")
        if package is not None:
            return says, message("sudo apt install --no-install-recommends {packages}", packages=package)
        return says, message("sudo apt install --reinstall python3-picamera2 python3-libcamera")
    if library := _NO_LIBRARY.search(printed):
        says = message(
            "picamera2 needs the library {library}, which is missing or has another version", library=library[1]
        )
        return says, message("sudo apt update && sudo apt full-upgrade, then restart")
    says = message("picamera2 cannot be loaded ({why})", why=literal(last))
    return says, message("sudo apt install --reinstall python3-picamera2 python3-libcamera")
