"""The files on the boot partition that the system itself reads: cloud-init's seed, firstrun.sh, cmdline.txt.

Pure text. Current images (from October 2025, Debian trixie) run cloud-init with its NoCloud seed on the boot partition;
older ones (bookworm) run the script that the kernel's command line names. Either has systemd run the set-up.
"""

import json
from typing import Any

from firmware.deploy.card.choices import CardChoices
from firmware.rules.message import message
from firmware.texts import Texts

BOOT = "/boot/firmware"
FOLDER = "meierbox"
"""The folder on the boot partition with the release, the packages and the choices."""
DONE = f"{BOOT}/{FOLDER}/done"
"""Exists once the card is set up; it is on the boot partition, since a read-only system forgets other writes."""
DAMAGED = message("The copy of the meierbox folder on this card is damaged: copy it to the card again.")
QUIET = ("quiet", "loglevel=3", "logo.nologo", "vt.global_cursor_default=0", "consoleblank=0")
READ_ONLY = "overlayroot=tmpfs:recurse=0"
"""`recurse=0` keeps the journal's partition out of the overlay: what lies in memory is lost at every power cut."""
_PLAIN = (
    "console=serial0,115200",
    "console=tty1",
    "root=/dev/mmcblk0p2",
    "rootfstype=ext4",
    "fsck.repair=yes",
    "rootwait",
)
_FIRSTRUN = (
    f"systemd.run={BOOT}/firstrun.sh",
    "systemd.run_success_action=reboot",
    "systemd.unit=kernel-command-line.target",
)
# Both would give the whole card to the system before there is room for the journal.
_RESIZING = ("resize", "init=/usr/lib/raspberrypi-sys-mods/firstboot", "init=/usr/lib/raspi-config/init_resize.sh")
_GROUPS = "adm,dialout,audio,video,plugdev,games,users,input,render,netdev,gpio,sudo"
_CONFIG = (
    "# meierbox: no rainbow picture at the start, and drawing by KMS",
    "[all]",
    "disable_splash=1",
    "dtoverlay=vc4-kms-v3d",
    "dtparam=watchdog=on",
    "camera_auto_detect=1",
    "# meierbox: end",
)


def user_data(choices: CardChoices) -> str:
    """Returns cloud-init's user-data; JSON is YAML, and quotes every string safely."""
    user: dict[str, Any] = {"name": choices.user, "gecos": "keeper of the box", "groups": _GROUPS, "shell": "/bin/bash"}
    user["lock_passwd"] = not choices.password
    if choices.password:
        user |= {"passwd": choices.password, "sudo": "ALL=(ALL) ALL"}
    else:
        user["sudo"] = "ALL=(ALL) NOPASSWD:ALL"
    if choices.ssh_keys:
        user["ssh_authorized_keys"] = list(choices.ssh_keys)
    content: dict[str, Any] = {
        "hostname": choices.hostname,
        "manage_etc_hosts": True,
        "users": [user],
        "ssh_pwauth": choices.ssh and not choices.ssh_keys,
        # The screen belongs to the progress of the set-up.
        "output": {"all": ">> /var/log/cloud-init-output.log"},
        "no_ssh_fingerprints": True,
        "ssh": {"emit_keys_to_console": False},
        # The set-up divides the card itself: cloud-init would leave no room for the journal.
        "growpart": {"mode": "off"},
        "resize_rootfs": False,
        # At every start until all is done, so that a power cut in the first one does no harm.
        "bootcmd": [["sh", f"{BOOT}/{FOLDER}/begin.sh", "--start"]],
    }
    return "#cloud-config\n" + json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def meta_data(instance: str) -> str:
    """Returns cloud-init's meta-data; another instance makes it configure the system once more."""
    return f"dsmode: local\ninstance-id: {instance}\n"


def network_config(choices: CardChoices) -> str:
    """Returns the network for netplan: a cable works by itself, and the Wi-Fi that was chosen."""
    network: dict[str, Any] = {
        "version": 2,
        "ethernets": {"eth0": {"dhcp4": True, "optional": True}},
    }
    if choices.wifi_name:
        point: dict[str, str] = {"password": choices.wifi_key} if choices.wifi_key else {}
        network["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": choices.country,
                "access-points": {choices.wifi_name: point},
            }
        }
    return json.dumps({"network": network}, indent=1, ensure_ascii=False) + "\n"


def command_line(choices: CardChoices, before: str = "", *, older: bool = False) -> str:
    """Returns cmdline.txt for the first start: `before` is the image's own, whose root and consoles stay.

    >>> command_line(CardChoices(), "console=tty1 root=PARTUUID=1-02 rootwait resize").split()[1:3]
    ['root=PARTUUID=1-02', 'rootwait']
    """
    words = [word for word in before.split() or _PLAIN if word not in (*_RESIZING, *_FIRSTRUN)]
    return _joined((*words, *QUIET, f"cfg80211.ieee80211_regdom={choices.country}", *(_FIRSTRUN if older else ())))


def final_command_line(before: str, *, read_only: bool) -> str:
    """Returns cmdline.txt for all later starts."""
    words = [word for word in before.split() if word not in (*_FIRSTRUN, *_RESIZING)]
    return _joined((*words, *QUIET, *((READ_ONLY,) if read_only else ())))


def final_config(before: str) -> str:
    """Returns config.txt with our lines at its end, once."""
    start, end = _CONFIG[0], _CONFIG[-1]
    head, _, rest = before.partition(start)
    after = rest.partition(end)[2] if rest else ""
    kept = (head.rstrip("\n") + "\n" + after.lstrip("\n")).strip("\n")
    return (kept + "\n\n" if kept else "") + "\n".join(_CONFIG) + "\n"


def begin_script() -> str:
    """Returns the script that has systemd set the card up: at once with `--start`, else from the next start on."""
    return f"""#!/bin/sh
# Has systemd set this card up as a meierbox; run by cloud-init at every start until that is done, or by firstrun.sh.
set -eu
here={BOOT}/{FOLDER}
[ ! -e {DONE} ] || exit 0
units=/etc/systemd/system
cp "$here/meierbox-setup.service" "$units/.meierbox-setup.new"
mkdir -p "$units/multi-user.target.wants"
sync
mv "$units/.meierbox-setup.new" "$units/meierbox-setup.service"
ln -sfn ../meierbox-setup.service "$units/multi-user.target.wants/meierbox-setup.service"
sync
if [ "${{1-}}" = --start ]; then
    systemctl daemon-reload
    systemctl start --no-block meierbox-setup.service
fi
"""


def firstrun_script() -> str:
    """Returns what an image without cloud-init runs at its first start; then the machine restarts."""
    words = " ".join(_FIRSTRUN)
    return f"""#!/bin/sh
# The first start of an older image: has systemd set the card up from the next start on.
set +e
sh {BOOT}/{FOLDER}/begin.sh || exit 0
sed 's| {words}||' {BOOT}/cmdline.txt >{BOOT}/cmdline.new && sync && mv {BOOT}/cmdline.new {BOOT}/cmdline.txt
sync
exit 0
"""


def setup_unit(digest: str, language: str = "en") -> str:
    """Returns the service that sets the card up; `digest` is the SHA-256 of the release, which may be copied badly.

    It counts as started at once (`Type=exec`), as cloud-init ends only when everything has started, and this waits.
    """
    release = f"{BOOT}/{FOLDER}/release.zip"
    check = f"echo '{digest}  {release}' | sha256sum --check --status"
    damaged = f"echo '{Texts(language).render(DAMAGED)}' >/dev/tty1; exit 1"
    return f"""[Unit]
Description=Set this card up as a meierbox
ConditionPathExists=!{DONE}
RequiresMountsFor={BOOT} /var/lib
Conflicts=getty@tty1.service userconfig.service
After=getty@tty1.service systemd-user-sessions.service

[Service]
Type=exec
ExecStartPre=/bin/sh -c "{check} || {{ {damaged}; }}"
ExecStart=/usr/bin/python3 -P -B -m firmware.deploy.card
Environment=PYTHONPATH={release} PYTHONNOUSERSITE=1 HOME=/root DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8
WorkingDirectory=/
TimeoutStartSec=infinity
TTYPath=/dev/tty1
TTYReset=yes
StandardInput=tty-force
StandardOutput=tty
StandardError=journal

[Install]
WantedBy=multi-user.target
"""


def _joined(words: tuple[str, ...]) -> str:
    return " ".join(dict.fromkeys(words)) + "\n"
