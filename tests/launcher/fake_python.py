"""Stands in for a Python interpreter with venv and pip, as far as the launcher talks to one.

A script that imports it is put on the PATH, with its settings beside it (`NAME.settings`, a dictionary: `version`,
`bits`, `venv`, `libcamera`); the environments that it makes link to it, as real ones do. What it is asked to do, it
writes to the file `$FAKE_CALLS`. `$FAKE_PIP` says how pip fares, `$FAKE_GATE` names a locked file that it waits for,
`$FAKE_EXIT` is the exit code of a module; `$FAKE_WHEELS` and `$FAKE_NETWORK` may be `none`.

The launcher starts it up to ten times in each test, so it imports little, and neither pathlib nor json.
"""

import fcntl
import os
import sys

ModuleType = type(sys)

# What the real pip (23.2, 24.2) prints.
PIP_FAILURES = {
    "no-network": "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after "
    "connection broken by 'NewConnectionError('Failed to establish a new connection: [Errno -3] Temporary failure in "
    "name resolution')': /simple/numpy/\n"
    "ERROR: Could not find a version that satisfies the requirement numpy (from versions: none)\n"
    "ERROR: No matching distribution found for numpy\n",
    "disk-full": "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
    "wrong-clock": "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: "
    "certificate is not yet valid (_ssl.c:992)'))\n",
    "no-wheel": "ERROR: Could not find a version that satisfies the requirement pygame-ce>=2.4 (from versions: none)\n"
    "ERROR: No matching distribution found for pygame-ce>=2.4\n",
    "strange": "ERROR: something that nobody foresaw\n",
}
PIP_SUCCESS = """\
Collecting numpy>=1.24
  Downloading numpy-1.26.4-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl (18.3 MB)
Installing collected packages: numpy
Successfully installed numpy-1.26.4
"""


def note(line: str) -> None:
    with open(os.environ["FAKE_CALLS"], "a") as calls:
        calls.write(line + "\n")


def run_code(code: str, settings: dict[str, object]) -> None:
    major, minor, micro = (int(part) for part in str(settings["version"]).split("."))
    sys.version_info = (major, minor, micro, "final", 0)  # type: ignore[assignment]
    sys.maxsize = 2 ** (int(str(settings["bits"])) - 1) - 1
    if not settings["venv"]:
        sys.modules["ensurepip"] = None  # type: ignore[assignment]
    sys.modules["libcamera"] = ModuleType("libcamera") if settings["libcamera"] else None  # type: ignore[assignment]
    exec(code, {})  # the very code of the launcher


def make_environment(options: list[str], directory: str, settings: dict[str, object]) -> None:
    note(" ".join(["venv", *options]))
    os.makedirs(f"{directory}/bin", exist_ok=True)
    system = "true" if "--system-site-packages" in options else "false"
    with open(f"{directory}/pyvenv.cfg", "w") as file:
        file.write(f"include-system-site-packages = {system}\nversion = {settings['version']}\n")
    os.symlink(os.path.abspath(sys.argv[0]), f"{directory}/bin/python")


def install(arguments: list[str]) -> None:
    note(" ".join(["pip", *arguments]))
    if gate := os.environ.get("FAKE_GATE"):
        with open(gate) as waited_for:
            fcntl.flock(waited_for, fcntl.LOCK_SH)
    outcome = os.environ.get("FAKE_PIP", "well")
    offline = "--no-index" in arguments
    if offline and os.environ.get("FAKE_WHEELS") == "none":
        outcome = "no-wheel"
    if not offline and os.environ.get("FAKE_NETWORK") == "none":
        outcome = "no-network"
    sys.stdout.write(PIP_SUCCESS if outcome == "well" else PIP_FAILURES[outcome])
    sys.exit(0 if outcome == "well" else 1)


def run_module(module: str, arguments: list[str]) -> None:
    import json  # noqa: PLC0415 - rarely needed

    note(module)
    sys.stdout.write(
        json.dumps({"module": module, "arguments": arguments, "directory": os.getcwd(), "safe_path": "-P" in sys.argv})
        + "\n"
    )
    sys.exit(int(os.environ.get("FAKE_EXIT", "0")))


def main() -> None:
    with open(f"{os.path.realpath(sys.argv[0])}.settings") as file:
        settings: dict[str, object] = eval(file.read())  # written by the tests
    match [argument for argument in sys.argv[1:] if argument not in ("-I", "-P")]:
        case ["-V"]:
            sys.stdout.write(f"Python {settings['version']}\n")
        case ["-c", code]:
            run_code(code, settings)
        case ["-m", "venv", *options, directory]:
            make_environment(options, directory, settings)
        case ["-m", "pip", *arguments]:
            install(arguments)
        case ["-m", module, *arguments]:
            run_module(module, arguments)
        case other:
            sys.exit(f"the fake Python was asked for {other}")
