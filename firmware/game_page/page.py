"""The page of a past game: stock over time, bluffs and challenges, the dice, and the actions."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from html import escape
from importlib.resources import files

from firmware.dice_sets.die_set import DieSet
from firmware.game_page.knowledge import knowledge, percent
from firmware.game_page.plots import Bar, Line, Share, bar_plot, line_plot, share_plot
from firmware.game_page.round_table import claim_text, rounds_of
from firmware.journal.past_game import PastGame
from firmware.journal.story import ending_words, house_rules, narrate_actions
from firmware.rules.events import Adjudicated
from firmware.rules.games.registry import ruleset
from firmware.rules.record.header import Tag
from firmware.rules.record.writer import record_of, write_record
from firmware.rules.stock import name_of
from firmware.statistics.dice_sample import DiceFindings
from firmware.statistics.evenings import evening_statistics
from firmware.statistics.known_rounds import KnownRound
from firmware.statistics.seat_evening import SeatEvening
from firmware.texts.capitals import capitalized

KINDS = ("truth, believed", "truth, doubted", "bluff, not caught", "bluff, caught")
MIN_DICE = 30
"""The number of dice from which their distribution is plotted."""


def game_page(game: PastGame, die_set: DieSet | None, dice: DiceFindings | None) -> str:
    """Writes the page of a game; `dice` are the findings about its dice, None if there are too few."""
    title = f"{ruleset(game.state.ruleset).title}, {day_of(game)}"
    body = "\n".join(
        (
            f"<h1>{escape(str(ruleset(game.state.ruleset).title))}</h1>",
            f'<p class="sub">{escape(_subtitle(game))}</p>',
            f'<div class="result">{escape(capitalized(ending_words(game)))}</div>',
            '<div class="grid-of-cards">',
            *_sections(game, die_set, dice),
            "</div>",
            "<footer>Written by meierbox. Dice that were never revealed are not in it.</footer>",
        )
    )
    style = files("firmware.game_page").joinpath("page.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def day_of(game: PastGame) -> str:
    """Returns the day of a game, such as 2026-05-01."""
    try:
        return datetime.fromtimestamp(game.summary.begun).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        return "1970-01-01"


def _subtitle(game: PastGame) -> str:
    rules = house_rules(game.state)
    parts = (
        f"Game {game.summary.number}",
        day_of(game),
        ", ".join(game.state.seats),
        f"House rules: {rules}" if rules else "",
    )
    return " · ".join(part for part in parts if part)


def _sections(game: PastGame, die_set: DieSet | None, dice: DiceFindings | None) -> Iterator[str]:
    seats = evening_statistics([game], die_set).seats
    scored = bool(game.state.points) and any(game.state.points)
    counts = "Points" if scored else str(name_of(ruleset(game.state.ruleset).stock_kind)).capitalize()
    lines = _stock_lines(game)
    if len(lines[0].values) > 1:
        note = "How it went, round by round."
        yield _card(counts, note, line_plot(lines, f"{counts} of every seat after each round"), wide=True)
    if any(seat.known for seat in seats.values()):
        bars = [
            Bar(name, (seat.truths_believed, seat.truths_doubted, seat.bluffs_uncaught, seat.bluffs_caught))
            for name, seat in seats.items()
        ]
        note = "Of every claim whose dice came to light. A bluff was not caught where only a later claim was doubted."
        yield _card("Truths and bluffs", note, bar_plot(bars, KINDS, "Truths and bluffs of every seat"))
    if dice is not None and dice.dice >= MIN_DICE:
        shares = [Share(str(each.face), each.mean, each.low, each.high, each.expected) for each in dice.faces]
        note = f"{dice.sentence()} Dots with 95 % intervals from {dice.dice} dice of all games; dashed: expected."
        yield _card(f"The dice: {dice.name}", note, share_plot(shares, "How often each face comes"))
    note = "Right and wrong are challenges. Luck is the share of throws that would have been worse."
    yield _card("Who saw through whom", note, _seat_table(game, seats), wide=True)
    known = rounds_of(game, die_set)
    if known:
        note = "What the claim was worth to whoever called it a lie, before the dice were seen."
        yield _card("Every challenge", note, _challenges(game, known), wide=True)
    yield _card(
        "The whole story",
        "In italics: what each seat knew, of dice that came to light.",
        _story(game, known),
        wide=True,
    )
    record = write_record(record_of(game.events(), (Tag("Date", (day_of(game),)),)))
    yield f'<section class="wide"><details><summary>The record</summary><pre>{escape(record)}</pre></details></section>'


def _card(title: str, note: str, inside: str, *, wide: bool = False) -> str:
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section{' class=wide' if wide else ''}><h2>{escape(title)}</h2>{said}{inside}</section>"


def _stock_lines(game: PastGame) -> list[Line]:
    """Plots the stock (or points, in games with points) at the start and after each round."""
    scored = bool(game.state.points) and any(game.state.points)
    states = [action.before for action in game.actions][:1] or [game.state]
    after = [*[action.before for action in game.actions][1:], game.state]
    states += [
        state
        for action, state in zip(game.actions, after, strict=True)
        if any(isinstance(event, Adjudicated) for event in action.events)
    ]
    values = [state.points if scored else state.stock for state in states]
    return [Line(name, tuple(value[seat] for value in values)) for seat, name in enumerate(game.state.seats)]


def _seat_table(game: PastGame, seats: dict[str, SeatEvening]) -> str:
    head = ("", "Right", "Wrong", "By the odds", "Luck", "Boldest lie")
    return _table(head, [_seat_row(game, name, seat) for name, seat in seats.items()])


def _seat_row(game: PastGame, name: str, seat: SeatEvening) -> tuple[str, ...]:
    lie, judged = seat.boldest, seat.by_the_odds + seat.against_the_odds
    boldest = "–"
    if lie is not None:
        boldest = f"{claim_text(game, lie.claim)}, worth {percent(float(lie.chance))}{', caught' if lie.caught else ''}"
    luck = "–" if seat.luck is None else f"{seat.luck:.0%}"
    odds = f"{seat.by_the_odds} of {judged}" if judged else "–"
    return name, str(seat.challenges_right), str(seat.challenges_wrong), odds, luck, boldest


def _challenges(game: PastGame, known: Sequence[KnownRound]) -> str:
    names, rows = game.state.seats, []
    for each in known:
        if (call := each.challenge) is None or not each.claims:
            continue
        worth = "–" if call.chance is None else percent(float(call.chance))
        claim = claim_text(game, each.claims[-1].claim)
        found = "a lie" if call.right else "true"
        rows.append((names[call.challenger], names[call.owner], str(each.number), claim, worth, found))
    return _table(("Challenger", "Claimed by", "Round", "Claim", "Worth", "It was"), rows, "challenges")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "seats") -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'
    )


def _story(game: PastGame, known: Sequence[KnownRound]) -> str:
    knew = knowledge(game, known)
    lines = []
    for place, line in narrate_actions(game):
        lines.append(f"<h3>{escape(line)}</h3>" if place is None else f"<p>{escape(line.strip())}</p>")
        lines += [f'<p class="knew">{escape(each)}</p>' for each in knew.pop(-1 if place is None else place, ())]
    return f'<div class="story">{"".join(lines)}</div>'
