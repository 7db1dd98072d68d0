"""`stars`: Todd Jones's Liar's Dice (RULES.md §7)."""

from bisect import bisect_right
from functools import cache

from firmware.rules.claims import FACES, Bid, Hands, Total, write_claim
from firmware.rules.commands import MakeBid, Refusal
from firmware.rules.decision import Kept, Outcome
from firmware.rules.events import Ending, Event, Verdict
from firmware.rules.games.cup_game import CupGame
from firmware.rules.options import Option, Options
from firmware.rules.state import GameState, Phase

STAR = 1


class Stars(CupGame):
    """Stars count as every face and are bid at double weight; a challenge costs the difference."""

    name = "stars"
    title = "Liar's Dice with stars"
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

    def keeps(self, options: Options, seats: int) -> Kept:
        """The dice shown."""
        del options
        return Kept(shown=((),) * seats)

    def outcome(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> Outcome | None:
        """The last with dice wins."""
        del points, done
        return self.last_one_standing(options, stock)

    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """Who of the two was right (T7)."""
        del options
        return owner if loser == challenger else challenger

    # Bids

    def bids(self, state: GameState) -> tuple[Bid | Total, ...]:
        """What stands above the standing bid in the total order, up to the dice in play (T12)."""
        every, keys = _order(self.dice_in_play(state))
        return every[bisect_right(keys, _key(state.claim)) :] if isinstance(state.claim, Bid) else every

    def may_bid(self, state: GameState, claim: Bid | Total) -> bool:
        """Above the standing bid, and for no more than the dice in play."""
        if isinstance(claim, Total) or claim.quantity > self.dice_in_play(state):
            return False
        return not isinstance(state.claim, Bid) or _key(claim) > _key(state.claim)

    def why_not(self, state: GameState, claim: Bid | Total) -> str:
        """A total, a bid above the dice in play (T12), or one that is no raise (T2, T9)."""
        said = write_claim(claim)
        dice = self.dice_in_play(state)
        if isinstance(claim, Total):
            return "Totals are not called in this game."
        if claim.quantity > dice:
            return f"{said} is more than the {dice} dice in play."
        if not isinstance(state.claim, Bid):
            return f"{said} cannot be bid."
        standing = write_claim(state.claim)
        if claim.face == STAR != state.claim.face:
            return f"{said} does not beat {standing}: it takes {(state.claim.quantity + 1) // 2} stars or more."
        if claim.face != STAR == state.claim.face:
            return f"{said} does not beat {standing}: it takes {2 * state.claim.quantity + 1} of a face or more."
        return f"{said} does not beat {standing}."

    # Show and Re-roll

    def may_show(self, state: GameState) -> bool:
        """Whether one die can be shown and one re-rolled (T10, T24)."""
        seat = state.turn
        return seat is not None and self._refuse_any_show(state, seat) is None

    def refuse_show(self, state: GameState, command: MakeBid) -> Refusal | None:
        """One die or more is shown, all other hidden ones are re-rolled, of which there is one at least."""
        if not command.shown:
            return Refusal("Dice are re-rolled only when some are shown.") if command.rerolled else None
        refused = self._refuse_any_show(state, command.seat)
        if refused is not None:
            return refused
        wrong = next((face for face in command.shown if face not in FACES), None)
        if wrong is not None:
            return Refusal(f"A die shows 1 to 6, not {wrong}.")
        name = state.seats[command.seat]
        left = self._hidden(state, command.seat) - len(command.shown)
        if left < 1:
            return Refusal(f"{name} must keep one hidden die at least to re-roll.")
        if command.rerolled != left:
            return Refusal(f"{name} re-rolls all other hidden dice: {left}, not {command.rerolled}.")
        return None

    def _refuse_any_show(self, state: GameState, seat: int) -> Refusal | None:
        options = state.options
        if state.phase is Phase.OPEN and not options.flag("show_on_opening"):
            return Refusal("Show and Re-roll does not go with the first bid of a round.")
        most = options.number("show_per_round")
        if most and state.shows[seat] >= most:
            return Refusal(f"{state.seats[seat]} has shown and re-rolled in this round already, {most} at most.")
        if self._hidden(state, seat) < 2:
            return Refusal(f"{state.seats[seat]} needs two hidden dice at least to show and re-roll.")
        return None

    @staticmethod
    def _hidden(state: GameState, seat: int) -> int:
        return state.held[seat] - len(state.shown[seat]) if state.held else 0

    # Judging

    def judged(self, state: GameState, hands: Hands) -> tuple[Event, ...]:
        """The difference is lost by who was wrong; an exact bid costs all others one die.

        On an exact bid a seat with one die keeps it, unless it is the challenger (T14).
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
    """The place of a bid in the total order of RULES.md §7: s stars stand right above 2s of the highest face."""
    return (2 * bid.quantity, 1, 0) if bid.face == STAR else (bid.quantity, 0, bid.face)


@cache
def _order(dice: int) -> tuple[tuple[Bid, ...], tuple[tuple[int, int, int], ...]]:
    every = sorted((Bid(quantity, face) for quantity in range(1, dice + 1) for face in FACES), key=_key)
    return tuple(every), tuple(_key(bid) for bid in every)
