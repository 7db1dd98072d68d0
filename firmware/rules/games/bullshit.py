"""`bullshit`: Bullshit Dice (RULES.md §3)."""

from collections.abc import Mapping

from firmware.rules.claims import Hands, Pair
from firmware.rules.commands import Command, Declare, Refusal, Show, Unread, VoidRoll
from firmware.rules.events import Declared, Ending, Event, GameOver, RollVoided, Shown, Verdict
from firmware.rules.games.box_game import BoxGame
from firmware.rules.ladders import CLASSIC, Ladder
from firmware.rules.message import message
from firmware.rules.options import Option, Options
from firmware.rules.ruleset import Counters, Decision, GameResult
from firmware.rules.state import GameState, Phase
from firmware.rules.stock import StockKind

TWENTY_ONE = Pair(2, 1)
_WITHOUT_21 = CLASSIC.pairs[:-1]


class Bullshit(BoxGame):
    """Tallies are bad; the cup's worth grows with every higher announcement, and anybody may call a lie."""

    name = "bullshit"
    title = message("Bullshit Dice")
    stock_kind = StockKind.TALLIES
    max_stock = 999
    options = (
        Option(
            "lie",
            "below",
            "What a lie is: dice that rank below the announcement, or any that differ from it",
            choices=("below", "exact"),
        ),
        Option(
            "equal",
            "costs",
            "Whether an equal announcement costs a tally or is forbidden",
            choices=("costs", "forbidden"),
        ),
        Option(
            "lower_tally",
            1,
            "Tallies that an announcement costs which is not higher: a number, or the cup's worth",
            choices=("worth",),
            lowest=0,
            highest=99,
        ),
        Option("twentyone_raises", False, "Whether a shown 21 raises the cup before the others pay"),
        Option("bluff_21", False, "Whether a 21 may be announced without showing it, and kept hidden"),
        Option("callers", "any", "Who may call: anybody but the roller, or the next only", choices=("any", "next")),
        Option(
            "end",
            "limit",
            "limit: over when somebody has that many tallies; rounds: after that many rounds; "
            "knockout: whoever has that many is out; open: never",
            choices=("limit", "rounds", "knockout", "open"),
        ),
        Option("limit", 21, "Tallies that end the game or knock out", lowest=1, highest=999),
        Option("rounds", 10, "Rounds that end the game", lowest=1, highest=999),
    )

    def first_stock(self, options: Options) -> int:
        """No tallies."""
        del options
        return 0

    def ladder(self, options: Options) -> Ladder:
        """The classic ranking (B1)."""
        del options
        return CLASSIC

    def first_counters(self, options: Options, seats: int) -> Counters:
        """The cup is worth one."""
        del options, seats
        return Counters(worth=1)

    # Tallies and the end

    def is_out(self, options: Options, stock: int) -> bool:
        """Only a knock-out game has seats that drop out, as soon as they reach the limit."""
        return options.word("end") == "knockout" and stock >= options.number("limit")

    def stock_after_paying(self, stock: int, amount: int) -> int:
        """Tallies add up."""
        return stock + amount

    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """Limit or rounds: the fewest tallies win, the most lose; ties share; if all are equal, all win (B13)."""
        del points
        match options.word("end"):
            case "knockout":
                return self.last_one_standing(options, stock)
            case "limit" if max(stock) >= options.number("limit"):
                return _by_tallies(stock)
            case "rounds" if done >= options.number("rounds"):
                return _by_tallies(stock)
            case _:
                return None

    def result_now(self, state: GameState) -> GameResult | None:
        """A knock-out game may end in the middle of a round, any other only when a round ends."""
        if state.phase in (Phase.OPEN, Phase.OVER) or state.options.word("end") == "knockout":
            return super().result_now(state)
        return None

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """The loser opens, whoever called (B16)."""
        del options, challenger, owner
        return loser

    # Claims

    def stake(self, state: GameState, claim: Pair) -> int:
        """The cup's worth."""
        del claim
        return state.worth or 1

    def claim_is_true(self, options: Options, claim: Pair, actual: Pair) -> bool:
        """True when the dice rank as high or higher, or by option only when they are equal (B2)."""
        if options.word("lie") == "exact":
            return actual == claim
        return super().claim_is_true(options, claim, actual)

    def refuse_roll(self, state: GameState) -> Refusal | None:
        """The seat with the cup may roll."""
        del state
        return None

    def roll_claims(self, state: GameState) -> tuple[Pair, ...]:
        """Anything but a 21 (B9), and not the standing announcement where equals are forbidden (B3)."""
        pairs = CLASSIC.pairs if state.options.flag("bluff_21") else _WITHOUT_21
        if state.options.word("equal") == "forbidden" and state.claim in pairs:
            return tuple(pair for pair in pairs if pair != state.claim)
        return pairs

    def refuse_claim(self, state: GameState, claim: Pair) -> Refusal:
        """A 21 is shown, not announced."""
        if claim == TWENTY_ONE and not state.options.flag("bluff_21"):
            return Refusal(message("A 21 is shown, not announced; the highest announcement is 66."))
        stands = message("{claim} already stands", claim=CLASSIC.spoken(claim))
        return Refusal(stands.with_remedy(message("announce higher or lower")))

    def declared(self, state: GameState, command: Declare) -> tuple[Event, ...]:
        """Higher raises the cup's worth by one; equal or lower costs the roller tallies at once (B3 to B6).

        A seat eliminated by this is skipped from now on, but answers for its announcement while it stands.
        """
        worth, fine = 1, 0
        if isinstance(state.claim, Pair):
            higher = CLASSIC.rank(command.claim) > CLASSIC.rank(state.claim)
            worth = (state.worth or 1) + higher
            fine = 0 if higher else self._fine(state)
        seat = command.seat
        stock = (*state.stock[:seat], state.stock[seat] + fine, *state.stock[seat + 1 :])
        declared = Declared(seat, command.claim, self.next_live(state.options, stock, seat), worth, fine)
        result = self.last_one_standing(state.options, stock) if fine else None
        return (declared,) if result is None else (declared, GameOver(*result))

    def _fine(self, state: GameState) -> int:
        fine = state.options["lower_tally"]
        return (state.worth or 1) if fine == "worth" else int(fine)

    # Calling

    def possible_challengers(self, state: GameState) -> tuple[int, ...]:
        """Anybody but the last roller (B10), until the next one rolls (B11)."""
        if state.options.word("callers") == "next":
            return super().possible_challengers(state)
        return tuple(seat for seat in self.live(state) if seat != state.owner)

    def refuse_challenge(self, state: GameState, seat: int) -> Refusal | None:
        """A seat cannot call its own roll, and eliminated seats cannot call."""
        if seat in self.possible_challengers(state):
            return None
        name = state.seats[seat]
        if seat == state.owner:
            return Refusal(message("{name} cannot call their own announcement.", name=name))
        if not self.is_live(state, seat):
            return Refusal(message("{name} is out of the game.", name=name))
        return self.not_in_turn(state, seat)

    # The shown 21

    def may_show(self, state: GameState) -> bool:
        """The seat with the cup may have rolled a 21, or may still roll one."""
        return state.phase in (Phase.OPEN, Phase.ANSWERING) or (
            state.phase is Phase.CLAIMING and state.roller is not None
        )

    def must_show(self, options: Options, dice: Pair | Hands | None) -> bool:
        """A rolled 21 must be shown (B8), unless it may be bluffed with."""
        return dice == TWENTY_ONE and not options.flag("bluff_21")

    def play(self, state: GameState, command: Command) -> Decision:
        """Decides the commands of a box game, and the ruling that a roll shown is not a 21."""
        if not isinstance(command, VoidRoll):
            return super().play(state, command)
        if state.phase is not Phase.REVEALING or state.challenger is not None or state.turn is None:
            return Refusal(message("Nobody is showing a 21."))
        return (RollVoided(state.turn, None),)

    def show(self, state: GameState, command: Show) -> Decision:
        """The roller shows its roll before it announces anything."""
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is not Phase.CLAIMING or state.roller is None:
            return self.not_rolled(state, command.seat)
        return (Shown(command.seat),)

    def revealed(self, state: GameState, dice: Pair | Unread) -> tuple[Event, ...]:
        """Decides a call or a showing: for a real 21 all others pay the cup's worth and the next seat opens.

        Showing anything else voids the roll (§1): the seat rolls again, and the previous announcement still stands. A
        showing that cannot be read ends the round: nobody pays, the table may rule, the next seat opens.
        """
        if state.challenger is not None or state.turn is None:
            return super().revealed(state, dice)
        shower = state.turn
        if isinstance(dice, Pair) and dice != TWENTY_ONE:
            return (RollVoided(shower, dice),)
        read = isinstance(dice, Pair)
        stakes: Mapping[int, int] = {}
        if read:
            worth = (state.worth or 1) + (state.claim is not None and state.options.flag("twentyone_raises"))
            stakes = {seat: worth for seat in self.live(state) if seat != shower}
        return self.conclude(
            state,
            ending=Ending.SHOWN,
            claim=TWENTY_ONE,
            verdict=Verdict.UPHELD if read else Verdict.NO_VERDICT,
            owner=shower,
            opener=self.after(state, shower),
            stakes=stakes,
            actual=dice if isinstance(dice, Pair) else None,
            revealed=dice if isinstance(dice, Pair) else None,
            reason=dice.reason if isinstance(dice, Unread) else None,
        )


def _by_tallies(stock: tuple[int, ...]) -> GameResult:
    fewest, most = min(stock), max(stock)
    losers = tuple(seat for seat, tallies in enumerate(stock) if tallies == most and most > fewest)
    return GameResult(tuple(seat for seat, tallies in enumerate(stock) if tallies == fewest), losers)
