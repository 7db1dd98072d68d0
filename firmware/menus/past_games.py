"""Past games on the screen: their list, and the way to statistics."""

from functools import partial

from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import PastGame, read_game
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.destinations import Destination, DiceStatistics, EveningStatisticsShown, GameReplay
from firmware.table.mode import Choice, ListMode
from firmware.table.wording import moment

NEWEST = 12


class PastGamesMode(ListMode):
    """Lists the newest finished games."""

    leads_to = (GameReplay, DiceStatistics, EveningStatisticsShown)

    def __init__(self, context: Context) -> None:
        """Reads the journal once."""
        super().__init__(context)
        self.games: tuple[PastGame, ...] = ()
        try:
            with JournalReader(context.current_game.journal.path) as reader:
                heads = [head for head in reader.games() if head.ended is not None]
                self.games = tuple(read_game(reader, head.number) for head in heads[:NEWEST])
        except JournalError as error:
            context.warn(error.message)

    @property
    def title(self) -> Message:
        """Past games."""
        return self.text("replay.title")

    @property
    def subtitle(self) -> Message:
        """How a replay works."""
        return self.text("replay.detail" if self.games else "replay.none")

    def choices(self) -> tuple[Choice, ...]:
        """Back, the statistics, and the games, newest first."""
        return (
            self.back_row(),
            self._opens("dice", DiceStatistics()),
            *((self._opens("evening", EveningStatisticsShown()),) if self.games else ()),
            *(self._row(game) for game in self.games if game.actions),
        )

    def _opens(self, key: str, destination: Destination) -> Choice:
        detail = self.text(f"statistics.{key}_detail")
        return Choice(key, self.text(f"statistics.{key}_title"), detail=detail, act=partial(self.open, destination))

    def _row(self, game: PastGame) -> Choice:
        return Choice(
            ("game", game.summary.number),
            self.text(f"game.{game.state.ruleset}"),
            literal(moment(game.summary.begun)),
            literal(", ".join(game.state.seats)),
            act=partial(self.open, GameReplay(game)),
        )
