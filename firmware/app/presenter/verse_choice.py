"""Chooses verses for verdicts and winners, none twice in an evening.

The choice depends only on how many verdicts the journal holds before this one, so that a resumed game repeats its
verses; neither chance nor anything hidden enters.
"""

from collections.abc import Callable

from firmware.journal.database import Journal
from firmware.journal.session import Session
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.message import Message
from firmware.table.wording import claim_name
from firmware.texts.capitals import capitalized
from firmware.texts.verses import verses

_KINDS = {Verdict.UPHELD: "upheld", Verdict.REFUTED: "refuted", Verdict.NO_VERDICT: "none"}


class VerdictVerses:
    """The verses for the verdicts and winners of a table; none in a language without verses."""

    def __init__(self, journal: Journal) -> None:
        """Counts by a journal."""
        self._journal = journal
        self._before: dict[int, int] = {}

    def verdict(self, session: Session, language: str, render: Callable[[Message], str]) -> str:
        """Returns the verse for the last adjudication; "" without a verdict."""
        state = session.state
        last = state.last
        if last is None or last.verdict is None:
            return ""
        shown = last.ending is Ending.SHOWN and last.verdict is Verdict.UPHELD
        return self._verse(
            session,
            language,
            "shown" if shown else _KINDS[last.verdict],
            owner=state.seats[last.owner],
            challenger="" if last.challenger is None else state.seats[last.challenger],
            claim=render(claim_name(state, last.claim)),
        )

    def winner(self, session: Session, language: str) -> str:
        """Returns the verse for a single winner; "" otherwise."""
        state = session.state
        if len(state.winners) != 1:
            return ""
        return self._verse(session, language, "winner", winner=state.seats[state.winners[0]])

    def _verse(self, session: Session, language: str, kind: str, **names: str) -> str:
        told = verses(language).get(kind)
        return capitalized(told.at(self._place(session)).format(**names)) if told else ""

    def _place(self, session: Session) -> int:
        """Counts the verdicts before this one, from an offset that differs between journals."""
        game = session.entry.number
        if game not in self._before:
            self._before[game] = self._journal.verdicts_before(game)
        return self._before[game] + sum(isinstance(event, Adjudicated) for event in session.history.events())
