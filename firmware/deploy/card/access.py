"""Access to the machine: a user, SSH, Wi-Fi and the host name, unless cloud-init has set them up."""

import re
from pathlib import Path

from firmware.config import atomic_files
from firmware.deploy.accounts import Accounts
from firmware.deploy.card.choices import CardChoices
from firmware.deploy.card.system import CardSystem

CONNECTION = "/etc/NetworkManager/system-connections/meierbox.nmconnection"
NETPLAN = "/etc/netplan"


def let_in(choices: CardChoices, system: CardSystem) -> None:
    """Applies the choices; settings already in force stay."""
    _user(choices, system)
    _hostname(choices, system)
    if choices.wifi_name and not any(system.at(NETPLAN).glob("*cloud-init*")):
        join_wifi(system, choices.wifi_name, choices.wifi_key)
    if choices.remote and system.at("/usr/sbin/sshd").exists():
        system.ask(["systemctl", "enable", "ssh.service"])
        if choices.ssh_keys:
            folder = system.at("/etc/ssh/sshd_config.d")
            folder.mkdir(parents=True, exist_ok=True)
            atomic_files.write(folder / "10-meierbox.conf", "PasswordAuthentication no\n")
    # It would ask for a user on the box's screen.
    unit = "userconfig.service"
    if any(system.at(place).joinpath(unit).exists() for place in ("/usr/lib/systemd/system", "/etc/systemd/system")):
        system.ask(["systemctl", "disable", unit])
        system.at("/etc/ssh/sshd_config.d/rename_user.conf").unlink(missing_ok=True)


def _user(choices: CardChoices, system: CardSystem) -> None:
    accounts = Accounts(system.at("/"))
    if accounts.user(choices.user) is None:
        there = accounts.group_names()
        groups = [
            name for name in ("adm", "sudo", "video", "render", "input", "audio", "gpio", "netdev") if name in there
        ]
        system.ask(["useradd", "--create-home", "--shell", "/bin/bash", "--groups", ",".join(groups), choices.user])
    if choices.password:
        system.ask(["chpasswd", "--encrypted"], f"{choices.user}:{choices.password}\n")
    if choices.ssh_keys:
        home = system.at(f"/home/{choices.user}/.ssh")
        home.mkdir(parents=True, exist_ok=True)
        keys = home / "authorized_keys"
        before = keys.read_text("utf-8").splitlines() if keys.exists() else []
        atomic_files.write(keys, "".join(f"{key}\n" for key in dict.fromkeys((*before, *choices.ssh_keys))), 0o600)
        home.chmod(0o700)
        system.ask(["chown", "--recursive", f"{choices.user}:", str(home)])


def _hostname(choices: CardChoices, system: CardSystem) -> None:
    name, hosts = system.at("/etc/hostname"), system.at("/etc/hosts")
    if _read(name).strip() == choices.hostname:
        return
    atomic_files.write(name, f"{choices.hostname}\n")
    kept = [line for line in _read(hosts).splitlines() if not re.match(r"127\.0\.1\.1\s", line)]
    atomic_files.write(hosts, "\n".join([*kept, f"127.0.1.1\t{choices.hostname}"]) + "\n")


def join_wifi(system: CardSystem, name: str, key: str) -> None:
    """Has NetworkManager join a Wi-Fi network; `key` is its WPA key, "" for an open network."""
    path = system.at(CONNECTION)
    path.parent.mkdir(parents=True, exist_ok=True)
    security = f"\n[wifi-security]\nkey-mgmt=wpa-psk\npsk={key}\n" if key else ""
    ssid = ";".join(str(byte) for byte in name.encode()) + ";"
    text = (
        "[connection]\nid=meierbox\ntype=wifi\nautoconnect=true\n\n"
        f"[wifi]\nmode=infrastructure\nssid={ssid}\n{security}\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    )
    atomic_files.write(path, text, 0o600)


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""
