"""`stars`: Todd Jones's Liar's Dice (RULES.md §7)."""

from bisect import bisect_right
from functools import cache

from firmware.rules.claims import FACES, Bid, Hands, Total, write_claim
from firmware.rules.commands import MakeBid, Refusal
from firmware.rules.events import Ending, Event, Verdict
from firmware.rules.games.cup_game import CupGame
from firmware.rules.message import message, plural
from firmware.rules.options import Option, Options
from firmware.rules.ruleset import Counters, GameResult
from firmware.rules.state import GameState, Phase

STAR = 1


class Stars(CupGame):
    """Stars count as every face and are bid at double weight; a challenge costs the difference."""

    name = "stars"
    title = message("Liar's Dice with stars")
    options = (
        Option("dice", 8, "Dice of everybody at the start", lowest=1, highest=20),
        Option("direction", "clockwise", "The direction of play", choices=("clockwise", "counterclockwise")),
        Option("show_on_opening", False, "Whether Show and Re-roll may go with the first bid of a round"),
        Option(
            "show_per_round",
            0,
            "How often a player may show and re-roll in a round, 0 for any number",
            lowest=0,
            highest=20,
        ),
    )

    def clockwise(self, options: Options) -> bool:
        """Clockwise, or the other way by option (T1)."""
        return options.word("direction") == "clockwise"

    def first_counters(self, options: Options, seats: int) -> Counters:
        """The dice shown."""
        del options
        return Counters(shown=((),) * seats)

    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """The last with dice wins."""
        del points, done
        return self.last_one_standing(options, stock)

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """Who of the two was right (T7)."""
        del options
        return owner if loser == challenger else challenger

    # Bids

    def bids(self, state: GameState) -> tuple[Bid | Total, ...]:
        """What ranks above the standing bid, up to the number of dice in play (T12)."""
        every, keys = _order(self.dice_in_play(state))
        return every[bisect_right(keys, _key(state.claim)) :] if isinstance(state.claim, Bid) else every

    def may_bid(self, state: GameState, claim: Bid | Total) -> bool:
        """Above the standing bid, and for no more than the dice in play."""
        if isinstance(claim, Total) or claim.quantity > self.dice_in_play(state):
            return False
        return not isinstance(state.claim, Bid) or _key(claim) > _key(state.claim)

    def refuse_bid(self, state: GameState, claim: Bid | Total) -> Refusal:
        """A total, a bid for more than the dice in play (T12), or one that is no raise (T2, T9)."""
        said = write_claim(claim)
        dice = self.dice_in_play(state)
        if isinstance(claim, Total):
            return Refusal(message("Totals are not called in this game."))
        if claim.quantity > dice:
            return Refusal(message("{claim} is more than the {n} dice in play.", claim=said, n=dice))
        if not isinstance(state.claim, Bid):
            return Refusal(message("{claim} cannot be bid.", claim=said))
        too_low = message("{claim} does not beat {standing}", claim=said, standing=write_claim(state.claim))
        if claim.face == STAR != state.claim.face:
            stars = (state.claim.quantity + 1) // 2
            return Refusal(too_low.with_remedy(plural("bid at least {n} star", "bid at least {n} stars", stars)))
        if claim.face != STAR == state.claim.face:
            faces = 2 * state.claim.quantity + 1
            return Refusal(too_low.with_remedy(message("bid at least {n} of a face", n=faces)))
        standing = write_claim(state.claim)
        return Refusal(message("{claim} does not beat {standing}.", claim=said, standing=standing))

    # Show and Re-roll

    def may_show(self, state: GameState) -> bool:
        """Whether one die can be shown and one re-rolled (T10, T24)."""
        seat = state.turn
        return seat is not None and self._refuse_any_show(state, seat) is None

    def refuse_show(self, state: GameState, command: MakeBid) -> Refusal | None:
        """At least one die is shown, and all other hidden dice, at least one, are re-rolled."""
        if not command.shown:
            return Refusal(message("Dice are re-rolled only when some are shown.")) if command.rerolled else None
        refused = self._refuse_any_show(state, command.seat)
        if refused is not None:
            return refused
        wrong = next((face for face in command.shown if face not in FACES), None)
        if wrong is not None:
            return Refusal(message("A die shows 1 to 6, not {face}.", face=wrong))
        name = state.seats[command.seat]
        left = self._hidden(state, command.seat) - len(command.shown)
        if left < 1:
            return Refusal(message("{name} must keep at least one hidden die to re-roll.", name=name))
        if command.rerolled != left:
            return Refusal(
                message(
                    "{name} re-rolls all other hidden dice: {left}, not {n}.",
                    name=name,
                    left=left,
                    n=command.rerolled,
                )
            )
        return None

    def _refuse_any_show(self, state: GameState, seat: int) -> Refusal | None:
        options, name = state.options, state.seats[seat]
        if state.phase is Phase.OPEN and not options.flag("show_on_opening"):
            return Refusal(message("Show and Re-roll does not go with the first bid of a round."))
        most = options.number("show_per_round")
        if most and state.shows[seat] >= most:
            return Refusal(
                message(
                    "{name} may not show and re-roll again in this round: the limit is {most}.", name=name, most=most
                )
            )
        if self._hidden(state, seat) < 2:
            return Refusal(message("{name} needs at least two hidden dice to show and re-roll.", name=name))
        return None

    @staticmethod
    def _hidden(state: GameState, seat: int) -> int:
        return state.held[seat] - len(state.shown[seat]) if state.held else 0

    # Challenges

    def revealed(self, state: GameState, hands: Hands) -> tuple[Event, ...]:
        """The wrong party loses the difference; an exact bid costs all others one die.

        After an exact bid a seat with one die keeps it, unless it is the challenger (T14).
        """
        claim, owner, challenger = state.dispute
        if not isinstance(claim, Bid):
            raise TypeError("In this game a claim is a bid.")
        actual = sum(die in (claim.face, STAR) for hand in hands.dice for die in hand)
        difference = actual - claim.quantity
        if difference > 0:
            stakes = {challenger: difference}
        elif difference < 0:
            stakes = {owner: -difference}
        else:
            stakes = {
                seat: 1 for seat in self.live(state) if seat != owner and (seat == challenger or state.stock[seat] > 1)
            }
        return self.conclude(
            state,
            ending=Ending.CHALLENGE,
            claim=claim,
            verdict=Verdict.UPHELD if difference >= 0 else Verdict.REFUTED,
            owner=owner,
            opener=owner if difference >= 0 else challenger,
            stakes=stakes,
            challenger=challenger,
            actual=actual,
            revealed=hands,
        )


def _key(bid: Bid) -> tuple[int, int, int]:
    """The rank of a bid in the total order of RULES.md §7: s stars rank right above 2s of the highest face."""
    return (2 * bid.quantity, 1, 0) if bid.face == STAR else (bid.quantity, 0, bid.face)


@cache
def _order(dice: int) -> tuple[tuple[Bid, ...], tuple[tuple[int, int, int], ...]]:
    every = sorted((Bid(quantity, face) for quantity in range(1, dice + 1) for face in FACES), key=_key)
    return tuple(every), tuple(_key(bid) for bid in every)
