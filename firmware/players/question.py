"""What goes to the process of the computer players, and what comes back."""

from dataclasses import dataclass
from typing import Final, Protocol

from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command

AT_THE_TABLE: Final = ("truthful", "timid", "bold", "tracker", "jarl")
"""The characters that a seat at a real table can be, by name; the other players are for the arena."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: what it may know, and nothing else."""

    serial: int
    character: str
    view: SeatView


@dataclass(frozen=True, slots=True)
class Answer:
    """The next command of the seat that was asked under this number; None where it does nothing."""

    serial: int
    command: Command | None


@dataclass(frozen=True, slots=True)
class AdviceQuestion:
    """Asks what the jarl would do in the place of a seat that knows this."""

    serial: int
    view: SeatView


@dataclass(frozen=True, slots=True)
class AdviceAnswer:
    """What the jarl would do, each time that it was asked; None where it would do nothing."""

    serial: int
    commands: tuple[Command | None, ...]


class ComputerPlayers(Protocol):
    """Answers questions, in its own time; an answer comes back by a channel of its own."""

    def ask(self, question: Question | AdviceQuestion) -> None:
        """Takes a question."""

    def restart(self) -> None:
        """Begins afresh: no answer has come."""


class NoComputerPlayers:
    """Answers nothing: no seat is played by a computer here."""

    def ask(self, question: Question | AdviceQuestion) -> None:
        """Answers nothing."""

    def restart(self) -> None:
        """Has nothing to begin afresh."""
