"""Checks the systemd service: whether it is running, and what its next start will be like.

`unit_properties` is the only parser of systemctl's output; `systemctl show` is meant for programs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from firmware.config.start_guard import BrokenStarts
from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.doctor.machine import Machine
from firmware.rules.message import literal, message

PART = message("service")
_PROPERTIES = "LoadState,ActiveState,SubState,NRestarts,Result,StatusText"
_JOURNALCTL = message("journalctl -u meierbox tells why")


class ServiceState(Enum):
    """The state of the service."""

    NOT_INSTALLED = auto()
    FAILED = auto()
    CHANGING = auto()
    STOPPED = auto()
    RUNNING = auto()


_STATES = {
    "active": ServiceState.RUNNING,
    "failed": ServiceState.FAILED,
    "activating": ServiceState.CHANGING,
    "deactivating": ServiceState.CHANGING,
    "reloading": ServiceState.CHANGING,
}


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """systemd's view of the service; `active`, `result` and `status` are its own terms."""

    state: ServiceState = ServiceState.NOT_INSTALLED
    active: str = ""
    result: str = ""
    restarts: int = 0
    status: str = ""


def unit_properties(printed: str) -> dict[str, str]:
    r"""Parses the output of `systemctl show --property=…`.

    >>> unit_properties("ActiveState=active\nStatusText=At the table.\n")
    {'ActiveState': 'active', 'StatusText': 'At the table.'}
    """
    return dict(line.partition("=")[::2] for line in printed.splitlines())


def service_status(machine: Machine) -> ServiceStatus:
    """Asks systemd about the service."""
    printed = machine.ask(["systemctl", "show", "meierbox.service", f"--property={_PROPERTIES}"])
    found = unit_properties(printed or "")
    if found.get("LoadState") != "loaded":
        return ServiceStatus()
    active, restarts = found.get("ActiveState", ""), found.get("NRestarts", "")
    return ServiceStatus(
        _STATES.get(active, ServiceState.STOPPED),
        active,
        found.get("Result", ""),
        int(restarts) if restarts.isdecimal() else 0,
        found.get("StatusText", ""),
    )


def check_service(service: ServiceStatus, broken: BrokenStarts) -> Iterator[Finding]:
    """Reports the state of the service, and whether the next start is a safe start."""
    yield _check_state(service)
    if broken.why_careful is not None:
        yield warning(PART, message("the next start is a safe start, without camera and pins"), broken.why_careful)


def _check_state(service: ServiceStatus) -> Finding:
    match service.state:
        case ServiceState.NOT_INSTALLED:
            says = message("the box does not start by itself")
            return info(PART, says, message("sudo ./meierbox install makes it do so"))
        case ServiceState.FAILED:
            says = message("it failed ({result})", result=service.result or message("unknown"))
            remedy = message("journalctl -u meierbox tells why; fix that, then sudo systemctl restart meierbox")
            return issue(PART, says, remedy)
        case ServiceState.CHANGING:
            says = message("it is {state} right now", state=service.active)
            return info(PART, says, message("check again in a minute"))
        case ServiceState.STOPPED:
            says = message("it is {state}", state=service.active)
            return warning(PART, says, message("sudo systemctl start meierbox"))
        case ServiceState.RUNNING if service.restarts:
            says = message("it runs, but was restarted {count} times", count=service.restarts)
            return warning(PART, says, _JOURNALCTL)
        case ServiceState.RUNNING:
            status = literal(service.status) if service.status else message("without a status")
            return ok(PART, message("it runs ({status})", status=status))
