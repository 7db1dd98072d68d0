"""Statistics of each seat: bluffs, challenges, the boldest lie, luck; by name over several games."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from fractions import Fraction

from firmware.rules.claims import Claim
from firmware.statistics.known_rounds import KnownRound

ENOUGH_LUCK = 3
"""The number of revealed throws from which a seat's luck is meaningful."""


@dataclass(frozen=True, slots=True)
class BoldLie:
    """A bluff, the prior chance of its claim, and whether it was caught."""

    claim: Claim
    rules: str
    chance: Fraction
    caught: bool


@dataclass(slots=True)
class SeatEvening:
    """The counts of one name; only claims on revealed dice count.

    A bluff is caught if it was challenged, and not caught if a later claim on the same dice was. A challenge is by the
    odds if the claim was at most as likely true as false, as far as its challenger could know. `streak` counts the
    right challenges in a row, `best_streak` is the longest such run.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    paid: int = 0
    bluffs_caught: int = 0
    bluffs_uncaught: int = 0
    truths_doubted: int = 0
    truths_believed: int = 0
    challenges_right: int = 0
    challenges_wrong: int = 0
    by_the_odds: int = 0
    against_the_odds: int = 0
    streak: int = 0
    best_streak: int = 0
    throws: int = 0
    standing: Fraction = Fraction(0)
    boldest: BoldLie | None = None

    @property
    def known(self) -> int:
        """The number of its revealed claims made knowingly."""
        return self.bluffs + self.truths_doubted + self.truths_believed

    @property
    def bluffs(self) -> int:
        """The number of those that were bluffs."""
        return self.bluffs_caught + self.bluffs_uncaught

    @property
    def challenges(self) -> int:
        """The number of its judged challenges."""
        return self.challenges_right + self.challenges_wrong

    @property
    def luck(self) -> float | None:
        """How well the dice fell for it, from 0 to 1 (0.5 is neutral); None if too few were revealed."""
        return float(self.standing / self.throws) if self.throws >= ENOUGH_LUCK else None


@dataclass(slots=True)
class EveningStatistics:
    """The seats by name, in order of their first game."""

    seats: dict[str, SeatEvening] = field(default_factory=dict)

    def add_game(
        self,
        rules: str,
        names: tuple[str, ...],
        rounds: Iterable[KnownRound],
        winners: Iterable[int] = (),
        losers: Iterable[int] = (),
    ) -> None:
        """Counts a game: its judged rounds, winners and losers."""
        seats = [self.seats.setdefault(name, SeatEvening()) for name in names]
        for seat in seats:
            seat.games += 1
        for winner in winners:
            seats[winner].won += 1
        for loser in losers:
            seats[loser].lost += 1
        for each in rounds:
            _add_round(seats, rules, each)

    def boldest(self) -> tuple[str, BoldLie] | None:
        """Returns the least likely bluff of all, with its name."""
        lies = [(name, seat.boldest) for name, seat in self.seats.items() if seat.boldest is not None]
        return min(lies, key=lambda each: each[1].chance, default=None)

    def best_challenger(self) -> str | None:
        """Names the seat with the most right minus wrong challenges; None if nobody was right."""
        return max(
            (name for name, seat in self.seats.items() if seat.challenges_right > seat.challenges_wrong),
            key=lambda name: (
                self.seats[name].challenges_right - self.seats[name].challenges_wrong,
                self.seats[name].challenges_right,
            ),
            default=None,
        )

    def unluckiest(self) -> str | None:
        """Names the seat with the worst luck; None if nobody's was worse than neutral."""
        told = [(seat.luck, name) for name, seat in self.seats.items() if seat.luck is not None]
        return next((name for luck, name in sorted(told)[:1] if luck < 0.5), None)


def _add_round(seats: list[SeatEvening], rules: str, known: KnownRound) -> None:
    for claim in known.claims:
        if not claim.knowing:
            continue
        seat = seats[claim.seat]
        if claim.true:
            seat.truths_doubted += claim.challenged
            seat.truths_believed += not claim.challenged
            continue
        seat.bluffs_caught += claim.challenged
        seat.bluffs_uncaught += not claim.challenged
        if seat.boldest is None or claim.chance < seat.boldest.chance:
            seat.boldest = BoldLie(claim.claim, rules, claim.chance, claim.challenged)
    if challenge := known.challenge:
        seat = seats[challenge.challenger]
        seat.challenges_right += challenge.right
        seat.challenges_wrong += not challenge.right
        seat.streak = seat.streak + 1 if challenge.right else 0
        seat.best_streak = max(seat.best_streak, seat.streak)
        seat.by_the_odds += challenge.by_the_odds is True
        seat.against_the_odds += challenge.by_the_odds is False
    for luck in known.luck:
        seats[luck.seat].throws += 1
        seats[luck.seat].standing += luck.standing
    for payer, amount in known.lost:
        seats[payer].paid += amount


def seat_numbers(seat: SeatEvening) -> dict[str, int | float | None]:
    """Returns the counts of a seat as JSON data."""
    plain = {
        each.name: getattr(seat, each.name)
        for each in fields(seat)
        if each.name not in ("streak", "standing", "boldest")
    }
    return {**plain, "known": seat.known, "bluffs": seat.bluffs, "luck": seat.luck}
