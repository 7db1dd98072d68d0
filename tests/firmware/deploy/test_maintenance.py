"""What root does for the screen of the box."""

from pathlib import Path

import pytest

from firmware.app.appliance import Appliance
from firmware.deploy.errors import DeployError
from firmware.deploy.maintenance import MaintenanceRunner, main, ordered_task
from firmware.doctor.machine import Machine
from firmware.table.maintenance_port import Task
from tests.firmware.deploy.card.fresh_card import FakeCard, fresh_machine
from tests.firmware.deploy.installed_box import make_bundle


def keeper(root: Path) -> tuple[MaintenanceRunner, FakeCard]:
    card = FakeCard(root)
    return MaintenanceRunner(card, fresh_machine(root), root), card


def test_an_order_is_one_of_a_few_words(tmp_path: Path) -> None:
    order = tmp_path / "maintenance"
    box = Appliance(Machine(tmp_path), str(order), tmp_path)
    for task in Task:
        assert box.order(task) is None
        assert ordered_task(order) is task
    order.write_text("update --unsigned; rm -rf /\n")
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
