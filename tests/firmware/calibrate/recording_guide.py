"""A guide for tests that records its prompts and findings, and at once does what it asks."""

from collections.abc import Callable
from dataclasses import dataclass, field

from firmware.calibrate.guide import LiveView
from firmware.doctor.finding import Finding, Level
from firmware.rules.message import Message
from hardware.calibration.region import Region


@dataclass
class NotingGuide:
    """`steps` are run at the n-th prompt; `moved` is done to the frame."""

    steps: list[Callable[[], None]] = field(default_factory=list)
    moved: Callable[[Region], Region] = lambda region: region
    asked: list[str] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    views: list[LiveView] = field(default_factory=list)

    def ask(self, please: Message, look: Callable[[], LiveView]) -> None:
        self.asked.append(str(please))
        if self.steps:
            self.steps.pop(0)()
        self.views.append(look())

    def place(self, please: Message, region: Region, look: Callable[[Region], LiveView]) -> Region:
        self.asked.append(str(please))
        region = self.moved(region)
        self.views.append(look(region))
        return region

    def watch(self, please: Message, look: Callable[[], LiveView], done: Callable[[], bool]) -> None:
        self.asked.append(str(please))
        while not done():
            pass
        self.views.append(look())

    def tell(self, finding: Finding) -> None:
        self.found.append(finding)

    def end(self, says: Message) -> None:
        self.asked.append(str(says))

    def close(self) -> None:
        pass

    def level(self, part: str) -> Level:
        """The level of the last finding about a part."""
        return next(finding.level for finding in reversed(self.found) if str(finding.part) == part)

    def said(self, part: str) -> str:
        return next(finding.line(str) for finding in reversed(self.found) if str(finding.part) == part)
