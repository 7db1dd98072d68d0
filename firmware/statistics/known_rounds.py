"""What a reveal says about its round: which claims were true, whether the challenge was right, and luck."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from firmware.odds.claim_chance import Dice, claim_chance, counting_faces, higher_chance, seat_dice, sum_chances
from firmware.odds.dice_model import DiceModel
from firmware.odds.game_odds import challenger_chance
from firmware.rules.claims import Bid, Claim, Hands, Pair, Total
from firmware.rules.events import Adjudicated, BidMade, Dealt, Declared, Event, Passed, Rolled, RollVoided, Verdict
from firmware.rules.evolve import evolve, fold
from firmware.rules.games.registry import ladder_of
from firmware.rules.state import GameState

EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class KnownClaim:
    """A claim on revealed dice; `chance` is its prior chance.

    In a box game that is the chance of a fresh throw; in a cup game, what the seat could compute from its own cup.
    `knowing` says whether the seat had seen the dice: a claim passed on unseen may be false without being a bluff.
    """

    seat: int
    claim: Claim
    true: bool
    chance: Fraction
    knowing: bool
    challenged: bool
    at: int
    """The index of its event in the game."""
    saw: tuple[int, ...]
    """The dice that only the seat could see: in the box, or under its own cup; () if it had not looked."""

    @property
    def bluff(self) -> bool:
        """Whether the seat knew the claim was false; in a cup game, whether it bid more than there were."""
        return self.knowing and not self.true


@dataclass(frozen=True, slots=True)
class KnownChallenge:
    """A judged challenge; `chance` is the claim's chance as the challenger could compute it."""

    challenger: int
    owner: int
    right: bool
    chance: Fraction | None

    @property
    def by_the_odds(self) -> bool | None:
        """Whether the claim was at most as likely true as false; None if the odds are unknown."""
        return None if self.chance is None else self.chance <= EVEN


@dataclass(frozen=True, slots=True)
class KnownLuck:
    """How well the dice fell for a seat: the share of throws that would have been worse, ties counted half."""

    seat: int
    standing: Fraction


@dataclass(frozen=True, slots=True)
class KnownRound:
    """A round with revealed dice, and what each seat paid: (seat, amount)."""

    number: int
    claims: tuple[KnownClaim, ...]
    challenge: KnownChallenge | None
    luck: tuple[KnownLuck, ...]
    lost: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Said:
    seat: int
    claim: Claim
    knowing: bool
    at: int


def known_rounds(events: Iterable[Event], model: DiceModel) -> Iterator[KnownRound]:
    """Yields the judged rounds of a game in order; `events` are all valid ones."""
    state: GameState | None = None
    said: list[_Said] = []
    roller: int | None = None
    for at, event in enumerate(events):
        if state is None:
            state = fold((event,))
            continue
        match event:
            case Rolled(seat, _, _):
                said, roller = [], seat
            case Dealt() | RollVoided():
                said, roller = [], None
            case Declared(seat, claim) | Passed(seat, claim):
                said.append(_Said(seat, claim, seat in state.seen, at))
            case BidMade(seat, bid):
                if event.rerolled:
                    said = []  # earlier bids were about other dice
                said.append(_Said(seat, bid, knowing=True, at=at))
            case Adjudicated():
                if event.revealed is not None and event.verdict is not Verdict.NO_VERDICT:
                    yield _round(state, event, said, roller, model)
                said, roller = [], None
        state = evolve(state, event)


def _round(state: GameState, event: Adjudicated, said: list[_Said], roller: int | None, model: DiceModel) -> KnownRound:
    claims = tuple(_claim(state, event, each, model, last=each is said[-1]) for each in said)
    challenge = None
    if event.challenger is not None:
        chance = challenger_chance(state, event, model)
        challenge = KnownChallenge(event.challenger, event.owner, event.verdict is Verdict.REFUTED, chance)
    return KnownRound(state.round, claims, challenge, tuple(_luck(state, event, roller, model)), event.lost)


def _claim(state: GameState, event: Adjudicated, said: _Said, model: DiceModel, *, last: bool) -> KnownClaim:
    rules, options = state.ruleset, state.options
    dice, before = _all_dice(event), Dice((), 2)
    saw = dice if said.knowing else ()
    if isinstance(event.revealed, Hands):
        before = _view(state, said.seat, event.revealed)
        saw = event.revealed.dice[said.seat]
    true = claim_chance(said.claim, rules, options, Dice(dice, 0), model) == 1
    chance = claim_chance(said.claim, rules, options, before, model)
    return KnownClaim(
        said.seat, said.claim, true, chance, said.knowing, last and event.challenger is not None, said.at, saw
    )


def _all_dice(event: Adjudicated) -> tuple[int, ...]:
    match event.revealed:
        case Pair(low, high):
            return low, high
        case Hands(hands):
            return tuple(face for hand in hands for face in hand)
    return ()


def _view(state: GameState, seat: int, hands: Hands) -> Dice:
    """Returns what a seat could see before the reveal; only shown dice if its hand has changed since."""
    hand = hands.dice[seat] if len(hands.dice[seat]) == state.held[seat] else ()
    return seat_dice(state, seat, hand) or Dice((), sum(state.held))


def _luck(state: GameState, event: Adjudicated, roller: int | None, model: DiceModel) -> Iterator[KnownLuck]:
    match event.revealed:
        case Pair() as pair if roller is not None:
            higher, equal = higher_chance(pair, ladder_of(state), model), model.chance_of_pair(pair)
            yield KnownLuck(roller, 1 - higher - equal / 2)
        case Hands() as hands if event.challenger is not None:
            standing = _standing(state, event.claim, event.owner, hands, model)
            yield KnownLuck(event.owner, standing)
            yield KnownLuck(event.challenger, 1 - _standing(state, event.claim, event.challenger, hands, model))


def _standing(state: GameState, claim: Claim, seat: int, hands: Hands, model: DiceModel) -> Fraction:
    """Returns the share of all possible hidden dice that would have helped the claim less."""
    view = _view(state, seat, hands)
    every = [face for hand in hands.dice for face in hand]
    match claim:
        case Total():
            sums = sum_chances(view.unseen, model)
            came = sum(every) - sum(view.seen)
        case Bid(_, face):
            faces = counting_faces(face, state.ruleset, state.options)
            came = sum(die in faces for die in every) - sum(die in faces for die in view.seen)
            chance = model.chance_of_any(faces)
            sums = {
                n: comb(view.unseen, n) * chance**n * (1 - chance) ** (view.unseen - n) for n in range(view.unseen + 1)
            }
        case _:
            return EVEN
    worse = sum((share for amount, share in sums.items() if amount < came), Fraction(0))
    return worse + sums.get(came, Fraction(0)) / 2
