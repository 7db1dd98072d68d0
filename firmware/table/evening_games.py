"""The games of the evening, read from the journal one at a time, so that a long evening causes no wait."""

from collections import deque
from pathlib import Path

from firmware.dice_sets.die_set import DieSet
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import GameEnding, PastGame, read_game
from firmware.journal.rows import GameSummary
from firmware.odds.game_odds import game_odds
from firmware.statistics.evening_story import EveningStory, PlayedGame, story_of
from firmware.statistics.evenings import PAUSE
from firmware.statistics.known_rounds import known_rounds

MAX_GAMES = 12
"""The maximum number of games in an evening's story."""


class EveningGames:
    """The games of the evening so far; finished ones are read only once."""

    def __init__(self, journal: Path, die_set: DieSet | None = None) -> None:
        """Reads nothing yet."""
        self._journal, self._die_set = journal, die_set
        self._read: dict[int, PlayedGame] = {}
        self._wanted: tuple[int, ...] = ()
        self._left: deque[int] = deque()

    def end_with(self, game: int) -> None:
        """Marks this game as the latest; it is read again, since it may have continued."""
        self._read.pop(game, None)
        self._wanted = (game,)
        try:
            with JournalReader(self._journal) as reader:
                self._wanted = _same_evening(reader.games(), game)
        except JournalError:
            self._wanted = ()
        self._left = deque(number for number in self._wanted if number not in self._read)

    def read_next(self) -> bool:
        """Reads another game; returns whether there are more. A game that cannot be read is left out."""
        if self._left:
            number = self._left.popleft()
            try:
                with JournalReader(self._journal) as reader:
                    self._read[number] = self._known(read_game(reader, number))
            except JournalError:
                self._wanted = tuple(other for other in self._wanted if other != number)
        return bool(self._left)

    @property
    def story(self) -> EveningStory | None:
        """What came to light, once all games are read; None where no dice did."""
        if self._left:
            return None
        games = tuple(self._read[number] for number in sorted(self._wanted))
        return story_of(games) if any(game.rounds for game in games) else None

    def _known(self, game: PastGame) -> PlayedGame:
        model = game_odds(game.state.options, self._die_set).model
        return PlayedGame(game.state, tuple(known_rounds(game.events(), model)), game.ending is GameEnding.WON)


def _same_evening(games: tuple[GameSummary, ...], last: int) -> tuple[int, ...]:
    """Returns the numbers of the games since the last long break; `games` are newest first."""
    found: list[GameSummary] = []
    for game in games:
        if game.number > last:
            continue
        if found and found[-1].begun - (game.ended or game.begun) > PAUSE:
            break
        found.append(game)
        if len(found) == MAX_GAMES:
            break
    return tuple(game.number for game in found)
