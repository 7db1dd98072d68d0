"""`sympkyn-cups`: Sympkyn of the Moor, version 2, and Ildhafn (RULES.md §5)."""

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from firmware.rules.claims import FACES, Bid, Claim, Hands, Total, write_claim
from firmware.rules.commands import Refusal
from firmware.rules.events import Ending, Event, Verdict
from firmware.rules.games.cup_game import CupGame
from firmware.rules.message import message
from firmware.rules.options import Option, Options, OptionValue
from firmware.rules.ruleset import Counters, GameResult
from firmware.rules.state import GameState


class SympkynCups(CupGame):
    """Bids on the dice of all, raised by face, by both, or by quantity; a round costs a die or scores a point."""

    name = "sympkyn-cups"
    title = message("Sympkyn of the Moor, with cups")
    options = (
        Option(
            "raise_rule",
            "face",
            "face: more of the face, or a higher face with any number; monotone: neither may fall; "
            "quantity: a higher face, or more of any face",
            choices=("face", "monotone", "quantity"),
        ),
        Option(
            "result",
            "highest_correct",
            "highest_correct: the latest true bid of the round scores; lose_die: whoever was wrong loses a die",
            choices=("highest_correct", "lose_die"),
        ),
        Option("wild", 0, "The face that counts as every other, 0 for none", lowest=0, highest=6),
        Option("last_die_sum", False, "Whether totals are called when everybody has one die left (lose_die)"),
        Option(
            "truth",
            "at_least",
            "Whether a bid is true of that many or more, or only of just so many",
            choices=("at_least", "exact"),
        ),
        Option("starter", "loser", "Who opens after a lost die", choices=("loser", "winner")),
        Option("dice", 5, "Dice of everybody at the start", lowest=1, highest=20),
        Option("points_to_win", 1, "Points that win the game (highest_correct)", lowest=1, highest=99),
    )
    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {
        "base": {},
        "ildhafn": {"raise_rule": "quantity", "result": "lose_die", "wild": 1, "last_die_sum": True},
    }

    def first_counters(self, options: Options, seats: int) -> Counters:
        """Points where the highest correct bid scores."""
        return Counters(points=(0,) * seats if _scores(options) else ())

    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """Enough points win (C2); else the last with dice."""
        del done
        if points and max(points) >= options.number("points_to_win"):
            best = max(points)
            winners = tuple(seat for seat, score in enumerate(points) if score == best)
            return GameResult(winners, tuple(seat for seat, score in enumerate(points) if score != best))
        return self.last_one_standing(options, stock)

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """The loser of a die (C8), or the other by option; the winner where points are scored (C2)."""
        if options.word("starter") == "winner" or _scores(options):
            return owner if loser == challenger else challenger
        return loser

    # Bids

    @staticmethod
    def is_sum_round(state: GameState) -> bool:
        """Whether totals are called: everybody still in has one die (C9, C13)."""
        options = state.options
        return not _scores(options) and options.flag("last_die_sum") and bool(state.held) and max(state.held) == 1

    def bids(self, state: GameState) -> tuple[Bid | Total, ...]:
        """What beats the standing bid under the raise rule; in a sum round higher totals (C6)."""
        dice = self.dice_in_play(state)
        if self.is_sum_round(state):
            least = state.claim.value + 1 if isinstance(state.claim, Total) else dice
            return tuple(Total(value) for value in range(least, 6 * dice + 1))
        standing = state.claim if isinstance(state.claim, Bid) else None
        return _bids(state.options.word("raise_rule"), dice, standing)

    def may_bid(self, state: GameState, claim: Bid | Total) -> bool:
        """A bid that beats the standing one, for no more than the dice in play; in a sum round a higher total."""
        if self.is_sum_round(state):
            return claim in self.bids(state)
        if isinstance(claim, Total) or claim.quantity > self.dice_in_play(state):
            return False
        return not isinstance(state.claim, Bid) or _beats(state.options.word("raise_rule"), claim, state.claim)

    def refuse_bid(self, state: GameState, claim: Bid | Total) -> Refusal:
        """A bid of the wrong kind, for more than the dice in play (C12), or one that does not beat the standing one."""
        said = write_claim(claim)
        dice = self.dice_in_play(state)
        if self.is_sum_round(state):
            if isinstance(claim, Bid):
                one_die = message("Everybody has one die")
                return Refusal(one_die.with_remedy(message("call a total, such as sum 9")))
            least, most = dice, 6 * dice
            if not least <= claim.value <= most:
                return Refusal(
                    message(
                        "The total of {n} dice is {least} to {most}, not {total}.",
                        n=dice,
                        least=least,
                        most=most,
                        total=claim.value,
                    )
                )
        elif isinstance(claim, Total):
            return Refusal(message("Totals are called only when everybody has one die left."))
        elif claim.quantity > dice:
            return Refusal(message("{claim} is more than the {n} dice in play.", claim=said, n=dice))
        if state.claim is None:
            return Refusal(message("{claim} cannot be bid.", claim=said))
        return Refusal(message("{claim} does not beat {standing}.", claim=said, standing=write_claim(state.claim)))

    # Challenges

    def revealed(self, state: GameState, hands: Hands) -> tuple[Event, ...]:
        """Either the wrong party loses a die, or the latest true bid of the round scores."""
        claim, owner, challenger = state.dispute
        actual, true = _holds(state.options, claim, hands)
        winner = None
        if _scores(state.options):
            winner = _latest_true(state, hands, challenger)
            opener, stakes = winner, dict[int, int]()
        else:
            loser = challenger if true else owner
            opener, stakes = self.opener_after(state.options, challenger, owner, loser), {loser: 1}
        return self.conclude(
            state,
            ending=Ending.CHALLENGE,
            claim=claim,
            verdict=Verdict.UPHELD if true else Verdict.REFUTED,
            owner=owner,
            opener=opener,
            stakes=stakes,
            challenger=challenger,
            actual=actual,
            revealed=hands,
            winner=winner,
        )


def _scores(options: Options) -> bool:
    return options.word("result") == "highest_correct"


def _latest_true(state: GameState, hands: Hands, challenger: int) -> int:
    """Who made the latest true bid of the round; the challenger when none is true (C2)."""
    for seat, claim in reversed(state.bids):
        if _holds(state.options, claim, hands)[1]:
            return seat
    return challenger


def _holds(options: Options, claim: Claim, hands: Hands) -> tuple[int, bool]:
    """The count or total of the dice for this claim, and whether the claim is true; a total always means at least."""
    dice = [face for hand in hands.dice for face in hand]
    match claim:
        case Total(value):
            return sum(dice), sum(dice) >= value
        case Bid(quantity, face):
            wild = options.number("wild")
            count = sum(die in (face, wild) for die in dice)
            return count, count == quantity if options.word("truth") == "exact" else count >= quantity
        case _:
            raise TypeError("In a cup game a claim is a bid or a total.")


@cache
def _bids(rule: str, dice: int, standing: Bid | None) -> tuple[Bid, ...]:
    if rule == "face":
        every = tuple(Bid(quantity, face) for face in FACES for quantity in range(1, dice + 1))
    else:
        every = tuple(Bid(quantity, face) for quantity in range(1, dice + 1) for face in FACES)
    return every if standing is None else tuple(bid for bid in every if _beats(rule, bid, standing))


def _beats(rule: str, bid: Bid, standing: Bid) -> bool:
    match rule:
        case "face":
            return (bid.face, bid.quantity) > (standing.face, standing.quantity)
        case "monotone":
            return bid != standing and bid.quantity >= standing.quantity and bid.face >= standing.face
        case _:
            return (bid.quantity, bid.face) > (standing.quantity, standing.face)
