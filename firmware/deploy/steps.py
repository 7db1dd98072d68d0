"""Steps of an installation: described, skipped if unnecessary, and repeatable."""

import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from firmware.deploy.errors import DeployError, InstallError, ProgramError
from firmware.rules.message import Message, message


@dataclass(frozen=True, slots=True)
class InstallStep:
    """An action; `says` describes it ("write /etc/…"), `needed` returns whether it still has to be done."""

    says: Message
    do: Callable[[], None]
    needed: Callable[[], bool] = lambda: True


def carry_out(steps: Iterable[InstallStep], *, dry: bool = False) -> Iterator[Message]:
    """Carries out the necessary steps and yields a line for each; with `dry` it only lists them.

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
    """Returns a function that runs a program; if that fails, a ProgramError contains the program's output."""

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
    """Returns the output of a failed program in one line, or at least its exit code."""
    return " ".join((done.stderr or done.stdout).split()) or message("it ended with {code}", code=done.returncode)
