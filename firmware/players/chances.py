"""Exact odds as players need them: vectorized, fast, in floating point."""

from functools import cached_property, lru_cache

from firmware.odds.claim_chance import Dice, claim_chance, counting_faces, sum_chances
from firmware.odds.dice_model import DiceModel
from firmware.players.seat_view import SeatView
from firmware.rules.claims import FACES, Bid, Claim, Pair, Total
from firmware.rules.games.registry import RULESETS
from firmware.rules.options import Options

Chances = tuple[float, ...]


@lru_cache(maxsize=256)
def reach(rules: str, options: Options, model: DiceModel) -> Chances:
    """Returns, for every rank of the game's ladder, the chance that an unseen throw reaches it."""
    ladder = RULESETS[rules].ladder(options)
    pairs = ladder.pairs if ladder is not None else ()
    return tuple(float(claim_chance(pair, rules, options, Dice((), 2), model)) for pair in pairs)


@lru_cache(maxsize=256)
def counting_by_face(rules: str, options: Options) -> tuple[tuple[int, ...], ...]:
    """Returns by face, from 0, the faces that count for a bid on it."""
    return ((), *(counting_faces(face, rules, options) for face in FACES))


@lru_cache(maxsize=4096)
def of_bids(rules: str, options: Options, model: DiceModel, face: int, unseen: int) -> Chances:
    """Returns the chance that a bid on `face` is true if 0, 1, … of the unseen dice are still needed."""
    dice = Dice((), unseen)
    none = 1 - model.chance_of_any(counting_faces(face, rules, options))
    exact = "truth" in options and options.word("truth") == "exact"
    first = float(none**unseen) if exact else 1.0
    needs = range(1, unseen + 1)
    return (first, *(float(claim_chance(Bid(need, face), rules, options, dice, model)) for need in needs))


@lru_cache(maxsize=256)
def of_totals(unseen: int, model: DiceModel) -> Chances:
    """Returns the chance that at least 0, 1, … of the unseen dice count."""
    sums = sum_chances(unseen, model)
    return tuple(
        float(sum(chance for total, chance in sums.items() if total >= least)) for least in range(6 * unseen + 1)
    )


def truth(view: SeatView, claim: Claim) -> float:
    """Returns the chance that a claim is true, given only what the seat can know."""
    state = view.state
    match claim:
        case Pair():
            game = RULESETS[state.ruleset]
            ladder = game.ladder(state.options)
            if ladder is None:
                return 0.0
            if view.dice:
                return float(is_true(view, claim, Pair(*view.dice)))
            return reach(state.ruleset, state.options, view.model)[ladder.rank(claim)]
        case Bid() | Total():
            return BidOdds(view).truth(claim)


class BidOdds:
    """The chances of all bids for one seat; it looks at the dice once."""

    def __init__(self, view: SeatView) -> None:
        """Looks at the dice that the seat can see."""
        self._view = view
        self._seen = seen_dice(view)
        self._unseen = sum(view.state.held) - len(self._seen)
        self._of_faces: dict[int, tuple[int, Chances]] = {}

    def truth(self, claim: Bid | Total) -> float:
        """Returns the chance that a bid is true, given only what the seat can know."""
        if isinstance(claim, Total):
            return _at(of_totals(self._unseen, self._view.model), claim.value - sum(self._seen), enough=1.0)
        seen, table = self._of_faces.get(claim.face) or self._of_face(claim.face)
        need = claim.quantity - seen
        if need < 0:
            return self._enough
        return table[need] if need < len(table) else 0.0

    @cached_property
    def _enough(self) -> float:
        """The chance of a bid for fewer dice than are seen: it is wrong only where the number must be exact."""
        options = self._view.state.options
        return 0.0 if "truth" in options and options.word("truth") == "exact" else 1.0

    def _of_face(self, face: int) -> tuple[int, Chances]:
        """Returns how many seen dice count for a face, and the chances that 0, 1, … of the unseen are still needed."""
        state = self._view.state
        counting = counting_by_face(state.ruleset, state.options)[face]
        table = of_bids(state.ruleset, state.options, self._view.model, face, self._unseen)
        found = self._of_faces[face] = (sum(map(self._seen.count, counting)), table)
        return found


def is_true(view: SeatView, claim: Pair, dice: Pair) -> bool:
    """Returns whether a claim is true of these dice."""
    state = view.state
    if state.ruleset == "bullshit" and state.options.word("lie") == "exact":
        return claim == dice
    ladder = RULESETS[state.ruleset].ladder(state.options)
    return ladder is not None and ladder.rank(dice) >= ladder.rank(claim)


def seen_dice(view: SeatView) -> tuple[int, ...]:
    """Returns all the dice under the cups that the seat can see: its own and those shown by others."""
    shown = view.state.shown
    if not view.dice:
        return tuple(face for hand in shown for face in hand)
    return view.dice + tuple(face for seat, hand in enumerate(shown) if seat != view.seat for face in hand)


def _at(table: Chances, need: int, *, enough: float) -> float:
    """Looks up the chance of finding this many more; `enough` is the chance where more are seen than are claimed."""
    if need < 0:
        return enough
    return table[need] if need < len(table) else 0.0
