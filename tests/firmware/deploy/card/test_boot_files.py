"""The content of the folder for a boot partition, for both kinds of images."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.deploy.card.boot_files import FOLDER, QUIET, READ_ONLY, command_line, final_command_line, final_config
from firmware.deploy.card.choices import CardChoices, read_choices, wifi_key
from firmware.deploy.card.package_pool import PACKAGES
from firmware.deploy.errors import CardError
from tests.firmware.deploy.card.fresh_card import HASHED, build_folder

CHOICES = CardChoices(password=HASHED, ssh_keys=("ssh-ed25519 AAAAC3Nz astrid@laptop",), wifi_name='a "b" ü')
IMAGE = "console=serial0,115200 console=tty1 root=PARTUUID=2fed7fee-02 rootfstype=ext4 fsck.repair=yes rootwait resize"


def test_a_current_image_is_seeded_for_cloud_init(tmp_path: Path) -> None:
    build_folder(tmp_path, tmp_path / "boot", CHOICES)
    boot = tmp_path / "boot"
    assert {path.name for path in boot.iterdir()} == {
        "cmdline.txt",
        FOLDER,
        "meta-data",
        "network-config",
        "ssh",
        "user-data",
    }
    first, _, rest = (boot / "user-data").read_text().partition("\n")
    assert first == "#cloud-config"
    content = json.loads(rest)
    assert content["users"][0]["passwd"] == HASHED
    assert content["users"][0]["ssh_authorized_keys"] == list(CHOICES.ssh_keys)
    assert content["ssh_pwauth"] is False
    assert content["growpart"] == {"mode": "off"}, "cloud-init would leave no room for the journal"
    assert 'a "b" ü' in json.loads((boot / "network-config").read_text())["network"]["wifis"]["wlan0"]["access-points"]
    assert "systemd.run" not in (boot / "cmdline.txt").read_text()


def test_an_older_image_runs_firstrun_once(tmp_path: Path) -> None:
    boot = tmp_path / "boot"
    boot.mkdir()
    (boot / "cmdline.txt").write_text(IMAGE.replace(" resize", " init=/usr/lib/raspberrypi-sys-mods/firstboot") + "\n")
    build_folder(tmp_path, boot, CHOICES, "bookworm")
    line = (boot / "cmdline.txt").read_text()
    assert "root=PARTUUID=2fed7fee-02" in line
    assert "firstboot" not in line
    assert (boot / "userconf.txt").read_text() == f"keeper:{HASHED}\n"
    # The script removes its own words from the line; here it runs on a boot partition elsewhere.
    script = (boot / "firstrun.sh").read_text().replace("/boot/firmware", str(boot))
    words = re.sub("/boot/firmware", str(boot), line)
    (boot / "cmdline.txt").write_text(words)
    (boot / FOLDER / "begin.sh").write_text("exit 0\n")
    subprocess.run(["sh", "-c", script], check=True)
    assert "systemd." not in (boot / "cmdline.txt").read_text()
    assert "rootwait" in (boot / "cmdline.txt").read_text()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_the_scripts_are_sound(tmp_path: Path) -> None:
    build_folder(tmp_path, tmp_path / "boot", CHOICES, "bookworm")
    for script in ("firstrun.sh", f"{FOLDER}/begin.sh"):
        subprocess.run(["shellcheck", tmp_path / "boot" / script], check=True)


def test_the_copy_of_the_release_is_checked_before_it_runs(tmp_path: Path) -> None:
    own = build_folder(tmp_path, tmp_path / "boot", CHOICES)
    digest = hashlib.sha256((own / "release.zip").read_bytes()).hexdigest()
    assert digest in (own / "meierbox-setup.service").read_text()


def test_the_image_does_not_take_the_whole_card_before_the_journal_has_its_part() -> None:
    assert "resize" not in command_line(CHOICES, IMAGE).split()
    assert command_line(CHOICES).split().count("quiet") == 1


def test_files_of_the_firmware_are_the_same_however_often_they_are_written() -> None:
    line = final_command_line(command_line(CHOICES, IMAGE, older=True), read_only=True)
    assert final_command_line(line, read_only=True) == line
    assert {*QUIET, READ_ONLY, "root=PARTUUID=2fed7fee-02"} <= set(line.split())
    assert "systemd.run" not in line
    config = final_config("dtparam=audio=on\n\n[cm4]\notg_mode=1\n")
    assert final_config(config) == config
    # Our lines apply to every model, whatever section comes before.
    assert config.index("[all]") > config.index("[cm4]")


@pytest.mark.parametrize(
    "choices",
    [
        {"hostname": "two words"},
        {"user": "Root!"},
        {"password": "plain"},
        {"country": "de"},
        {"journal_mb": 1},
        {"wifi_name": "x" * 33},
        {"ssh_keys": ("ssh-ed25519 AAAA\nssh-rsa BBBB",)},
    ],
)
def test_what_would_fail_on_the_pi_is_refused_before(choices: dict[str, object]) -> None:
    with pytest.raises(CardError, match="does not work as"):
        CardChoices(**choices)  # type: ignore[arg-type]


def test_choices_survive_being_written(tmp_path: Path) -> None:
    (tmp_path / "choices.toml").write_text(CHOICES.written())
    assert read_choices(tmp_path / "choices.toml") == CHOICES
    (tmp_path / "choices.toml").write_text("hostname = 3\n")
    with pytest.raises(CardError, match="cannot be read"):
        read_choices(tmp_path / "choices.toml")


def test_a_short_passphrase_is_refused() -> None:
    with pytest.raises(CardError, match="8 to 63"):
        wifi_key("Tavern", "short")


def test_the_pool_holds_what_the_launcher_asks_for() -> None:
    launcher = (Path(__file__).parents[4] / "meierbox").read_text()
    listed = re.search(r"for package in ([^;]*);", launcher)
    assert listed is not None
    assert listed[1].replace("\\", " ").split() == list(PACKAGES)
