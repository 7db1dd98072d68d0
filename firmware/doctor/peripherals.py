"""What is plugged in and installed: screen, sound, groups, packages, and the service."""

from collections.abc import Callable, Iterator, Sequence

from firmware.config.start_guard import Broken
from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.doctor.machine import Machine

NEEDED = ("cv2", "numpy", "pygame")
ON_A_PI = {"gpiozero": "python3-gpiozero", "lgpio": "python3-lgpio", "picamera2": "python3-picamera2"}

ON_THE_WAY = ("activating", "deactivating", "reloading")
"""States of a service that soon give way to another."""


def check_screen(machine: Machine, driver: str | None) -> Finding:
    """Looks for a screen; `driver` is how the desktop is reached ("wayland", "x11"), or None without one."""
    if driver:
        return ok("screen", f"a desktop ({driver})")
    cards = machine.find("/dev/dri/card*")
    if not cards:
        return issue(
            "screen",
            "neither a desktop nor a graphics card",
            "start from a desktop, or on a Pi put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt",
        )
    on = [
        path.parent
        for path in machine.find("/sys/class/drm/card*-*/status")
        if machine.read(f"/{path.relative_to(machine.root)}") == "connected"
    ]
    if not on:
        return issue("screen", "no screen is connected", "check its cable and its power, then start the machine again")
    modes = ((machine.read(f"/{path.relative_to(machine.root)}/modes") or "?").split("\n")[0] for path in on)
    names = (path.name.partition("-")[2] for path in on)
    return ok("screen", ", ".join(f"{name} {mode}" for name, mode in zip(names, modes, strict=True)))


def check_sound(machine: Machine) -> Finding:
    """Looks for a sound card."""
    cards = machine.read("/proc/asound/cards")
    if not cards or "no soundcards" in cards:
        return info("sound", "there is no sound card", "the box plays without sound; a USB sound card gives it a voice")
    names = [line.partition("]: ")[2] for line in cards.splitlines() if "]: " in line]
    return ok("sound", ", ".join(names))


def check_voice(there: bool, *, wanted: bool) -> Finding:
    """Tells whether espeak-ng is `there`, which speaks where the settings have `wanted` it."""
    if there:
        return ok("voice", "espeak-ng is installed")
    remedy = "sudo apt install espeak-ng"
    if wanted:
        return warning("voice", "it is turned on, but espeak-ng is not installed", remedy)
    return info("voice", "espeak-ng is not installed: nothing can be spoken", remedy)


def check_groups(machine: Machine, mine: Sequence[str], *, root: bool) -> Finding:
    """Looks whether this user may open the devices that are there; the groups count for a console only."""
    devices = {"video": "/dev/video*", "render": "/dev/dri/render*", "input": "/dev/input/event*",
               "gpio": "/dev/gpiochip*", "audio": "/dev/snd/control*"}  # fmt: skip
    lacking = [] if root else [group for group, path in devices.items() if machine.find(path) and group not in mine]
    if lacking:
        return warning(
            "groups",
            f"this user is not in {', '.join(lacking)}",
            f"sudo usermod -aG {','.join(lacking)} NAME, then log in again",
        )
    return ok("groups", "this user may open the devices")


def check_packages(machine: Machine, has: Callable[[str], bool]) -> Iterator[Finding]:
    """Looks for Python packages; `has` tells whether one can be found."""
    lacking = [name for name in NEEDED if not has(name)]
    if lacking:
        yield issue(
            "packages", f"{', '.join(lacking)} cannot be found", "delete the folder .venv and start ./meierbox again"
        )
    else:
        yield ok("packages", "all that every machine needs")
    if machine.model is None:
        return
    missing = [package for name, package in ON_A_PI.items() if not has(name)]
    if missing:
        remedy = f"sudo apt install --no-install-recommends {' '.join(missing)}"
        yield issue("packages", f"this Raspberry Pi lacks {', '.join(missing)}", remedy)


def check_service(machine: Machine, broken: Broken) -> Iterator[Finding]:
    """Asks systemd how the box fares as a service, and its flag how the last starts went."""
    names = "LoadState,ActiveState,SubState,NRestarts,Result,StatusText"
    said = machine.ask(["systemctl", "show", "meierbox.service", f"--property={names}"])
    state = dict(line.partition("=")[::2] for line in (said or "").splitlines())
    if state.get("LoadState") != "loaded":
        yield info("service", "the box does not start by itself", "sudo ./meierbox install makes it do so")
    elif state.get("ActiveState") == "failed":
        yield issue(
            "service",
            f"it failed ({state.get('Result') or 'unknown'})",
            "journalctl -u meierbox tells why; mend that, then sudo systemctl restart meierbox",
        )
    elif state.get("ActiveState") in ON_THE_WAY:
        yield info("service", f"it is {state['ActiveState']} at this moment", "ask again in a minute")
    elif state.get("ActiveState") != "active":
        yield warning("service", f"it is {state.get('ActiveState')}", "sudo systemctl start meierbox")
    elif (restarts := state.get("NRestarts", "0")) != "0":
        remedy = "journalctl -u meierbox tells why"
        yield warning("service", f"it runs, but was started anew {restarts} times", remedy)
    else:
        yield ok("service", f"it runs ({state.get('StatusText') or 'without a word'})")
    if broken.why_careful:
        yield warning("service", "the next start is a safe one, without camera and pins", broken.why_careful)
