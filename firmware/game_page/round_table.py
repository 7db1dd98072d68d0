"""A line for every judged round of a game, for people's own calculations."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from firmware.dice_sets.die_set import DieSet
from firmware.journal.past_game import PastGame
from firmware.odds.game_odds import game_odds
from firmware.rules.claims import Claim, write_claim
from firmware.statistics.known_rounds import KnownRound, known_rounds

HEAD = (
    "game", "round", "claim", "owner", "challenger", "true", "chance_for_challenger", "chance_beforehand", "lost",
)  # fmt: skip


def rounds_of(game: PastGame, die_set: DieSet | None) -> tuple[KnownRound, ...]:
    """Returns the judged rounds of a game, with its odds."""
    return tuple(known_rounds(game.events(), game_odds(game.state.options, die_set).model))


def claim_text(game: PastGame, claim: Claim) -> str:
    """Writes a claim in the game's terms."""
    return write_claim(claim, low_first=game.state.ruleset == "viking")


def round_table(game: PastGame, die_set: DieSet | None) -> str:
    """Writes the table as CSV, quoting names that a spreadsheet would take for formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for known in rounds_of(game, die_set):
        writer.writerow(list(_cells(game, known)))
    return out.getvalue()


def _cells(game: PastGame, known: KnownRound) -> Iterator[str | int]:
    names = [plain(name) for name in game.state.seats]
    last, challenge = (known.claims[-1] if known.claims else None), known.challenge
    yield game.summary.number
    yield known.number
    yield claim_text(game, last.claim) if last else ""
    yield names[challenge.owner] if challenge else ""
    yield names[challenge.challenger] if challenge else ""
    yield str(not challenge.right).lower() if challenge else ""
    yield _decimal(challenge.chance if challenge else None)
    yield _decimal(last.chance if last else None)
    yield "; ".join(f"{names[seat]} {amount}" for seat, amount in known.lost)


def plain(name: str) -> str:
    """Prefixes a name that a spreadsheet would take for a formula with an apostrophe.

    >>> plain("=1+1"), plain("Astrid")
    ("'=1+1", 'Astrid')
    """
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name


def _decimal(chance: Fraction | None) -> str:
    return "" if chance is None else f"{float(chance):.6g}"
