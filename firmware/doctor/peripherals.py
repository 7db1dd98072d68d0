"""Checks of screen, sound, voice, user groups, packages."""

from collections.abc import Callable, Iterator, Sequence

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.doctor.machine import Machine
from firmware.rules.message import literal, message

NEEDED = ("cv2", "numpy", "pygame")
ON_A_PI = {"gpiozero": "python3-gpiozero", "lgpio": "python3-lgpio", "picamera2": "python3-picamera2"}
_DEVICES = {
    "video": "/dev/video*",
    "render": "/dev/dri/render*",
    "input": "/dev/input/event*",
    "gpio": "/dev/gpiochip*",
    "audio": "/dev/snd/control*",
}
"""The devices that each group may open."""

SCREEN, SOUND, VOICE = message("screen"), message("sound"), message("voice")
GROUPS, PACKAGES = message("groups"), message("packages")


def check_screen(machine: Machine, driver: str | None) -> Finding:
    """Checks for a screen; `driver` is the desktop's ("wayland", "x11"), or None without one."""
    if driver:
        return ok(SCREEN, message("a desktop ({driver})", driver=driver))
    if not machine.find("/dev/dri/card*"):
        remedy = message("start from a desktop, or on a Pi put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt")
        return issue(SCREEN, message("neither a desktop nor a graphics card"), remedy)
    statuses = machine.find("/sys/class/drm/card*-*/status")
    connected = [path.parent for path in statuses if machine.read(path) == "connected"]
    if not connected:
        remedy = message("check its cable and its power, then start the machine again")
        return issue(SCREEN, message("no screen is connected"), remedy)
    modes = ((machine.read(path / "modes") or "?").split("\n")[0] for path in connected)
    names = (path.name.partition("-")[2] for path in connected)
    return ok(SCREEN, literal(", ".join(f"{name} {mode}" for name, mode in zip(names, modes, strict=True))))


def check_sound(machine: Machine) -> Finding:
    """Checks for a sound card."""
    cards = machine.read("/proc/asound/cards") or ""
    names = [line.partition("]: ")[2] for line in cards.splitlines() if "]: " in line]
    if not names:
        remedy = message("the box plays without sound; a USB sound card gives it a voice")
        return info(SOUND, message("there is no sound card"), remedy)
    return ok(SOUND, literal(", ".join(names)))


def check_voice(there: bool, *, wanted: bool) -> Finding:
    """Reports whether espeak-ng is `there`; it speaks if the settings have `wanted` it."""
    remedy = message("sudo apt install espeak-ng")
    if there:
        return ok(VOICE, message("espeak-ng is installed"))
    if wanted:
        return warning(VOICE, message("it is turned on, but espeak-ng is not installed"), remedy)
    return info(VOICE, message("espeak-ng is not installed, so nothing can be spoken"), remedy)


def check_groups(machine: Machine, mine: Sequence[str], *, root: bool) -> Finding:
    """Checks whether this user may open the existing devices; only a console needs the groups."""
    lacking = [] if root else [group for group, path in _DEVICES.items() if machine.find(path) and group not in mine]
    if not lacking:
        return ok(GROUPS, message("this user may open the devices"))
    remedy = message("sudo usermod -aG {groups} NAME, then log in again", groups=",".join(lacking))
    return warning(GROUPS, message("this user is not in {groups}", groups=", ".join(lacking)), remedy)


def check_packages(machine: Machine, has: Callable[[str], bool]) -> Iterator[Finding]:
    """Checks for Python packages; `has` says whether one is installed."""
    lacking = [name for name in NEEDED if not has(name)]
    if lacking:
        says = message("{packages} cannot be found", packages=", ".join(lacking))
        yield issue(PACKAGES, says, message("delete the folder .venv and start ./meierbox again"))
    else:
        yield ok(PACKAGES, message("all that every machine needs"))
    missing = [package for name, package in ON_A_PI.items() if not has(name)]
    if machine.model is not None and missing:
        says = message("this Raspberry Pi lacks {packages}", packages=", ".join(missing))
        remedy = message("sudo apt install --no-install-recommends {packages}", packages=" ".join(missing))
        yield issue(PACKAGES, says, remedy)
