"""A step of an installation: it says what it does, knows whether it is needed, and can be repeated."""

import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from firmware.deploy.errors import DeployError, InstallError, ProgramError
from firmware.rules.message import Message, message


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One action; `says` is what it does ("write /etc/…"), `needed` tells whether that has still to be done."""

    says: Message
    do: Callable[[], None]
    needed: Callable[[], bool] = lambda: True


def carry_out(steps: Iterable[InstallStep], *, dry: bool = False) -> Iterator[Message]:
    """Carries out the steps that are needed, and gives a line for each; `dry` only tells which ones they are.

    Raises:
        DeployError: where a step fails; the ones before it stay done, and repeating the command continues from there.

    >>> write, link = message("write a file"), message("make a link")
    >>> steps = [InstallStep(write, lambda: None), InstallStep(link, lambda: None, lambda: False)]
    >>> [str(line) for line in carry_out(steps)]
    ['done: write a file', 'nothing to do: make a link']
    """
    for step in steps:
        if not step.needed():
            yield message("nothing to do: {step}", step=step.says)
        elif dry:
            yield message("would do: {step}", step=step.says)
        else:
            _carry_out(step)
            yield message("done: {step}", step=step.says)


def _carry_out(step: InstallStep) -> None:
    try:
        step.do()
    except DeployError:
        raise
    except OSError as error:
        says = message("This step failed: {step} ({error})", step=step.says, error=str(error))
        raise InstallError(says.with_remedy(message("fix that and repeat the command"))) from error


def command(words: Sequence[str]) -> Callable[[], None]:
    """Returns a function that runs a program; where that fails, a ProgramError says what the program printed."""

    def run() -> None:
        try:
            done = subprocess.run(
                words, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
            )
        except FileNotFoundError as error:
            says = message("There is no {program} on this machine", program=words[0])
            raise ProgramError(says.with_remedy(message("a Linux with systemd is needed"))) from error
        if done.returncode:
            says = message("This step failed: {command} ({output})", command=" ".join(words), output=output_of(done))
            raise ProgramError(says.with_remedy(message("fix that and repeat the command")))

    return run


def output_of(done: subprocess.CompletedProcess[str]) -> Message | str:
    """Returns what a program that failed printed, in one line, or at least its exit code."""
    return " ".join((done.stderr or done.stdout).split()) or message("it ended with {code}", code=done.returncode)
