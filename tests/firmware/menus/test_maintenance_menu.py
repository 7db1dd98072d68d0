"""Maintenance on the box's own screen: reached from the settings; every task asks for confirmation."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware.app.navigation import open_table, word_list
from firmware.config.settings import Preferences
from firmware.journal.database import Journal
from firmware.menus.maintenance_menu import MachineReportMode, MaintenanceConfirmationMode, MaintenanceMode
from firmware.rules.message import Message, literal
from firmware.table.context import Equipment
from firmware.table.maintenance_port import CheckResult, MaintenancePort, MaintenanceState, NoMaintenance, Task
from firmware.table.table import Table
from tests.firmware.evening import Evening, labels_of, notice_of, rows_of
from tests.firmware.menus.test_settings_menu import to_row


@dataclass(slots=True)
class FakeMaintenance:
    """A box that records its orders."""

    hindrance: Message | None = None
    ordered: list[Task] = field(default_factory=list)
    said: Message | None = None
    refused: str = ""
    confirmed: list[str] = field(default_factory=list)

    def state(self) -> MaintenanceState:
        return MaintenanceState(
            "0.2.0-1a2b3c4", ("192.168.1.20",), wifi=True, ssh=False, vouched=not self.refused, refused=self.refused
        )

    def order(self, task: Task, detail: str = "") -> Message | None:
        self.confirmed.append(detail)
        self.ordered.append(task)
        return self.said

    def result(self) -> Message | None:
        return None

    def examine(self) -> Sequence[CheckResult]:
        return (
            CheckResult("clock", literal("set by the network")),
            CheckResult("heat", literal("72 °C"), sound=False),
            CheckResult("power", literal("too low"), sound=False, matters=True),
        )


def opened(folder: Path, maintenance: MaintenancePort) -> Table:
    """Opens the table's maintenance menu."""
    equipment = Equipment(word_list, random.Random(1), Preferences(folder / "config"), maintenance=maintenance)
    table = open_table(Journal(folder / "state"), lambda: 0.0, equipment, rules="viking")
    table.press("challenge")
    for row in ("Settings", "Maintenance"):
        to_row(table, row)
        table.press("dial")
    assert isinstance(table.mode, MaintenanceMode)
    return table


def test_it_lists_what_the_keeper_of_a_box_does(tmp_path: Path) -> None:
    table = opened(tmp_path, FakeMaintenance())
    assert labels_of(table) == [
        "Back",
        "The doctor",
        "Calibrate the camera",
        "Bless dice",
        "Update",
        "Wi-Fi",
        "Remote login (SSH)",
        "Back to a plain Pi",
    ]
    assert "192.168.1.20" in str(table.mode.subtitle)  # type: ignore[attr-defined]
    table.context.current_game.journal.close()


def test_every_task_is_ordered_only_after_a_second_question(tmp_path: Path) -> None:
    maintenance = FakeMaintenance()
    table = opened(tmp_path, maintenance)
    for row, task in (
        ("Update", Task.UPDATE),
        ("Wi-Fi", Task.WIFI_OFF),
        ("Remote login (SSH)", Task.SSH_ON),
        ("Back to a plain Pi", Task.PLAIN_PI),
    ):
        to_row(table, row)
        table.press("dial")
        assert isinstance(table.mode, MaintenanceConfirmationMode)
        table.press("dial")
        assert maintenance.ordered == [], "the first answer is no"
        table.press("dial")
        table.turn(1)
        table.press("dial")
        assert maintenance.ordered == [task]
        assert isinstance(table.mode, MaintenanceMode)
        maintenance.ordered.clear()
    table.context.current_game.journal.close()


def test_a_bundle_that_nobody_has_signed_is_taken_by_its_fingerprint(tmp_path: Path) -> None:
    fingerprint = "e3b0-c442-98fc-1c14-9afb-f4c8-996f-b924"
    port = FakeMaintenance(refused=fingerprint)
    table = opened(tmp_path, port)
    assert "0.2.0-1a2b3c4, unsigned" in [row.value for row in rows_of(table)]
    to_row(table, "Take the unsigned release")
    table.press("dial")
    assert isinstance(table.mode, MaintenanceConfirmationMode)
    assert all(fingerprint in row.detail for row in rows_of(table))
    table.turn(1)
    table.press("dial")
    assert (port.ordered, port.confirmed) == ([Task.UPDATE_UNSIGNED], [fingerprint])
    table.context.current_game.journal.close()


def test_a_task_that_cannot_be_ordered_says_why(tmp_path: Path) -> None:
    table = opened(tmp_path, FakeMaintenance(said=literal("The folder is full")))
    to_row(table, "Update")
    table.press("dial")
    table.turn(1)
    table.press("dial")
    assert "The folder is full" in str(notice_of(table))
    table.context.current_game.journal.close()


def test_on_an_ordinary_computer_the_tasks_say_what_they_need(tmp_path: Path) -> None:
    table = opened(tmp_path, NoMaintenance())
    to_row(table, "Update")
    table.press("dial")
    assert isinstance(table.mode, MaintenanceMode)
    assert "meierbox install" in str(notice_of(table))
    table.context.current_game.journal.close()


def test_the_doctor_puts_first_what_presses_most(tmp_path: Path) -> None:
    table = opened(tmp_path, FakeMaintenance())
    to_row(table, "The doctor")
    table.press("dial")
    assert isinstance(table.mode, MachineReportMode)
    assert labels_of(table) == ["Back", "Power", "Heat", "Clock"]
    table.context.current_game.journal.close()


def test_nobody_maintains_the_box_during_a_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.hold("reveal")
    to_row(evening.table, "Settings")
    evening.table.press("dial")
    assert "Maintenance" not in labels_of(evening.table)
