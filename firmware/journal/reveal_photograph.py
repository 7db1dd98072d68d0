"""The photographs of a reveal."""

from dataclasses import dataclass

from firmware.journal.observation import Observation


@dataclass(frozen=True, slots=True)
class RevealPhotograph:
    """A photograph that a reveal shows: what was seen, and whether it was taken when the roll was sealed.

    `seat` is whose dice they are, where every seat has its own.
    """

    observation: Observation
    sealed: bool
    seat: int | None = None
