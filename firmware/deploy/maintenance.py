"""Runs maintenance tasks chosen on the box's screen, as root, from meierbox-maintenance.service.

The order comes from the box, which anybody at the table controls: it is one of a few words, and everything else about a
task is decided here. An update from the screen accepts only releases signed with the box's key;
where the box has none, only the bundle whose fingerprint was confirmed there.
"""

import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from firmware.config import atomic_files
from firmware.config.bounded_files import read_text
from firmware.config.errors import UnusableFileError
from firmware.deploy import release_bundle, usb_drives
from firmware.deploy.card.access import join_wifi
from firmware.deploy.card.choices import wifi_key
from firmware.deploy.card.system import CardSystem, RunningSystem
from firmware.deploy.errors import DeployError, MaintenanceError, UnsignedBundleError
from firmware.deploy.host import Host, LocalHost, installed_options
from firmware.deploy.install import ENABLED
from firmware.deploy.poster_copy import POSTERS, copy_posters
from firmware.deploy.releases import RELEASES, Releases
from firmware.deploy.signature import KEY
from firmware.deploy.steps import carry_out
from firmware.deploy.units import CONSOLE, JOURNAL
from firmware.deploy.update import Update, abandon
from firmware.errors import MeierboxError
from firmware.rules.message import Message, message, plural, to_json
from firmware.table.maintenance_port import Task

WIFI_FILE = "wifi.txt"
LARGEST_ORDER = 128
FINGERPRINT = re.compile(r"[0-9a-f]{4}(-[0-9a-f]{4}){7}")


@dataclass(frozen=True, slots=True)
class MaintenanceRunner:
    """Runs tasks on a system; `host` is the machine as an update sees it, USB drives are looked for under `root`."""

    system: CardSystem
    host: Host
    root: Path = Path("/")

    def do(self, task: Task, fingerprint: str = "") -> Message:
        """Runs a task and returns the outcome; raises a MeierboxError if it failed."""
        tasks: Mapping[Task, Callable[[], Message]] = {
            Task.UPDATE: self._update,
            Task.UPDATE_UNSIGNED: partial(self._update, fingerprint),
            Task.WIFI_ON: self._wifi_on,
            Task.WIFI_OFF: self._wifi_off,
            Task.SSH_ON: self._ssh_on,
            Task.SSH_OFF: self._ssh_off,
            Task.PLAIN_PI: self._plain_pi,
            Task.POSTERS: self._posters,
        }
        return tasks[task]()

    def _update(self, unsigned: str = "") -> Message:
        releases = Releases(self.system.at(RELEASES))
        with usb_drives.found_anywhere(self.root) as file, release_bundle.opened(file) as bundle:
            update = Update(releases, bundle, self.host, self.system.at(JOURNAL), self.system.at(KEY), unsigned)
            try:
                for line in carry_out(update.steps()):
                    print(line, flush=True)
            except UnsignedBundleError as error:
                abandon(update, self.host)
                says = message("Nobody vouches for {file}, as this box has no maker's key", file=file.name)
                remedy = message("take it below only if its maker tells you the same fingerprint")
                raise UnsignedBundleError(says.with_remedy(remedy), error.fingerprint) from error
            except DeployError:
                abandon(update, self.host)
                raise
        self.host.begin_trial()
        result = releases.result
        if result is None:
            return message("The update did not finish; the next start continues it.")
        return message("{name}: {says}", name=result.name, says=result.says)

    def _wifi_on(self) -> Message:
        self.system.ask(["nmcli", "radio", "wifi", "on"])
        with usb_drives.found_folders(self.root) as folders:
            file = next((folder / WIFI_FILE for folder in folders if (folder / WIFI_FILE).is_file()), None)
            lines = read_text(file).splitlines() if file else []
        if not lines:
            return message("The Wi-Fi is on; no drive had a file {file} with another network.", file=WIFI_FILE)
        name, passphrase = lines[0].strip(), lines[1].strip() if len(lines) > 1 else ""
        join_wifi(self.system, name, wifi_key(name, passphrase))
        self.system.ask(["nmcli", "connection", "reload"])
        self.system.ask(["nmcli", "--wait", "60", "connection", "up", "meierbox"])
        return message("The box has joined the Wi-Fi {name}.", name=name)

    def _wifi_off(self) -> Message:
        self.system.ask(["nmcli", "radio", "wifi", "off"])
        return message("The Wi-Fi is off.")

    def _ssh_on(self) -> Message:
        self.system.ask(["systemctl", "enable", "--now", "ssh.service"])
        return message("Logging in over the network is possible.")

    def _ssh_off(self) -> Message:
        self.system.ask(["systemctl", "disable", "--now", "ssh.service"])
        return message("Logging in over the network is not possible.")

    def _posters(self) -> Message:
        with usb_drives.found_writable(self.root) as drives:
            if not drives:
                says = message("There is no USB drive")
                raise MaintenanceError(says.with_remedy(message("plug one in and save the poster again")))
            number = copy_posters(self.system.at(JOURNAL) / POSTERS, drives)
        return plural("{n} poster was copied to the USB drive.", "{n} posters were copied to the USB drive.", number)

    def _plain_pi(self) -> Message:
        self.system.ask(["systemctl", "disable", *ENABLED])
        self.system.ask(["systemctl", "stop", "meierbox.service"])
        self.system.ask(["systemctl", "start", "--no-block", "getty@tty1.service"])
        return message("This is a plain Pi; sudo meierbox install makes it a box again.")


def ordered_task(path: Path) -> tuple[Task, str]:
    """Reads the order, which anybody may have written: a task, and the fingerprint of the bundle that it confirms.

    Raises:
        MaintenanceError: where it is no order.
    """
    try:
        word, *rest = read_text(path, LARGEST_ORDER, follow=False).split()
        task = Task(word)
        if len(rest) != (task is Task.UPDATE_UNSIGNED) or not all(map(FINGERPRINT.fullmatch, rest)):
            raise ValueError("too many words, or no fingerprint")
    except (OSError, UnusableFileError, ValueError) as error:
        says = message("The order for a task cannot be read ({error})", error=str(error)[:80])
        raise MaintenanceError(says.with_remedy(message("choose it again on the screen"))) from error
    return task, "".join(rest)


def main(words: list[str]) -> int:
    """Runs the ordered task, deletes the order, and writes the outcome for the box."""
    order, result, told = Path(words[0]), Path(words[1]), dict[str, object]()
    try:
        task, fingerprint = ordered_task(order)
        order.unlink(missing_ok=True)
        options = installed_options(Path(CONSOLE[0].path)) or ("--console",)
        says = MaintenanceRunner(RunningSystem(), LocalHost(options)).do(task, fingerprint)
        code = 0
    except (MeierboxError, OSError) as error:
        says = error.message if isinstance(error, MeierboxError) else message("It failed ({error}).", error=str(error))
        code = 1
        if isinstance(error, UnsignedBundleError):
            told["unsigned"] = error.fingerprint
    print(says, flush=True)
    result.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write(result, json.dumps({**told, "says": to_json(says)}) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
