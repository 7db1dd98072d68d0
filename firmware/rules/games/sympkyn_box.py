"""`sympkyn-box`: Sympkyn of the Moor, version 1 (RULES.md §4)."""

from firmware.rules.claims import Pair
from firmware.rules.commands import Refusal
from firmware.rules.games.box_game import BoxGame
from firmware.rules.ladders import CLASSIC, Ladder
from firmware.rules.message import message
from firmware.rules.options import Option, Options
from firmware.rules.ruleset import GameResult
from firmware.rules.state import GameState, Phase

TWENTY_ONE = Pair(2, 1)

# Created once, because play and search use it all the time.
NOTHING_BEATS_21 = Refusal(message("Nothing beats 21").with_remedy(message("pass it on or challenge it")))


class SympkynBox(BoxGame):
    """Roll, roll blind, or pass, with a higher claim or the same; every challenge costs one life."""

    name = "sympkyn-box"
    title = message("Sympkyn of the Moor, with the box")
    options = (
        Option("lives", 3, "Lives at the start", lowest=1, highest=99),
        Option("starter", "loser", "Who opens after a challenge", choices=("loser", "challenger", "winner")),
        Option("blind_open", False, "Whether a round may be opened with a blind shake"),
        Option(
            "full_circle",
            "free",
            "Whether the one who shook may pass the same claim when the box has come round by passes",
            choices=("free", "must_act"),
        ),
    )

    def first_stock(self, options: Options) -> int:
        """Three lives (S2)."""
        return options.number("lives")

    def ladder(self, options: Options) -> Ladder:
        """The classic ranking."""
        del options
        return CLASSIC

    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """The last one standing wins (S12)."""
        del points, done
        return self.last_one_standing(options, stock)

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """The loser (S3), or by option the challenger, or who of the two was right."""
        match options.word("starter"):
            case "challenger":
                return challenger
            case "winner":
                return owner if loser == challenger else challenger
            case _:
                return loser

    def stake(self, state: GameState, claim: Pair) -> int:
        """One life, even for a 21 (S9)."""
        del state, claim
        return 1

    def refuse_roll(self, state: GameState) -> Refusal | None:
        """Nothing is higher than a 21 (S7)."""
        return NOTHING_BEATS_21 if state.claim == TWENTY_ONE else None

    def refuse_blind(self, state: GameState) -> Refusal | None:
        """A round is not opened blind (S5), unless an option allows it."""
        if state.claim is None and not state.options.flag("blind_open"):
            return Refusal(message("A round is not opened with a blind shake."))
        return self.refuse_roll(state)

    def roll_claims(self, state: GameState) -> tuple[Pair, ...]:
        """Anything at the opening, then higher."""
        return CLASSIC.above(state.claim) if isinstance(state.claim, Pair) else CLASSIC.pairs

    def refuse_pass(self, state: GameState) -> Refusal | None:
        """A pass is always possible, except with `must_act` for a 21 that has come round."""
        if not self.pass_claims(state):
            return Refusal(message("The 21 has come round: only a challenge is left."))
        return None

    def pass_claims(self, state: GameState) -> tuple[Pair, ...]:
        """As high or higher (S11); with `must_act` only higher when the box is back at its roller (S8)."""
        if not isinstance(state.claim, Pair) or state.phase is not Phase.ANSWERING:
            return ()
        if state.turn == state.roller and state.options.word("full_circle") == "must_act":
            return CLASSIC.above(state.claim)
        return CLASSIC.at_least(state.claim)
