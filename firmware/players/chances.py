"""Exact odds as players need them: vectorized, fast, in floating point."""

from functools import lru_cache

from firmware.odds.claim_chance import Dice, claim_chance, counting_faces, sum_chances
from firmware.odds.dice_model import DiceModel
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import RULESETS
from firmware.rules.options import Options

Chances = tuple[float, ...]


@lru_cache(maxsize=256)
def reach(rules: str, options: Options, model: DiceModel) -> Chances:
    """Returns, for every rank of the game's ladder, the chance that an unseen throw reaches it."""
    ladder = RULESETS[rules].ladder(options)
    pairs = ladder.pairs if ladder is not None else ()
    return tuple(float(claim_chance(pair, rules, options, Dice((), 2), model)) for pair in pairs)


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
        case Bid(quantity, face):
            seen = seen_dice(view)
            faces = counting_faces(face, state.ruleset, state.options)
            unseen = sum(state.held) - len(seen)
            table = of_bids(state.ruleset, state.options, view.model, face, unseen)
            return _at(table, quantity - sum(seen.count(counting) for counting in faces), state.options)
        case Total(value):
            seen = seen_dice(view)
            return _at(of_totals(sum(state.held) - len(seen), view.model), value - sum(seen), None)


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


def _at(table: Chances, need: int, options: Options | None) -> float:
    """Looks up the chance of finding this many more; too many are wrong only where the number must be exact."""
    if need < 0:
        exact = options is not None and "truth" in options and options.word("truth") == "exact"
        return 0.0 if exact else 1.0
    return table[need] if need < len(table) else 0.0
