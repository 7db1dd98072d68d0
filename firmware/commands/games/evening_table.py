"""Statistics of seats by evening, as text and as JSON."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from firmware.journal.past_game import PastGame
from firmware.rules.claims import write_claim
from firmware.statistics.evenings import evening_statistics, evenings
from firmware.statistics.seat_evening import BoldLie, EveningStatistics, SeatEvening, seat_numbers

HEAD = ("", "bluffs", "caught", "not caught", "right", "wrong", "by the odds", "luck", "boldest lie")


def evening_lines(games: Sequence[PastGame]) -> Iterator[str]:
    """Yields a table for every evening, and a total if there are several."""
    found = evenings(games)
    for evening in found:
        yield ""
        yield f"Evening of {_day(evening)}, by what came to light:"
        yield from _table(evening_statistics(evening))
    if len(found) > 1:
        yield ""
        yield "All evenings together:"
        yield from _table(evening_statistics(games))


def evenings_as_json(games: Sequence[PastGame]) -> list[dict[str, Any]]:
    """Returns the counts of every evening, with the numbers of its games."""
    return [
        {
            "day": _day(evening),
            "games": [game.summary.number for game in evening],
            "seats": seats_as_json(evening_statistics(evening)),
        }
        for evening in evenings(games)
    ]


def seats_as_json(found: EveningStatistics) -> dict[str, Any]:
    """Returns the counts of every seat."""
    return {name: {**seat_numbers(seat), "boldest": _lie(seat.boldest)} for name, seat in found.seats.items()}


def _lie(lie: BoldLie | None) -> dict[str, Any] | None:
    if lie is None:
        return None
    return {"claim": bold_claim(lie), "chance": float(lie.chance), "caught": lie.caught}


def bold_claim(lie: BoldLie) -> str:
    """Writes the claim of a lie in the game's terms."""
    return write_claim(lie.claim, low_first=lie.rules == "viking")


def _day(evening: Sequence[PastGame]) -> str:
    try:
        return datetime.fromtimestamp(evening[0].summary.begun).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        return "1970-01-01"


def _table(found: EveningStatistics) -> Iterator[str]:
    rows = [HEAD, *(_row(name, seat) for name, seat in found.seats.items())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for name, *cells in rows:
        numbers = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *numbers]).rstrip()


def _row(name: str, seat: SeatEvening) -> tuple[str, ...]:
    lie = seat.boldest
    boldest = "" if lie is None else f"{bold_claim(lie)} ({float(lie.chance):.0%}{', caught' if lie.caught else ''})"
    judged = seat.by_the_odds + seat.against_the_odds
    return (
        name,
        f"{seat.bluffs} of {seat.known}",
        str(seat.bluffs_caught),
        str(seat.bluffs_uncaught),
        str(seat.challenges_right),
        str(seat.challenges_wrong),
        f"{seat.by_the_odds} of {judged}",
        "" if seat.luck is None else f"{seat.luck:.0%}",
        boldest,
    )
