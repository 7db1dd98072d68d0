"""Root's side of the maintenance screen."""

import json
from pathlib import Path

import pytest

from firmware.app.appliance import Appliance
from firmware.deploy.errors import DeployError, UnsignedBundleError
from firmware.deploy.maintenance import MaintenanceRunner, main, ordered_task
from firmware.doctor.machine import Machine
from firmware.table.maintenance_port import Task
from tests.firmware.deploy.card.fresh_card import FakeCard, fresh_machine
from tests.firmware.deploy.installed_box import make_bundle

FINGERPRINT = "e3b0-c442-98fc-1c14-9afb-f4c8-996f-b924"


def keeper(root: Path) -> tuple[MaintenanceRunner, FakeCard]:
    card = FakeCard(root)
    return MaintenanceRunner(card, fresh_machine(root), root), card


def test_an_order_is_one_of_a_few_words(tmp_path: Path) -> None:
    order = tmp_path / "maintenance"
    box = Appliance(Machine(tmp_path), str(order), tmp_path)
    for task in Task:
        fingerprint = FINGERPRINT if task is Task.UPDATE_UNSIGNED else ""
        assert box.order(task, fingerprint) is None
        assert ordered_task(order) == (task, fingerprint)
    wrong = (
        "update --unsigned; rm -rf /",
        "update-unsigned",
        f"update {FINGERPRINT}",
        f"update-unsigned {'x' * 39}",
        "",
    )
    for words in wrong:
        order.write_text(f"{words}\n")
        with pytest.raises(DeployError, match="cannot be read"):
            ordered_task(order)
    (tmp_path / "secret").write_text("update\n")
    order.unlink()
    order.symlink_to(tmp_path / "secret")
    with pytest.raises(DeployError, match="cannot be read"):
        ordered_task(order)


def test_the_screen_takes_no_release_that_nobody_signed(tmp_path: Path) -> None:
    stick = tmp_path / "media/astrid/STICK"
    stick.mkdir(parents=True)
    make_bundle(stick, machines=("3.13 aarch64",))
    with pytest.raises(DeployError, match="Nobody vouches for"):
        keeper(tmp_path)[0].do(Task.UPDATE)


def test_where_there_is_no_key_the_screen_takes_the_one_bundle_whose_fingerprint_was_confirmed(tmp_path: Path) -> None:
    stick = tmp_path / "media/astrid/STICK"
    stick.mkdir(parents=True)
    bundle = make_bundle(stick, machines=("3.13 aarch64",))
    runner = keeper(tmp_path)[0]
    with pytest.raises(UnsignedBundleError) as refused:
        runner.do(Task.UPDATE)
    assert "below only if its maker tells you" in str(refused.value)
    with pytest.raises(DeployError, match="has the fingerprint"):
        runner.do(Task.UPDATE_UNSIGNED, FINGERPRINT)
    with pytest.raises(DeployError, match="no installed box"):  # as far as possible on a computer that is not a box
        runner.do(Task.UPDATE_UNSIGNED, refused.value.fingerprint)
    key = tmp_path / "etc/meierbox-release.pub"
    key.parent.mkdir(exist_ok=True)
    key.write_text("whose it is")
    with pytest.raises(DeployError, match="is not signed by the owner"):
        runner.do(Task.UPDATE_UNSIGNED, refused.value.fingerprint)
    assert bundle.exists()


def test_the_box_learns_which_bundle_was_refused(tmp_path: Path) -> None:
    box = Appliance(Machine(tmp_path), str(tmp_path / "maintenance"), tmp_path)
    assert (box.state().refused, box.state().vouched) == ("", True)
    result = tmp_path / "run/meierbox-maintenance/result"
    result.parent.mkdir(parents=True)
    result.write_text(json.dumps({"says": "Nobody vouches for it", "unsigned": FINGERPRINT}))
    release = tmp_path / "usr/local/lib/meierbox/releases/0.2.0-1a2b3c4"
    release.mkdir(parents=True)
    (release / "UNSIGNED").touch()
    (release.parents[1] / "current").symlink_to(release)
    assert (box.state().refused, box.state().vouched) == (FINGERPRINT, False)


def test_the_wifi_is_joined_by_a_file_on_a_drive(tmp_path: Path) -> None:
    stick = tmp_path / "media/astrid/STICK"
    stick.mkdir(parents=True)
    (stick / "wifi.txt").write_text("Tavern upstairs\nale and bread\n")
    does, card = keeper(tmp_path)
    assert "has joined the Wi-Fi Tavern upstairs" in str(does.do(Task.WIFI_ON))
    path = tmp_path / "etc/NetworkManager/system-connections/meierbox.nmconnection"
    assert path.stat().st_mode & 0o777 == 0o600
    assert "ale and bread" not in path.read_text(), "only the key that WPA makes of it is kept"
    assert card.asked[-1] == ("nmcli", "--wait", "60", "connection", "up", "meierbox")


def test_a_plain_pi_no_longer_starts_the_box(tmp_path: Path) -> None:
    does, card = keeper(tmp_path)
    does.do(Task.PLAIN_PI)
    assert card.asked[0][:2] == ("systemctl", "disable")
    assert "meierbox.service" in card.asked[0]


def test_how_a_task_ended_can_be_read_by_the_box(tmp_path: Path) -> None:
    order, result = tmp_path / "maintenance", tmp_path / "run/meierbox-maintenance/result"
    order.write_text("dance\n")
    assert main([str(order), str(result)]) == 1
    said = Appliance(Machine(tmp_path), str(order), tmp_path).result()
    assert "choose it again on the screen" in str(said)
    result.write_text("{torn")
    assert Appliance(Machine(tmp_path), str(order), tmp_path).result() is None
