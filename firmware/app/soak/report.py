"""The report of a soak test: the games played, the injected faults and their recovery, and the findings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from firmware.app.soak.fault_injection import FaultInjection
from firmware.app.soak.faults import SoakFault
from firmware.app.soak.resource_usage import Usage

VERSION = 1
"""Fields of the JSON report."""
_SECONDS = ("seconds", "skipped_seconds")
_COUNTS = (
    *("rounds", "games", "verdicts", "no_verdicts", "readings", "abstentions"),
    *("events", "actions", "clumsy", "restarts", "journal_bytes"),
)
_USAGES = ("at_start", "at_peak", "at_end")


@dataclass(slots=True)
class FaultRecord:
    """The record of all faults of one kind; times in seconds since a fault first had an effect."""

    injected: int = 0
    mattered: int = 0
    noticed: list[float] = field(default_factory=list)
    recovered: list[float] = field(default_factory=list)

    def add(self, injection: FaultInjection) -> None:
        """Counts a fault; recovery is counted from its end."""
        self.injected += 1
        if injection.struck is None:
            return
        self.mattered += 1
        if injection.noticed is not None:
            self.noticed.append(max(0.0, injection.noticed - injection.struck))
        if injection.recovered is not None and injection.lifted is not None:
            self.recovered.append(max(0.0, injection.recovered - injection.lifted))


@dataclass(slots=True)
class Report:
    """All counts, and `findings`: a sentence for each violation."""

    seconds: float = 0.0
    skipped_seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    verdicts: int = 0
    no_verdicts: int = 0
    readings: int = 0
    abstentions: int = 0
    events: int = 0
    actions: int = 0
    clumsy: int = 0
    restarts: int = 0
    journal_bytes: int = 0
    at_start: Usage = field(default_factory=Usage)
    at_peak: Usage = field(default_factory=Usage)
    at_end: Usage = field(default_factory=Usage)
    rules: dict[str, int] = field(default_factory=dict)
    faults: dict[SoakFault, FaultRecord] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    def found(self, finding: str) -> None:
        """Records a violation, once."""
        if finding not in self.findings:
            self.findings.append(finding)

    def as_json(self) -> dict[str, Any]:
        """Converts the report to JSON data."""
        content = {**asdict(self), "version": VERSION}
        content["journal_bytes_per_round"] = round(self.journal_bytes / max(1, self.rounds))
        content["faults"] = {
            fault.value: {
                "injected": record.injected,
                "mattered": record.mattered,
                "noticed": _spread(record.noticed),
                "recovered": _spread(record.recovered),
                "noticed_after": [round(seconds, 3) for seconds in record.noticed],
                "recovered_after": [round(seconds, 3) for seconds in record.recovered],
            }
            for fault, record in self.faults.items()
        }
        return content

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Report":
        """Converts JSON data back.

        Raises:
            ValueError, TypeError, KeyError: where the content is not a report's.
        """
        if content["version"] != VERSION:
            raise ValueError(content["version"])
        report = cls()
        for name in _SECONDS:
            setattr(report, name, float(content[name]))
        for name in _COUNTS:
            setattr(report, name, int(content[name]))
        for name in _USAGES:
            setattr(report, name, Usage(**{part: int(value) for part, value in content[name].items()}))
        report.rules = {str(rules): int(count) for rules, count in content["rules"].items()}
        report.findings = [str(finding) for finding in content["findings"]]
        for fault, told in content["faults"].items():
            report.faults[SoakFault(fault)] = FaultRecord(
                int(told["injected"]),
                int(told["mattered"]),
                [float(seconds) for seconds in told["noticed_after"]],
                [float(seconds) for seconds in told["recovered_after"]],
            )
        return report

    def add(self, other: "Report") -> None:
        """Merges another run: sums counts, takes the peak usage, and joins findings."""
        for name in (*_SECONDS, *_COUNTS):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in _USAGES:
            setattr(self, name, getattr(self, name).peak(getattr(other, name)))
        for rules, count in other.rules.items():
            self.rules[rules] = self.rules.get(rules, 0) + count
        for fault, record in other.faults.items():
            own = self.faults.setdefault(fault, FaultRecord())
            own.injected += record.injected
            own.mattered += record.mattered
            own.noticed += record.noticed
            own.recovered += record.recovered
        for finding in other.findings:
            self.found(finding)

    def as_text(self) -> str:
        """Formats the report: a few lines, a line for each kind of fault, and the findings."""
        lines = [
            f"{self.rounds} rounds of {self.games} games in {self.seconds:.0f} s ({self.skipped_seconds:.0f} s of the "
            f"table's clock were skipped): {self.verdicts} verdicts, {self.no_verdicts} without a verdict; "
            f"{self.readings} readings, {self.abstentions} abstentions.",
            f"{self.actions} actions, {self.clumsy} of them out of turn; {self.events} events; {self.restarts} times "
            f"left and resumed; the journal grew by {self.journal_bytes // max(1, self.rounds)} bytes a round.",
        ]
        for name, used in (("start", self.at_start), ("peak", self.at_peak), ("end", self.at_end)):
            lines.append(
                f"At {name}: PSS {used.pss} MB ({used.main} MB the main process), RSS {used.rss} MB, "
                f"{used.handles} handles, {used.threads} threads, {used.processes} processes, {used.zombies} unreaped."
            )
        if injected := sum(record.injected for record in self.faults.values()):
            lines.append(f"{injected} faults, one in {self.rounds / injected:.1f} rounds.")
            lines.append(f"{'fault':20} {'injected':>8} {'mattered':>8}  {'noticed after (s)':22} recovered after (s)")
        for fault, record in sorted(self.faults.items()):
            noticed, recovered = _range(record.noticed), _range(record.recovered)
            lines.append(f"{fault.value:20} {record.injected:8} {record.mattered:8}  {noticed:22} {recovered}")
        lines += [f"Wrong: {finding}" for finding in self.findings] or ["Nothing was found wrong."]
        return "\n".join(lines)


def _spread(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    ordered = sorted(values)
    return {
        "median": round(ordered[len(ordered) // 2], 3),
        "p95": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], 3),
        "most": round(ordered[-1], 3),
        "count": len(ordered),
    }


def _range(values: Sequence[float]) -> str:
    spread = _spread(values)
    if spread is None:
        return "-"
    return f"{spread['median']:.2f}, at most {spread['most']:.2f}"
