"""Maintenance on the box's own screen, without a keyboard or a network."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from firmware.menus.bless_menu import camera_task_hindrance
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.destinations import BlessDice, Destination, MachineReport, Maintenance, MaintenanceConfirmation
from firmware.table.maintenance_port import Task
from firmware.table.mode import Choice, ListMode
from firmware.table.requests import Calibrate


class MaintenanceMode(ListMode):
    """Lists the maintenance tasks; opens over the settings."""

    leads_to: ClassVar[tuple[type[Destination], ...]] = (BlessDice, MachineReport, MaintenanceConfirmation)

    def __init__(self, context: Context) -> None:
        """Reads the state of the box."""
        super().__init__(context)
        self.on_resume()

    def on_resume(self) -> None:
        """Reads it again."""
        self.maintenance = self.context.maintenance
        self.state = self.maintenance.state()
        games = self.context.current_game
        busy = games.session is not None or games.unfinished() is not None
        self.camera_why = camera_task_hindrance(self.context, busy)

    @property
    def title(self) -> Message:
        """Maintenance."""
        return self.text("maintenance.title")

    @property
    def subtitle(self) -> Message:
        """How the last task ended, or the box's network addresses."""
        if (result := self.maintenance.result()) is not None:
            return result
        if self.state.addresses:
            return self.text("maintenance.reached", addresses=", ".join(self.state.addresses))
        return self.text("maintenance.subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """Back, machine check, camera, dice, release, remote access, desktop."""
        wifi = Task.WIFI_OFF if self.state.wifi else Task.WIFI_ON
        ssh = Task.SSH_OFF if self.state.ssh else Task.SSH_ON
        return (
            self.back_row(),
            self._row("doctor", partial(self.open, MachineReport())),
            self._row("calibrate", partial(self.context.request, Calibrate()), why=self.camera_why),
            self._row("bless", partial(self.open, BlessDice()), why=self.camera_why),
            self._task("update", Task.UPDATE, self._release()),
            *self._take_unsigned(),
            self._task("wifi", wifi, self._on_or_off(self.state.wifi)),
            self._task("ssh", ssh, self._on_or_off(self.state.ssh)),
            self._task("plain", Task.PLAIN_PI),
        )

    def _release(self) -> Message | None:
        if not self.state.release:
            return None
        if self.state.vouched:
            return literal(self.state.release)
        return self.text("maintenance.unsigned_release", release=self.state.release)

    def _take_unsigned(self) -> tuple[Choice, ...]:
        """The one bundle that the last update refused since this box has no key: its owner may take it after all."""
        fingerprint = self.state.refused
        if not fingerprint:
            return ()
        detail = self.text("maintenance.take_unsigned_detail", fingerprint=fingerprint)
        act = partial(self.open, MaintenanceConfirmation(Task.UPDATE_UNSIGNED, fingerprint))
        return (Choice("unsigned", self.text("maintenance.take_unsigned"), detail=detail, act=act),)

    def _row(
        self, key: str, act: Callable[[], None], value: Message | None = None, why: Message | None = None
    ) -> Choice:
        detail = why or self.text(f"maintenance.{key}_detail")
        return Choice(key, self.text(f"maintenance.{key}"), value, detail, why=why, act=act)

    def _task(self, key: str, task: Task, value: Message | None = None) -> Choice:
        return self._row(key, partial(self.open, MaintenanceConfirmation(task)), value, self.maintenance.hindrance)

    def _on_or_off(self, on: bool | None) -> Message | None:
        return None if on is None else self.text("maintenance.on" if on else "maintenance.off")


class MaintenanceConfirmationMode(ListMode):
    """Explains a task, and asks for confirmation."""

    leads_to: ClassVar[tuple[type[Destination], ...]] = (Maintenance,)

    def __init__(self, context: Context, asked: MaintenanceConfirmation) -> None:
        """Asks about a task."""
        super().__init__(context)
        self.task, self.fingerprint = asked.task, asked.fingerprint

    @property
    def title(self) -> Message:
        """Asks whether to do it."""
        return self.text(f"maintenance.sure_{_CODES[self.task]}")

    @property
    def subtitle(self) -> Message | None:
        """Nothing: the consequences are shown below the answers."""
        return None

    def choices(self) -> tuple[Choice, ...]:
        """No, or yes."""
        fields = {"fingerprint": self.fingerprint} if self.fingerprint else {}
        then = self.text(f"maintenance.then_{_CODES[self.task]}", **fields)
        return (
            Choice("no", self.text("maintenance.no"), detail=then, act=self.go_back),
            Choice("yes", self.text("maintenance.yes"), detail=then, act=self._do),
        )

    def _do(self) -> None:
        trouble = self.context.maintenance.order(self.task, self.fingerprint)
        self.go_back()
        if trouble is not None:
            self.context.warn(trouble)
        else:
            self.context.notify(self.text("maintenance.ordered"))


_CODES = {
    Task.UPDATE: "update",
    Task.UPDATE_UNSIGNED: "unsigned",
    Task.WIFI_ON: "wifi_on",
    Task.WIFI_OFF: "wifi_off",
    Task.SSH_ON: "ssh_on",
    Task.SSH_OFF: "ssh_off",
    Task.PLAIN_PI: "plain",
}


class MachineReportMode(ListMode):
    """The doctor's check of the machine: a row for every part, the most urgent first."""

    def __init__(self, context: Context) -> None:
        """Checks the machine."""
        super().__init__(context)
        self.results = sorted(context.maintenance.examine(), key=lambda result: (result.sound, not result.matters))

    @property
    def title(self) -> Message:
        """The doctor."""
        return self.text("maintenance.doctor")

    @property
    def subtitle(self) -> Message:
        """How many parts need attention."""
        bad = sum(not result.sound for result in self.results)
        return self.text("maintenance.doctor_found", n=bad) if bad else self.text("maintenance.doctor_well")

    def choices(self) -> tuple[Choice, ...]:
        """Back, and every part."""
        return (
            Choice("back", self.text("control.back"), detail=self.text("maintenance.doctor_more"), act=self.go_back),
            *(
                Choice(
                    at,
                    self.text(f"maintenance.part_{result.part}"),
                    self.text(self._word(result.sound, result.matters)),
                    result.says,
                )
                for at, result in enumerate(self.results)
            ),
        )

    @staticmethod
    def _word(sound: bool, matters: bool) -> str:
        return "maintenance.well" if sound else "maintenance.mend" if matters else "maintenance.look"
