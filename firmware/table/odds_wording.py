"""Chances in plain words: "one throw in nine beats that"."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from firmware.dice_sets.die_set import DieSet
from firmware.odds.claim_chance import Dice, claim_chance, counting_faces, higher_chance, public_dice
from firmware.odds.dice_model import DiceModel
from firmware.odds.game_odds import Basis, GameOdds, challenger_chance, game_odds
from firmware.rules.claims import FACES, Bid, Claim, Pair
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.message import Message, Value
from firmware.rules.options import Options
from firmware.rules.state import GameState
from firmware.table.wording import claim_name
from firmware.texts.source import text

CLOSE = Fraction(1, 20)
"""The largest relative error, also of the complement, of a fraction that stands in for another."""
FAMILIAR = 12
"""Fractions up to this denominator are told as they are."""
RAREST = Fraction(1, 10_000)
"""The least chance, also of the complement, that is worded exactly: bids are as high as people like."""
RUNGS = 4
"""At the opening, the chances of this many claims of the ladder are shown."""
MAX_OWN_DICE = 3
"""The most matching dice of one's own for which a bid's chance is shown."""


def simple(chance: Fraction) -> Fraction:
    """Returns the simplest fraction close to a chance between 0 and 1.

    One in so many, all but one, and familiar fractions stay as they are.

    >>> str(simple(Fraction(6, 25))), str(simple(Fraction(1, 50))), str(simple(Fraction(97, 100)))
    ('1/4', '1/50', '31/32')
    >>> str(simple(Fraction(4, 9))), str(simple(Fraction(4, 13)))
    ('4/9', '3/10')
    """
    if 1 in (chance.numerator, chance.denominator - chance.numerator) or chance.denominator <= FAMILIAR:
        return chance
    bound = CLOSE * min(chance, 1 - chance)
    return _simplest(chance - bound, chance + bound)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """Returns the fraction with the smallest denominator from `low` to `high`, by their continued fractions."""
    whole = ceil(low)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / _simplest(1 / (high - below), 1 / (low - below))


def in_words(code: str, chance: Fraction, **fields: Value) -> Message:
    """Words a chance as "two throws in nine": the text `odds.CODE`.

    Certain and impossible have texts of their own (`odds.CODE_always`, `odds.CODE_never`).
    """
    if chance in (0, 1):
        return text(f"odds.{code}_{'always' if chance else 'never'}", **fields)
    told = min(max(chance, RAREST), 1 - RAREST)
    near = simple(told) if told == chance else told
    of = text("odds.over" if chance < RAREST else "odds.of" if near == chance else "odds.about", n=near.denominator)
    return text(f"odds.{code}", n=near.numerator, of=of, **fields)


def odds_of_reveal(before: GameState | None, after: GameState, die_set: DieSet | None) -> Message | None:
    """Returns, after a reveal, how often the roll is beaten or how likely the claim was; None if nothing was judged.

    `before` is the state at the challenge; in a cup game it includes what the challenger could see.
    """
    last = after.last
    if last is None or last.verdict not in (Verdict.UPHELD, Verdict.REFUTED):
        return None
    model = game_odds(after.options, die_set).model
    if isinstance(last.claim, Pair):
        return _odds_of_roll(after, last, last.claim, model)
    chance = None if before is None else challenger_chance(before, last, model)
    if chance is None or last.challenger is None:
        return None
    return in_words("bid", chance, name=after.seats[last.challenger])


def _odds_of_roll(state: GameState, last: Adjudicated, claim: Pair, model: DiceModel) -> Message:
    ladder = ladder_of(state)
    honest = last.verdict is Verdict.UPHELD and last.ending is Ending.CHALLENGE
    if honest and isinstance(last.actual, Pair) and last.actual != ladder.top:
        return in_words("beats", higher_chance(last.actual, ladder, model))
    return _odds_of_claim(state, claim, model)


def _odds_of_claim(state: GameState, claim: Pair, model: DiceModel) -> Message:
    """Returns the share of throws for which a claim is true."""
    chance = claim_chance(claim, state.ruleset, state.options, Dice((), 2), model)
    alone = claim == ladder_of(state).top or _exact(state.options)
    return in_words("is" if alone else "at_least", chance, claim=claim_name(state, claim))


def _exact(options: Options) -> bool:
    return "lie" in options and options.word("lie") == "exact"


def odds_now(state: GameState, die_set: DieSet | None) -> tuple[Message, ...]:
    """Returns the odds of the standing claim, or of the possible claims, from public knowledge alone.

    Nothing hidden enters: the throw counts as unseen, and the dice under a cup as unknown.
    """
    odds = game_odds(state.options, die_set)
    if ruleset(state.ruleset).ladder(state.options) is not None:
        lines = (*_pairs(state, odds.model), text("odds.fresh"))
    else:
        lines = tuple(_bids(state, odds.model))
    return (*lines, basis_words(odds, die_set)) if lines else ()


def _pairs(state: GameState, model: DiceModel) -> Iterator[Message]:
    ladder = ladder_of(state)
    if isinstance(state.claim, Pair):
        yield _odds_of_claim(state, state.claim, model)
        if state.claim != ladder.top:
            beats = higher_chance(state.claim, ladder, model)
            yield in_words("beats_claim", beats, claim=claim_name(state, state.claim))
        return
    rungs = ladder.pairs
    for place in range(1, RUNGS + 1):
        yield _odds_of_claim(state, rungs[(len(rungs) - 1) * place // RUNGS], model)


def _bids(state: GameState, model: DiceModel) -> Iterator[Message]:
    dice = public_dice(state)
    if dice is None or state.claim is None or not state.held:
        return

    def chance(claim: Claim, seen: tuple[int, ...], unseen: int) -> Fraction:
        return claim_chance(claim, state.ruleset, state.options, Dice(seen, unseen), model)

    yield in_words("bid_now", chance(state.claim, dice.seen, dice.unseen))
    if not isinstance(state.claim, Bid) or state.turn is None:
        return
    fitting = counting_faces(state.claim.face, state.ruleset, state.options)
    other = next(face for face in FACES if face not in fitting)
    shown = len(state.shown[state.turn]) if state.shown else 0
    hidden = state.held[state.turn] - shown
    for own in range(min(hidden, MAX_OWN_DICE) + 1):
        hand = (state.claim.face,) * own + (other,) * (hidden - own)
        own_chance = chance(state.claim, (*dice.seen, *hand), dice.unseen - hidden)
        yield in_words("own", own_chance, own=text("odds.of", n=own))


def basis_words(odds: GameOdds, die_set: DieSet | None) -> Message:
    """Returns which dice the odds are for."""
    if odds.basis is Basis.MEASURED and die_set is not None:
        return text("odds.measured", name=die_set.name, n=odds.dice)
    return text(f"odds.{odds.basis.value}")
