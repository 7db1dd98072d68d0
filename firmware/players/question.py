"""The messages to and from the computer players' process."""

from dataclasses import dataclass
from typing import Final, Protocol

from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command

AT_THE_TABLE: Final = ("truthful", "timid", "bold", "tracker", "jarl")
"""The characters available at a real table, by name; the other players are for the arena."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a seat: everything it may know, and nothing else."""

    serial: int
    character: str
    view: SeatView


@dataclass(frozen=True, slots=True)
class Answer:
    """The next command of the seat that was asked under this number; None if it does nothing."""

    serial: int
    command: Command | None


@dataclass(frozen=True, slots=True)
class AdviceQuestion:
    """Asks what the jarl would do in the place of a seat with this view."""

    serial: int
    view: SeatView


@dataclass(frozen=True, slots=True)
class AdviceAnswer:
    """The jarl's choices, one for each time it was asked; None where it would do nothing."""

    serial: int
    commands: tuple[Command | None, ...]


class ComputerPlayers(Protocol):
    """Answers questions in its own time; the answers come back separately."""

    def ask(self, question: Question | AdviceQuestion) -> None:
        """Takes a question."""

    def restart(self) -> None:
        """Discards all questions without an answer."""


class NoComputerPlayers:
    """Never answers: no computer plays here."""

    def ask(self, question: Question | AdviceQuestion) -> None:
        """Ignores the question."""

    def restart(self) -> None:
        """Has no questions to discard."""
