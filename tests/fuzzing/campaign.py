"""Tries many cases of one kind, and counts what went wrong."""

import random
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzzing.targets import Target

HANGING = 5
"""A case that takes so many times as long as it may is ended."""
MAX_GROWN_KB = 512 << 10


class HangError(Exception):
    """A case did not end."""


@dataclass(slots=True)
class Findings:
    """What a campaign found: errors by kind and place with the number of one case, the slowest case, and memory."""

    tried: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    first: dict[str, int] = field(default_factory=dict)
    slowest: float = 0.0
    slowest_case: int = 0
    grown_kb: int = 0

    def __str__(self) -> str:
        """Writes a line, and one for each kind of error."""
        lines = [
            f"{self.tried} cases, {self.errors.total()} errors of {len(self.errors)} kinds; the slowest took "
            f"{self.slowest:.2f} s (case {self.slowest_case}); memory grew by {self.grown_kb >> 10} MB"
        ]
        lines += [f"  {count} × {what} (first in case {self.first[what]})" for what, count in self.errors.most_common()]
        return "\n".join(lines)


def search(target: Target, folder: Path, count: int, seed: int, first: int = 0) -> Findings:
    """Tries `count` cases; each follows from the seed and its number alone."""
    findings = Findings()
    attempt = target.prepare(folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for case in range(first, first + count):
        began = time.perf_counter()
        try:
            with _ended_after(HANGING * target.slowest):
                attempt(random.Random(f"{seed}:{case}"))
        except Exception as error:  # noqa: BLE001 - any error is what is looked for
            what = _described(error)
            findings.errors[what] += 1
            findings.first.setdefault(what, case)
        took = time.perf_counter() - began
        if took > findings.slowest:
            findings.slowest, findings.slowest_case = took, case
        findings.tried += 1
    findings.grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak
    return findings


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    """Raises HangError in whatever still runs then."""

    def end(*_: object) -> None:
        raise HangError(f"it was still running after {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _described(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {str(error)[:120]!r}"
