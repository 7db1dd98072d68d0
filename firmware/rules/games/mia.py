"""`mia`: Mia/Meier (RULES.md §6)."""

from firmware.rules.claims import Pair
from firmware.rules.commands import Refusal
from firmware.rules.games.box_game import BoxGame
from firmware.rules.ladders import MIA_MODERN, MIA_TRADITIONAL, Ladder
from firmware.rules.message import message
from firmware.rules.options import Option, Options
from firmware.rules.ruleset import GameResult
from firmware.rules.state import GameState, Phase

MIA = Pair(2, 1)

# Created once, because play and search use them all the time.
NOTHING_BEATS_MIA = Refusal(message("Nothing beats a Mia").with_remedy(message("pass it on or challenge it")))
MIA_CAME_ROUND = Refusal(message("The Mia has come round").with_remedy(message("roll or challenge")))


class Mia(BoxGame):
    """Roll higher, pass, or challenge; when all others have passed, the roller may not pass the same claim."""

    name = "mia"
    title = message("Mia")
    max_seats = 12
    options = (
        Option(
            "ranking",
            "traditional",
            "traditional: doubles rank above all mixed results; modern: results rank as numbers",
            choices=("traditional", "modern"),
        ),
        Option("lives", 3, "Lives at the start", lowest=1, highest=99),
        Option("mia_penalty", 2, "Lives that a challenged Mia costs", lowest=1, highest=99),
        Option(
            "mia_circle",
            "fresh",
            "What the roller claims when a Mia has come round: anything, or only Mia again",
            choices=("fresh", "mia_again"),
        ),
        Option("starter", "loser", "Who opens after a challenge", choices=("loser", "challenger")),
        Option("min_players", 3, "The least number of players", lowest=2, highest=12),
    )

    def first_stock(self, options: Options) -> int:
        """Three lives."""
        return options.number("lives")

    def ladder(self, options: Options) -> Ladder:
        """One of the two rankings (M1)."""
        return MIA_MODERN if options.word("ranking") == "modern" else MIA_TRADITIONAL

    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """The last one standing wins."""
        del points, done
        return self.last_one_standing(options, stock)

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """The loser (M7), or the challenger by option."""
        del owner
        return challenger if options.word("starter") == "challenger" else loser

    def stake(self, state: GameState, claim: Pair) -> int:
        """Two lives for a declared Mia, else one, whatever the dice are (M12)."""
        return state.options.number("mia_penalty") if claim == MIA else 1

    @staticmethod
    def has_come_round(state: GameState) -> bool:
        """Whether all others have passed, so that the seat in turn is the one that rolled (M8, M10)."""
        return state.phase is Phase.ANSWERING and state.turn == state.roller

    def refuse_roll(self, state: GameState) -> Refusal | None:
        """No roll beats a Mia (M5), but when it has come round, the roller may roll again (M3, M4)."""
        if state.claim == MIA and state.phase is Phase.ANSWERING and not self.has_come_round(state):
            return NOTHING_BEATS_MIA
        return None

    def roll_claims(self, state: GameState) -> tuple[Pair, ...]:
        """Anything at the opening, then higher; after a Mia that came round, anything or only Mia (M4)."""
        ladder = self.ladder(state.options)
        if not isinstance(state.claim, Pair):
            return ladder.pairs
        if state.claim == MIA:
            return (MIA,) if state.options.word("mia_circle") == "mia_again" else ladder.pairs
        return ladder.above(state.claim)

    def refuse_pass(self, state: GameState) -> Refusal | None:
        """A Mia that has come round may not be passed again."""
        if state.claim == MIA and self.has_come_round(state):
            return MIA_CAME_ROUND
        return None

    def pass_claims(self, state: GameState) -> tuple[Pair, ...]:
        """The same claim (M18); when it has come round, only higher ones (M3)."""
        if not isinstance(state.claim, Pair):
            return ()
        if self.has_come_round(state):
            return self.ladder(state.options).above(state.claim)
        return (state.claim,)

    def refuse_claim(self, state: GameState, claim: Pair) -> Refusal:
        """An ordinary pass may not raise the claim (M18); one that has come round must (M3)."""
        if state.phase is Phase.ANSWERING and claim == state.claim:
            return Refusal(message("All others have passed").with_remedy(message("to pass again, claim more")))
        if state.phase is Phase.ANSWERING and not self.has_come_round(state):
            return Refusal(message("A pass hands on the claim as it stands; only a roll may raise it."))
        return super().refuse_claim(state, claim)
