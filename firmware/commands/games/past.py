"""The subcommands for past games: `list`, `show`, `export`, `resume`, `stats`."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.commands.games.chain import add_journal, journal_place
from firmware.commands.games.dice import UNNAMED, dice_findings, known_sets
from firmware.commands.games.evening_table import evening_lines, evenings_as_json
from firmware.config.paths import state_dir
from firmware.game_page.page import game_page
from firmware.game_page.round_table import round_table
from firmware.journal.database import Journal
from firmware.journal.errors import JournalError
from firmware.journal.game_export import exported_game
from firmware.journal.journal_reader import GameSummary, JournalReader
from firmware.journal.past_game import GameEnding, PastGame, read_game
from firmware.journal.statistics import SeatCount, Statistics, count_games
from firmware.journal.story import ending_words, house_rules, narrate_game
from firmware.rules.claims import FACES
from firmware.rules.games.registry import ruleset
from firmware.rules.message import message
from firmware.rules.record.header import Tag
from firmware.rules.record.writer import record_of, write_record
from firmware.rules.state import Phase
from firmware.statistics.evenings import evenings
from firmware.texts.capitals import capitalized

if TYPE_CHECKING:
    from argparse import _SubParsersAction

NEWEST = 20
FORMS = ("meier", "json", "csv", "html")
"""The formats of an export: a record, verifiable JSON, a table, a page."""
NO_GAME = "There is no game in the journal yet: `meierbox play` starts one."


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommands for past games."""
    listing = kinds.add_parser("list", help="list the games, newest first (the default)")
    listing.add_argument("--all", action="store_true", help=f"list all of them, not only the newest {NEWEST}")
    listing.set_defaults(subcommand=list_games)
    show = kinds.add_parser("show", help="narrate a game")
    show.set_defaults(subcommand=_show)
    export = kinds.add_parser(
        "export", help="write a game as a record, which `meierbox judge` reads, or in other forms"
    )
    export.add_argument("--output", type=Path, metavar="FILE", help="write to FILE instead of standard output")
    export.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    form = export.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write the input of `verify_export.py`, as JSON")
    form.add_argument("--csv", action="store_true", help="write a line for every judged round, as CSV")
    form.add_argument("--html", action="store_true", help="write one self-contained page with plots")
    form.add_argument("--all", type=Path, metavar="DIR", help="write all four into a folder")
    export.set_defaults(subcommand=_export)
    resume = kinds.add_parser("resume", help="make an unfinished game the one that `play` offers to resume")
    resume.set_defaults(subcommand=_resume)
    for parser in (listing, show, export):
        add_journal(parser)
    for parser in (show, export, resume):
        parser.add_argument("game", type=game_number, metavar="N", help="the number of the game in the list")
    stats = kinds.add_parser("stats", help="print statistics of all games, by seat, and of the faces that were seen")
    stats.add_argument("--json", action="store_true", help="print one JSON object")
    span = stats.add_mutually_exclusive_group()
    span.add_argument("--evening", action="store_true", help="count the last evening only, not all of them")
    span.add_argument("--since", type=_day, metavar="DATE", help="count an event: what began on DATE or later")
    add_journal(stats)
    stats.set_defaults(subcommand=_stats)


def game_number(text: str) -> int:
    """Parses the number of a game, for argparse."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**62):
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a game: `meierbox games` lists them")
    return int(text)


def _day(text: str) -> float:
    try:
        return datetime.strptime(text, "%Y-%m-%d").timestamp()
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-05-01") from None


def list_games(args: argparse.Namespace) -> int:
    """Prints a line for each game: number, time, rules, seats, and how it ended."""
    with JournalReader(journal_place(args)) as reader:
        games = reader.games()
        if not games:
            print(NO_GAME)
            return 0
        shown = games if args.all else games[:NEWEST]
        lines = [_line(reader, game) for game in shown]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    for number, when, rules, seats, how in lines:
        cells = (number.rjust(widths[0]), when.ljust(widths[1]), rules.ljust(widths[2]), seats.ljust(widths[3]))
        _say("  ".join((*cells, how)))
    if len(shown) < len(games):
        print(f"{len(games) - len(shown)} older: `meierbox games list --all`")
    return 0


def _line(reader: JournalReader, summary: GameSummary) -> tuple[str, str, str, str, str]:
    number, when = str(summary.number), _when(summary.begun)
    try:
        game = read_game(reader, summary.number)
    except JournalError:
        return number, when, summary.rules, "", "cannot be read"
    how = ending_words(game) + (f", damaged at event {game.damage.seq}" if game.damage else "")
    return number, when, summary.rules, ", ".join(game.state.seats), how


def _show(args: argparse.Namespace) -> int:
    with JournalReader(journal_place(args)) as reader:
        game = read_game(reader, args.game)
    _warn_of_damage(game)
    state = game.state
    _say(f"Game {game.summary.number}: {ruleset(state.ruleset).title}, {_when(game.summary.begun)}")
    _say(f"Seats: {', '.join(state.seats)}")
    if rules := house_rules(state):
        _say(f"House rules: {rules}")
    for line in narrate_game(game):
        _say(line)
    _say(f"{capitalized(ending_words(game))}.")
    if game.undone:
        _say(f"Taken back by the table, and not shown here: {game.undone}.")
    return 0


def _export(args: argparse.Namespace) -> int:
    with JournalReader(journal_place(args)) as reader:
        if args.all is not None:
            args.all.mkdir(parents=True, exist_ok=True)
            for form in FORMS:
                path = args.all / f"game-{args.game}.{form}"
                _write(path, _exported(reader, args.game, form), force=args.force)
                _say(str(path))
            return 0
        form = next((form for form in ("json", "csv", "html") if getattr(args, form)), "meier")
        text = _exported(reader, args.game, form)
    if args.output is None:
        _say(text, end="")
    else:
        _write(args.output, text, force=args.force)
    return 0


def _exported(reader: JournalReader, number: int, form: str) -> str:
    if form == "json":
        return json.dumps(exported_game(reader, number)) + "\n"
    if form == "meier":
        return _record(reader, number)
    game = read_game(reader, number)
    _warn_of_damage(game)
    die_set = known_sets().get(game.dice.name)
    if form == "csv":
        return round_table(game, die_set)
    wanted = game.dice.name or UNNAMED
    dice = next((found for found in dice_findings(reader) if found.name == wanted), None)
    return game_page(game, die_set, dice)


def _write(path: Path, text: str, *, force: bool) -> None:
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        there = message("{path} exists already", path=str(path))
        raise JournalError(there.with_remedy(message("name another file, or add --force"))) from None


def _record(reader: JournalReader, number: int) -> str:
    game = read_game(reader, number)
    _warn_of_damage(game)
    date = Tag("Date", (_when(game.summary.begun).partition(" ")[0],))
    return write_record(record_of(game.events(), (date,)))


def _resume(args: argparse.Namespace) -> int:
    # Reads the game first: opening the journal for writing creates a missing one and sets a damaged one aside.
    if (game := _unfinished(args.game)) is None:
        return 1
    with Journal(state_dir()) as journal:
        with JournalReader(state_dir()) as reader:
            others = [each.number for each in reader.games() if each.ended is None and each.number != args.game]
        if (game := _unfinished(args.game)) is None:
            return 1
        for other in others:
            journal.end(other, GameEnding.LEFT, time.time())
        journal.reopen(args.game, time.time())
        if journal.trouble:
            raise JournalError(journal.trouble)
    _say(f"`meierbox play` now offers game {args.game} ({', '.join(game.state.seats)}).")
    if game.state.phase not in (Phase.OPEN, Phase.ROLL_OFF):
        print("A round was under way: if its dice have been moved since, take it back in the menu and shake again.")
    return 0


def _unfinished(number: int) -> PastGame | None:
    """Returns a game that can be resumed; otherwise prints why it cannot, and returns None."""
    with JournalReader(state_dir()) as reader:
        game = read_game(reader, number)
    if game.ending is not GameEnding.WON:
        return game
    how = ending_words(game)
    _complain(f"Game {number} is finished ({how}): start another one with `meierbox play`.")
    return None


def _complain(sentence: str) -> None:
    encoding = sys.stderr.encoding or "utf-8"
    print(f"meierbox games: {sentence}".encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)


def _stats(args: argparse.Namespace) -> int:
    games: list[PastGame] = []
    unreadable = 0
    with JournalReader(journal_place(args)) as reader:
        for summary in reader.games():
            try:
                games.append(read_game(reader, summary.number))
            except JournalError as error:
                unreadable += 1
                _complain(str(error))
    if args.since is not None:
        games = [game for game in games if game.summary.begun >= args.since]
    if args.evening:
        games = [*evenings(games)[-1:][0][::-1]] if games else []
    statistics = count_games(reversed(games))
    if args.json:
        print(json.dumps({**_as_json(statistics), "evenings": evenings_as_json(games)}))
    elif not games and not unreadable:
        print("No game has begun since then." if args.since is not None else NO_GAME)
    else:
        _print_statistics(statistics)
        for line in evening_lines(games):
            _say(line)
    return 0


def _as_json(statistics: Statistics) -> dict[str, Any]:
    return {
        "games": statistics.games,
        "finished": statistics.finished,
        "rounds": statistics.rounds,
        "seats": {name: asdict(seat) for name, seat in statistics.seats.items()},
        "faces": {
            "thrown": list(statistics.faces(statistics.thrown)),
            "revealed": list(statistics.faces(statistics.revealed)),
        },
    }


def _print_statistics(statistics: Statistics) -> None:
    print(f"{statistics.games} games, {statistics.finished} of them finished; {statistics.rounds} rounds.")
    print()
    head = ("", "games", "won", "lost", "claims", "passes", "challenges", "right", "wrong", "undecided", "lies")
    rows = [head, *(_row(name, seat) for name, seat in statistics.seats.items())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for name, *cells in rows:
        numbers = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        _say("  ".join([name.ljust(widths[0]), *numbers]))
    print()
    print("Lies are counted among revealed claims only; claims that were never revealed do not count.")
    print(f"{'Faces':28}" + "".join(f"{face:6}" for face in FACES))
    for label, counter in (
        ("thrown for the opening", statistics.thrown),
        ("revealed (challenged rolls)", statistics.revealed),
    ):
        print(f"{label:28}" + "".join(f"{count:6}" for count in statistics.faces(counter)))


def _row(name: str, seat: SeatCount) -> tuple[str, ...]:
    challenges = seat.challenges_right + seat.challenges_wrong + seat.challenges_undecided
    counts = (seat.games, seat.won, seat.lost, seat.claims, seat.passes, challenges)
    calls = (seat.challenges_right, seat.challenges_wrong, seat.challenges_undecided)
    return (name, *map(str, (*counts, *calls)), f"{seat.lies} of {seat.revealed} revealed")


def _warn_of_damage(game: PastGame) -> None:
    if game.damage:
        where = f"Game {game.summary.number} is damaged at event {game.damage.seq} ({game.damage.reason})"
        _complain(f"{where}: this is the game before it.")


def _when(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        # a damaged time
        return "1970-01-01 00:00"


def _say(text: str, end: str = "\n") -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), end=end)
