"""Who has won at this box today, from its journal."""

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import GameEnding, read_game

MAX_GAMES = 6
"""The maximum number of games shown, and read."""


@dataclass(frozen=True, slots=True)
class WonGame:
    """A game: its rules, who has won it, and when it began (seconds since 1970)."""

    rules: str
    winners: tuple[str, ...]
    begun: float


class TodaysWinners:
    """Reads the latest won games of a day; each of them once."""

    def __init__(self, journal: Path) -> None:
        """Reads nothing yet."""
        self._journal = journal
        self._known: dict[int, WonGame] = {}

    def read(self, now: float) -> tuple[WonGame, ...]:
        """Returns the games won on the day of `now` (seconds since 1970), the latest first; none that is damaged."""
        today = _day(now)
        found: list[WonGame] = []
        try:
            with JournalReader(self._journal) as reader:
                for summary in reader.games():
                    if len(found) == MAX_GAMES or _day(summary.begun) != today:
                        break
                    if summary.outcome == GameEnding.WON.value:
                        found.append(self._known.get(summary.number) or self._read(reader, summary.number))
        except JournalError:
            return tuple(found)
        return tuple(found)

    def _read(self, reader: JournalReader, number: int) -> WonGame:
        game = read_game(reader, number)
        winners = tuple(game.state.seats[seat] for seat in game.state.winners)
        won = WonGame(game.state.ruleset, winners, game.summary.begun)
        self._known[number] = won
        return won


def _day(at: float) -> date | None:
    try:
        return datetime.fromtimestamp(at).date()
    except (ValueError, OverflowError, OSError):
        return None
