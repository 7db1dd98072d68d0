"""The photographs of a reveal."""

from dataclasses import dataclass

from firmware.journal.observation import Observation


@dataclass(frozen=True, slots=True)
class RevealPhotograph:
    """A photograph for a reveal; `sealed`: it was taken when the roll was sealed.

    `seat` owns the dice, if every seat has its own.
    """

    observation: Observation
    sealed: bool
    seat: int | None = None
