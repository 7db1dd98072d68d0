"""The state of the service according to systemd, and a coming safe start."""

from collections.abc import Mapping
from pathlib import Path

from firmware.config.start_guard import BrokenStarts
from firmware.doctor.finding import Finding, Level
from firmware.doctor.service_check import ServiceState, ServiceStatus, check_service, service_status
from firmware.rules.message import message
from tests.firmware.doctor.test_machine_health import FakeMachine, worst

LOADED = {"LoadState": "loaded"}


def status(folder: Path, properties: Mapping[str, str]) -> ServiceStatus:
    fake = FakeMachine(folder)
    fake.answers["systemctl"] = "".join(f"{key}={value}\n" for key, value in properties.items())
    return service_status(fake.machine)


def found(service: ServiceStatus, broken: BrokenStarts = BrokenStarts()) -> Finding:  # noqa: B008 - frozen
    return worst(list(check_service(service, broken)))


def test_systemd_tells_the_state_of_the_service(tmp_path: Path) -> None:
    for properties, state, level in (
        ({}, ServiceState.NOT_INSTALLED, Level.INFO),
        ({"LoadState": "not-found"}, ServiceState.NOT_INSTALLED, Level.INFO),
        ({**LOADED, "ActiveState": "failed", "Result": "watchdog"}, ServiceState.FAILED, Level.ISSUE),
        ({**LOADED, "ActiveState": "inactive"}, ServiceState.STOPPED, Level.WARNING),
        ({**LOADED, "ActiveState": "activating"}, ServiceState.CHANGING, Level.INFO),
        ({**LOADED, "ActiveState": "active", "NRestarts": "2"}, ServiceState.RUNNING, Level.WARNING),
        ({**LOADED, "ActiveState": "active", "NRestarts": "0"}, ServiceState.RUNNING, Level.OK),
    ):
        service = status(tmp_path, properties)
        assert service.state is state, properties
        assert found(service).level is level, properties
    assert service_status(FakeMachine(tmp_path).machine).state is ServiceState.NOT_INSTALLED, "without systemctl"


def test_what_the_box_says_is_passed_on(tmp_path: Path) -> None:
    running = status(tmp_path, {**LOADED, "ActiveState": "active", "StatusText": "At the table."})
    assert str(found(running).says) == "it runs (At the table.)"


def test_a_safe_start_to_come_is_reported_with_its_reason() -> None:
    reason = message("{camera} is missing", camera="USB camera 0").with_remedy(message("plug it in"))
    finding = found(ServiceStatus(), BrokenStarts(1, reason))
    assert (finding.level, finding.remedy) == (Level.WARNING, reason)
