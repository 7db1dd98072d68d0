"""The skald: says every verdict in words of its own, none twice in an evening.

Which verse is said depends on nothing but how many verdicts the journal holds before this one, and on when it was laid:
a game that is taken up again is told as it was told, and chance has no part in it. What the skald knows is the verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.config.settings import SKALD
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.table.wording import claim_name
from firmware.texts.verses import verses

if TYPE_CHECKING:
    from firmware.journal.database import Journal
    from firmware.table.table import Table

_KINDS = {Verdict.UPHELD: "upheld", Verdict.REFUTED: "refuted", Verdict.NO_VERDICT: "none"}


class Skald:
    """Tells the verdicts and the winners of a table; silent where it is turned off or the language has no verses."""

    def __init__(self, journal: Journal) -> None:
        """Counts by a journal."""
        self._journal = journal
        self._before: dict[int, int] = {}

    def verdict(self, table: Table) -> str:
        """The verse on the last adjudication; "" where there is none, or none was judged."""
        last = table.state.last
        if last is None or last.verdict is None:
            return ""
        shown = last.ending is Ending.SHOWN and last.verdict is Verdict.UPHELD
        return self._verse(
            table,
            "shown" if shown else _KINDS[last.verdict],
            owner=table.name(last.owner),
            challenger=table.name(last.challenger),
            claim=claim_name(table.texts, table.state, last.claim),
        )

    def winner(self, table: Table) -> str:
        """The verse on a single winner; "" where nobody won, or several did."""
        winners = table.state.winners
        return self._verse(table, "winner", winner=table.name(winners[0])) if len(winners) == 1 else ""

    def _verse(self, table: Table, kind: str, **names: str) -> str:
        told = verses(table.texts.language).get(kind)
        if told is None or not table.preferences.settings.flag(SKALD):
            return ""
        return _beginning_large(told.at(self._place(table)).format(**names))

    def _place(self, table: Table) -> int:
        """How many verdicts were told before this one, from a beginning that differs from journal to journal."""
        game = table.playing.entry.number
        if game not in self._before:
            self._before[game] = self._journal.told_before(game)
        return self._before[game] + sum(isinstance(event, Adjudicated) for event in table.playing.history.events())


def _beginning_large(verse: str) -> str:
    """Writes the first letter large, behind a quotation mark too: a claim is written small.

    >>> _beginning_large("„sechzehn“, sprach Uta"), _beginning_large("Uta sprach")
    ('„Sechzehn“, sprach Uta', 'Uta sprach')
    """
    at = next((at for at, letter in enumerate(verse) if letter.isalnum()), 0)
    return verse[:at] + verse[at : at + 1].upper() + verse[at + 1 :]
