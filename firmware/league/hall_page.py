"""The standings as a self-refreshing page for a screen in the hall."""

from collections.abc import Sequence
from datetime import datetime
from html import escape
from importlib.resources import files

from firmware.league.merging import League
from firmware.league.ratings import Standing

AGAIN = 10
"""Seconds between refreshes."""
LATEST = 8


def hall_page(event: str, league: League, found: Sequence[Standing]) -> str:
    """Writes the page."""
    style = files("firmware.game_page").joinpath("page.css").read_text("utf-8")
    games, boxes = len(league.games), len({game.box for game in league.games})
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="{AGAIN}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(event)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(event)}</h1>\n<p class="sub">{games} games at {boxes} boxes</p>\n'
        '<div class="grid-of-cards">\n'
        f'<section class="wide"><h2>Standings</h2>{_standings(found)}</section>\n'
        f'<section class="wide"><h2>The latest games</h2>{_latest(league)}</section>\n'
        "</div>\n</main>\n</body>\n</html>\n"
    )


def _standings(found: Sequence[Standing]) -> str:
    if not found:
        return '<p class="note">No game has come to its end yet.</p>'
    low, high = min(each.low for each in found), max(each.high for each in found)
    rows = "".join(_row(place, each, low, high) for place, each in enumerate(found, 1))
    head = "<tr><th></th><th>Rating</th><th>95 %</th><th></th><th>Games</th><th>Won</th></tr>"
    return f'<div class="scroll"><table class="standings"><thead>{head}</thead><tbody>{rows}</tbody></table></div>'


def _row(place: int, each: Standing, low: float, high: float) -> str:
    wide = max(1e-9, high - low)
    x, end, dot = (200 * (value - low) / wide for value in (each.low, each.high, each.rating))
    bar = (
        f'<svg viewBox="-8 0 216 20" style="width:220px" role="img" aria-label="interval">'
        f'<rect x="{x:.1f}" y="6" width="{max(2.0, end - x):.1f}" height="8" rx="4" class="reach"/>'
        f'<circle cx="{dot:.1f}" cy="10" r="5.5" class="dot"/></svg>'
    )
    cells = (f"{each.rating:.1f}", f"{each.low:.1f} to {each.high:.1f}", bar, str(each.games), str(each.won))
    name = f"<td>{place}. {escape(each.name)}</td>"
    return f"<tr>{name}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _latest(league: League) -> str:
    rows = []
    for game in league.games[: -LATEST - 1 : -1]:
        when = datetime.fromtimestamp(game.ended).strftime("%H:%M")
        ranked = sorted(zip(game.places, game.seats, strict=True))
        order = " · ".join(f"{place}. {name}" for place, name in ranked)
        rows.append(f"<tr><td>{when} {escape(game.rules)}</td><td>{escape(order)}</td></tr>")
    return f'<div class="scroll"><table><tbody>{"".join(rows)}</tbody></table></div>'
