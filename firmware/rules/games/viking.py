"""`viking`: Viking Liar's Dice (RULES.md §2)."""

from firmware.rules.claims import Pair
from firmware.rules.commands import Accept, Refusal
from firmware.rules.events import Accepted, Ending
from firmware.rules.games.box_game import BoxGame
from firmware.rules.ladders import VIKING, Ladder
from firmware.rules.message import message
from firmware.rules.options import Option, Options
from firmware.rules.ruleset import Counters, Decision, GameResult
from firmware.rules.state import GameState

MEIER = Pair(1, 2)

# Created once, because play and search use them all the time.
NOTHING_BEATS_MEIER = Refusal(message("Nothing beats a Meier").with_remedy(message("accept it or challenge it")))
ONLY_MEIER_ACCEPTED = Refusal(message("Only a declared Meier can be accepted."))


class Viking(BoxGame):
    """Equal claims are allowed; a declared Meier is accepted for one life or challenged for two."""

    name = "viking"
    title = message("Viking Liar's Dice")
    options = (
        Option(
            "end",
            "tavern",
            "tavern: the first without lives loses; gambling: the last with lives takes the pot",
            choices=("tavern", "gambling"),
        ),
        Option("ante", 1, "What everybody puts into the pot (gambling)", lowest=0, highest=1_000_000),
        Option("lives", 6, "Lives at the start", lowest=1, highest=99),
        Option(
            "min_raise",
            "equal",
            "Whether a claim may repeat the standing one or must be higher",
            choices=("equal", "higher"),
        ),
        Option("starter", "challenger", "Who opens after a challenge", choices=("challenger", "loser")),
        Option("meier_accept", 1, "Lives that an accepted Meier costs", lowest=0, highest=99),
        Option("meier_challenge", 2, "Lives that a challenged Meier costs", lowest=1, highest=99),
        Option("min_players", 3, "The least number of players", lowest=2, highest=12),
        Option(
            "odds",
            "declared",
            "Which odds the screen shows: the game's own, those of these dice, those of fair dice",
            choices=("declared", "measured", "fair"),
        ),
    )

    def first_stock(self, options: Options) -> int:
        """Six lives."""
        return options.number("lives")

    def ladder(self, options: Options) -> Ladder:
        """Small numbers rank high; read low digit first."""
        del options
        return VIKING

    def first_counters(self, options: Options, seats: int) -> Counters:
        """The pot: every starter's ante (gambling)."""
        gambling = options.word("end") == "gambling"
        return Counters(pot=options.number("ante") * seats if gambling else 0)

    def decided_at_start(self, options: Options, stock: tuple[int, ...]) -> bool:
        """In the tavern one seat without lives ends the game (V2)."""
        if options.word("end") == "tavern":
            return 0 in stock
        return super().decided_at_start(options, stock)

    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """Tavern: seats without lives lose, all others win (V2). Gambling: the last one standing wins (V3)."""
        del points, done
        if options.word("end") == "gambling":
            return self.last_one_standing(options, stock)
        if 0 not in stock:
            return None
        return GameResult(
            tuple(seat for seat, lives in enumerate(stock) if lives),
            tuple(seat for seat, lives in enumerate(stock) if not lives),
        )

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """The challenger, right or wrong (V5), or the loser by option."""
        del owner
        return loser if options.word("starter") == "loser" else challenger

    def stake(self, state: GameState, claim: Pair) -> int:
        """Two lives for a declared Meier, else one, whatever the dice are (V9)."""
        return state.options.number("meier_challenge") if claim == MEIER else 1

    def refuse_roll(self, state: GameState) -> Refusal | None:
        """Nothing can be claimed against a Meier."""
        return NOTHING_BEATS_MEIER if state.claim == MEIER else None

    def roll_claims(self, state: GameState) -> tuple[Pair, ...]:
        """Anything at the opening, then as high or higher (V4)."""
        if not isinstance(state.claim, Pair):
            return VIKING.pairs
        if state.options.word("min_raise") == "higher":
            return VIKING.above(state.claim)
        return VIKING.at_least(state.claim)

    def refuse_accept(self, state: GameState) -> Refusal | None:
        """Only a declared Meier can be accepted."""
        return None if state.claim == MEIER else ONLY_MEIER_ACCEPTED

    def accepted(self, state: GameState, command: Accept) -> Decision:
        """The seat that accepts pays without a reveal and opens (V6)."""
        if state.owner is None:
            raise ValueError("A standing claim has an owner.")
        ended = self.conclude(
            state,
            ending=Ending.ACCEPTED,
            claim=MEIER,
            verdict=None,
            owner=state.owner,
            opener=command.seat,
            stakes={command.seat: state.options.number("meier_accept")},
        )
        return (Accepted(command.seat), *ended)
