"""Watches a card set itself up in an emulated 64-bit Arm computer, with power cuts, and looks at the box that results.

    sudo .venv/bin/python .ci/first_boot.py WORK --folder FOLDER [--cut STEP:SECONDS]… [--older] [--memory MB]

FOLDER is what `meierbox card` has built; WORK keeps the emulated system, the card and pictures of the screen. `--cut
packages:20` kills the emulator (kill -9) 20 seconds into that step. The box that results is started twice, the first
time cut off while it runs; a screen that stays black is a failure. The second time keys are pressed, and it prints
which of them change the picture. Emulated are: Debian (trixie, or bookworm without cloud-init with `--older`), with
cloud-init configured as on Raspberry Pi OS; a card behind an SDHCI controller, divided as the official image; firmware
that passes cmdline.txt on and, once the card is set up, the initrd that its system has made. Not emulated are the Pi's
own packages, firmware, kernel, camera, pins and Wi-Fi; build FOLDER without packages that only Raspberry Pi's archive
has, and from Debian's archive. Needs root, the network, and mmdebstrap, arch-test, qemu-user-static, qemu-system-arm,
mtools, dosfstools, fdisk and e2fsprogs. On a busy computer run it with `nice -n -10`: what takes systemd longer than 90
seconds counts as missing.
"""

import argparse
import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import cv2

PROJECT = Path(__file__).parents[1]
BOOT_MB, SYSTEM_MB, CARD_MB = 512, 2400, 8192
FIRST_SECTOR = 8192
INCLUDED = (
    "systemd,systemd-sysv,udev,dbus,linux-image-arm64,initramfs-tools,network-manager,openssh-server,sudo,python3,fdisk,"
    "e2fsprogs,dosfstools,kmod,login,passwd,procps,iproute2,wpasupplicant"
)
SEED = """datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware/
ssh_deletekeys: false
"""
PASSWORD = "tavern"
PAUSE = Event()
PATIENCE_SECONDS = 1800
QUESTIONS = (
    "findmnt /; findmnt /var/lib/meierbox; findmnt /boot/firmware",
    "systemctl is-active meierbox; systemctl is-system-running; systemctl --failed --no-legend",
    "cat /proc/cmdline; systemd-analyze; systemctl show --property=RuntimeWatchdogUSec",
    "sudo ls -la /var/lib/meierbox; ls /usr/local/lib/meierbox/releases",
    "sudo journalctl -b -u meierbox --no-pager | tail -n 5; free -m",
)
"""The commands sent to the box on its serial line."""
KEYS = (("ret",), ("ret",), ("down",), ("up",), ("ret",), ("ctrl", "alt", "f2"), ("ctrl", "alt", "f1"))
"""The keys pressed one after the other on the box's keyboard."""
KEY_SECONDS = 180
"""How long a slow emulated computer may take to answer a key."""


def run(*words: str | Path, stdin: str | None = None) -> str:
    """Runs a program; exits if it fails."""
    done = subprocess.run(
        list(map(str, words)), input=stdin, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        sys.exit(f"first_boot: {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def make_system(work: Path, *, older: bool) -> Path:
    """Makes the system of a freshly flashed card, once; returns its folder."""
    suite = "bookworm" if older else "trixie"
    folder = work / suite
    if not folder.exists():
        included = INCLUDED if older else f"{INCLUDED},cloud-init,cloud-guest-utils,netplan.io"
        archive = work / f"{suite}.tar"
        if not archive.exists():
            run("mmdebstrap", "--arch=arm64", "--variant=apt", f"--include={included}", suite, archive)
        unpacked = work / f"{suite}.new"
        unpacked.mkdir(exist_ok=True)
        run("tar", "-x", "-p", "--numeric-owner", "-C", unpacked, "-f", archive)
        unpacked.rename(folder)
    (folder / "boot/firmware").mkdir(exist_ok=True)
    (folder / "etc/fstab").write_text(
        "proc /proc proc defaults 0 0\nPARTUUID=2fed7fee-01 /boot/firmware vfat defaults 0 2\n"
        "PARTUUID=2fed7fee-02 / ext4 defaults,noatime 0 1\n"
    )
    (folder / "etc/hostname").write_text("raspberrypi\n")
    if not older:
        (folder / "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg").write_text(SEED)
    return folder


def make_card(work: Path, system: Path, folder: Path) -> Path:
    """Makes the card as flashed, with the folder copied to its boot partition."""
    card, boot, root = work / "card.img", work / "boot.img", work / "root.img"
    for path, size in ((card, CARD_MB), (boot, BOOT_MB), (root, SYSTEM_MB)):
        path.unlink(missing_ok=True)
        run("truncate", "-s", f"{size}M", path)
    run("mkfs.vfat", "-F", "32", "-n", "bootfs", boot)
    (work / "config.txt").write_text("dtparam=audio=on\n[all]\nenable_uart=1\n")
    run("mcopy", "-i", boot, work / "config.txt", "::config.txt")
    for path in sorted(folder.iterdir()):
        run("mcopy", "-o", "-s", "-i", boot, path, f"::{path.name}")
    run("mke2fs", "-q", "-t", "ext4", "-L", "rootfs", "-d", system, root)
    second = FIRST_SECTOR + BOOT_MB * 2048
    table = f"label: dos\nlabel-id: 0x2fed7fee\n{FIRST_SECTOR} {BOOT_MB * 2048} c\n{second} {SYSTEM_MB * 2048} 83\n"
    run("sfdisk", "-q", card, stdin=table)
    for part, at in ((boot, FIRST_SECTOR), (root, second)):
        run("dd", f"if={part}", f"of={card}", "bs=1M", f"seek={at // 2048}", "conv=notrunc,sparse")
        part.unlink()
    return card


def initrd_of(work: Path, card: Path, name: str) -> Path:
    """Copies the initrd that the card's system has made, as the firmware of a Pi loads that one.

    Only for a system that was shut down: the journal of its file system is not replayed.
    """
    path, start = work / "initrd.img", (FIRST_SECTOR + BOOT_MB * 2048) * 512
    path.unlink(missing_ok=True)
    run("debugfs", "-R", f"dump /boot/{name} {path}", f"{card}?offset={start}")
    if not path.exists() or not path.stat().st_size:
        sys.exit(f"first_boot: /boot/{name} cannot be read from the card")
    return path


def on_boot_partition(card: Path, name: str) -> str:
    """Reads a file of the boot partition; "" if there is none."""
    words = ["mtype", "-i", f"{card}@@{FIRST_SECTOR * 512}", f"::{name}"]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False).stdout


class EmulatedComputer:
    """The emulated computer while it is on."""

    def __init__(self, work: Path, kernel: Path, initrd: Path, card: Path, memory: int) -> None:
        """Turns it on."""
        self.work, self._control, self._lines = work, work / "control", work / "serial"
        for path in (self._control, self._lines):
            path.unlink(missing_ok=True)
        line = on_boot_partition(card, "cmdline.txt").strip().replace("serial0", "ttyAMA0")
        print(f"first_boot: on, with {line}", flush=True)
        self.process = subprocess.Popen(
            [
                *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2"),
                *("-m", str(memory), "-no-reboot", "-display", "none", "-nic", "none"),
                *("-device", "bochs-display", "-device", "qemu-xhci", "-device", "usb-kbd"),
                *("-device", "sdhci-pci", "-device", "sd-card,drive=card"),
                *("-drive", f"if=none,id=card,format=raw,file={card}"),
                *("-serial", f"unix:{self._lines},server=on,wait=off"),
                *("-qmp", f"unix:{self._control},server=on,wait=off"),
                *("-kernel", str(kernel), "-initrd", str(initrd), "-append", line),
            ]
        )
        self.since = time.monotonic()

    @property
    def on(self) -> bool:
        """Whether it is still on."""
        return self.process.poll() is None

    def picture(self, name: str) -> None:
        """Takes a picture of the screen."""
        path = self.work / f"{name}.png"
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self._control))
            with control.makefile("rw") as file:
                for order in ({"execute": "qmp_capabilities"}, _screendump(path)):
                    file.write(json.dumps(order) + "\n")
                    file.flush()
                    while "return" not in (said := json.loads(file.readline())) and "error" not in said:
                        pass

    def shows_a_picture(self) -> bool:
        """Returns whether most of the screen is not black, as it is with a console or without a picture."""
        self.picture("now")
        seen = cv2.imread(str(self.work / "now.png"))
        return seen is not None and bool((seen.max(axis=2) > 8).mean() > 0.5)

    def changes_after(self, *names: str) -> bool:
        """Presses keys together and returns whether the picture changes in time."""
        self.picture("now")
        before, pressed = cv2.imread(str(self.work / "now.png")), time.monotonic()
        self.keys(*names)
        while time.monotonic() - pressed < KEY_SECONDS:
            PAUSE.wait(2)
            self.picture("now")
            after = cv2.imread(str(self.work / "now.png"))
            if after is not None and (before is None or before.shape != after.shape or (before != after).mean() > 0.01):
                return True
        return False

    def keys(self, *names: str) -> None:
        """Presses keys together."""
        pressed = [{"type": "qcode", "data": name} for name in names]
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self._control))
            with control.makefile("rw") as file:
                send = {"execute": "send-key", "arguments": {"keys": pressed}}
                for order in ({"execute": "qmp_capabilities"}, send):
                    file.write(json.dumps(order) + "\n")
                    file.flush()
                    while "return" not in (said := json.loads(file.readline())) and "error" not in said:
                        pass

    def ask(self, *commands: str) -> str:
        """Logs in on the serial line, runs commands and returns what they printed."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._lines))
            line.settimeout(120)
            seen = _until(line, "\n", "login: ")
            for order, answer in (("keeper\n", "Password: "), (f"{PASSWORD}\n", "$ ")):
                seen += _until(line, order, answer)
            unpaged = "export SYSTEMD_PAGER=cat"
            for command in (unpaged, f"echo {PASSWORD} | sudo -S -p '' true", *commands):
                seen += _until(line, f"{command}; echo END-'OF'-COMMAND\n", "END-OF-COMMAND")
            return seen + _until(line, "exit\n", "login: ")

    def off(self) -> None:
        """Cuts the power."""
        self.process.kill()
        self.process.wait()


def _screendump(path: Path) -> dict[str, object]:
    return {"execute": "screendump", "arguments": {"filename": str(path), "format": "png"}}


def _until(line: socket.socket, order: str, answer: str) -> str:
    line.sendall(order.encode())
    seen = ""
    while answer not in seen:
        seen += line.recv(4096).decode(errors="replace")
    return seen


def steps_done(card: Path) -> list[str]:
    """Lists the steps that the log on the boot partition reports as done since this start, and any failures."""
    return on_boot_partition(card, "meierbox/log.txt").splitlines()


def main() -> None:
    """Sets a card up, with the requested cuts, and inspects the box."""
    parser = argparse.ArgumentParser(description="Watch a card set itself up in an emulated computer.")
    parser.add_argument("work", type=Path)
    parser.add_argument("--folder", type=Path, required=True, help="what `meierbox card` has built")
    parser.add_argument("--cut", action="append", default=[], metavar="STEP:SECONDS", help="cut the power there")
    parser.add_argument("--older", action="store_true", help="bookworm, without cloud-init")
    parser.add_argument("--memory", type=int, default=512, help="MB (default: 512, as a Zero 2 W has)")
    args = parser.parse_args()
    work = args.work.absolute()
    work.mkdir(exist_ok=True)
    system = make_system(work, older=args.older)
    card = make_card(work, system, args.folder)
    cuts = [cut.partition(":")[::2] for cut in args.cut]
    order = re.findall(r'SetupStep\("(\w+)"', (PROJECT / "firmware/deploy/card/setup.py").read_text())
    started, looks = time.monotonic(), 0
    kernel, initrd = (max((system / "boot").glob(f"{name}-*")) for name in ("vmlinuz", "initrd.img"))
    for start in range(1, 20):
        finished = bool(on_boot_partition(card, "meierbox/done"))
        if finished and initrd.parent != work:
            initrd = initrd_of(work, card, initrd.name)
        machine = EmulatedComputer(work, kernel, initrd, card, args.memory)
        begun, reached, pictured = time.monotonic(), -1, 0.0
        while machine.on:
            PAUSE.wait(2)
            log = steps_done(card)
            done = max(
                (order.index(line.partition(":")[0]) for line in log if line.partition(":")[0] in order), default=-1
            )
            if done != reached:
                reached, begun = done, time.monotonic()
                print(
                    f"first_boot: {time.monotonic() - started:5.0f} s, start {start}: {log[-1] if log else ''}",
                    flush=True,
                )
            if not finished and time.monotonic() - begun > PATIENCE_SECONDS:
                machine.picture(f"start{start}-stopped")
                machine.off()
                sys.exit(f"first_boot: no step was finished for half an hour: {log[-1] if log else ''}")
            if time.monotonic() - pictured > 30:
                pictured = time.monotonic()
                machine.picture(f"start{start}-{int(pictured - machine.since):04}")
            here = order[min(reached + 1, len(order) - 1)]
            if cuts and not finished and cuts[0][0] == here and time.monotonic() - begun > float(cuts[0][1]):
                machine.picture(f"start{start}-cut-{here}")
                print(f"first_boot: power cut {time.monotonic() - begun:.0f} s into {here}", flush=True)
                cuts.pop(0)
                machine.off()
            if finished and (machine.shows_a_picture() or time.monotonic() - machine.since > PATIENCE_SECONDS):
                looks += 1
                machine.picture(f"box{looks}")
                print(f"first_boot: {time.monotonic() - started:5.0f} s, start {start}: the box after", end=" ")
                print(f"{time.monotonic() - machine.since:.0f} s", flush=True)
                for number, names in enumerate(KEYS if looks == 2 else (), 1):
                    answered = machine.changes_after(*names)
                    PAUSE.wait(5)
                    machine.picture(f"key{number}-{'-'.join(names)}")
                    print(
                        f"first_boot: {'-'.join(names)}: {'the picture changed' if answered else 'nothing'}", flush=True
                    )
                print(machine.ask(*QUESTIONS), flush=True)
                drawn = machine.shows_a_picture()
                machine.off()
                if not drawn:
                    sys.exit("first_boot: the box's screen is black")
                if looks == 2:
                    return


if __name__ == "__main__":
    main()
