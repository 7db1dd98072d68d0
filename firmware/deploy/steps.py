"""A step of an installation: says what it does, knows whether it is needed, does it; can be repeated."""

import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass


class InstallError(OSError):
    """Something cannot be installed or taken away; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deed; `says` is what it does ("write /etc/…"), `needed` whether that is not so already."""

    says: str
    do: Callable[[], None]
    needed: Callable[[], bool] = lambda: True


def carry_out(steps: Iterable[Step], *, dry: bool = False) -> Iterator[str]:
    """Does the steps that are needed, one line for each; `dry` only tells which ones these are.

    Raises:
        InstallError: where a step fails; the ones before it stay done, and a repetition goes on from there.

    >>> list(carry_out([Step("lay the table", lambda: None), Step("light a fire", lambda: None, lambda: False)]))
    ['done: lay the table', 'is so already: light a fire']
    """
    for step in steps:
        if not step.needed():
            yield f"is so already: {step.says}"
        elif dry:
            yield f"would do: {step.says}"
        else:
            try:
                step.do()
            except InstallError:
                raise
            except OSError as error:
                raise InstallError(
                    f"This step failed: {step.says} ({error}); mend that and repeat the command."
                ) from error
            yield f"done: {step.says}"


def call(words: Sequence[str]) -> Callable[[], None]:
    """Gives the deed of running a program; where that fails, InstallError says what it said."""

    def run() -> None:
        try:
            done = subprocess.run(
                words, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
            )
        except FileNotFoundError as error:
            raise InstallError(f"There is no {words[0]} on this machine: a Linux with systemd is needed.") from error
        if done.returncode:
            said = " ".join((done.stderr or done.stdout).split()) or f"it ended with {done.returncode}"
            raise InstallError(f"This step failed: {' '.join(words)} ({said}); mend that and repeat the command.")

    return run
