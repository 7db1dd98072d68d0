"""The exact chance that a claim is true, given the dice that are seen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from firmware.odds.dice_model import ALL_PAIRS, DiceModel
from firmware.odds.errors import ClaimKindError
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import ruleset
from firmware.rules.ladders import Ladder
from firmware.rules.message import message
from firmware.rules.options import Options
from firmware.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice that a claim is about: the `seen` faces, and the number of unseen dice.

    In a box game two dice are either both seen or both unseen; in a cup game `seen` are one's own and all shown ones.
    """

    seen: tuple[int, ...]
    unseen: int


def claim_chance(claim: Claim, rules: str, options: Options, dice: Dice, model: DiceModel) -> Fraction:
    """Returns the chance that `claim` is true; raises ClaimKindError if claim or dice are of another kind of game."""
    ladder = ruleset(rules).ladder(options)
    match claim:
        case Pair() if ladder is not None:
            exact = "lie" in options and options.word("lie") == "exact"
            true = (claim,) if exact else ladder.at_least(claim)
            return _chance_of_pairs(true, dice, model)
        case Bid(quantity, face) if ladder is None:
            faces = counting_faces(face, rules, options)
            seen = sum(die in faces for die in dice.seen)
            exact = "truth" in options and options.word("truth") == "exact"
            chances = _counts(dice.unseen, model.chance_of_any(faces))
            return sum(
                (chance for more, chance in enumerate(chances) if _met(seen + more, quantity, exact)), Fraction(0)
            )
        case Total(value) if ladder is None and "last_die_sum" in options:
            sums = sum_chances(dice.unseen, model)
            return sum((chance for more, chance in sums.items() if sum(dice.seen) + more >= value), Fraction(0))
    raise ClaimKindError(message("That is not a claim of {game}.", game=ruleset(rules).title))


def higher_chance(claim: Pair, ladder: Ladder, model: DiceModel) -> Fraction:
    """Returns the chance that a throw of two dice ranks above `claim`."""
    return _chance_of_pairs(ladder.above(claim), Dice((), 2), model)


def counting_faces(face: int, rules: str, options: Options) -> tuple[int, ...]:
    """Returns the faces that count for a bid on `face`, wild ones included: the star, or as optioned (§5, §7)."""
    wild = 1 if rules == "stars" else options.number("wild")
    return tuple({face, wild} - {0})


def sum_chances(dice: int, model: DiceModel) -> dict[int, Fraction]:
    """Returns the distribution of the total of these dice.

    >>> from firmware.odds.dice_model import FAIR
    >>> str(sum_chances(2, FAIR)[7])
    '1/6'
    """
    sums = {0: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face, of_face in enumerate(model.chances, 1):
                more[total + face] = more.get(total + face, Fraction(0)) + chance * of_face
        sums = more
    return sums


def public_dice(state: GameState) -> Dice | None:
    """Returns the dice in play that everybody sees; None between rounds.

    Nothing hidden is included: a game's state has no hidden dice.
    """
    if state.claim is None:
        return None
    if not state.held:
        return Dice((), 2)
    shown = tuple(face for hand in state.shown for face in hand)
    return Dice(shown, sum(state.held) - len(shown))


def seat_dice(state: GameState, seat: int, hand: Sequence[int]) -> Dice | None:
    """Returns the dice that `seat` sees, with its own `hand` (shown dice included; () if unknown).

    Raises:
        ClaimKindError: where the seat cannot have that many dice.
    """
    public = public_dice(state)
    if public is None or not hand:
        return public
    if len(hand) != (state.held[seat] if state.held else 2):
        raise ClaimKindError(message("{name} cannot hold these dice.", name=state.seats[seat]))
    if not state.held:
        return Dice(tuple(sorted(hand)), 0)
    others = tuple(face for other, shown in enumerate(state.shown) if other != seat for face in shown)
    seen = (*others, *hand)
    return Dice(tuple(sorted(seen)), sum(state.held) - len(seen))


def _chance_of_pairs(true: Iterable[Pair], dice: Dice, model: DiceModel) -> Fraction:
    if len(dice.seen) + dice.unseen != 2 or len(dice.seen) == 1:
        raise ClaimKindError(message("Two dice are in the box: both are seen, or neither."))
    wanted = set(true)
    if dice.seen:
        return Fraction(Pair(*dice.seen) in wanted)
    return sum((model.chance_of_pair(pair) for pair in ALL_PAIRS if pair in wanted), Fraction(0))


def _counts(dice: int, chance: Fraction) -> tuple[Fraction, ...]:
    """Returns the chance that 0, 1, … of the dice count, each with `chance`: the binomial distribution."""
    return tuple(comb(dice, count) * chance**count * (1 - chance) ** (dice - count) for count in range(dice + 1))


def _met(count: int, quantity: int, exact: bool) -> bool:
    return count == quantity if exact else count >= quantity
