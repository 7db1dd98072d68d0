"""`meierbox judge`: adjudicates written games (RECORD.md)."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from firmware.commands.terminal_text import one_line
from firmware.config.bounded_files import in_bytes, read_text
from firmware.config.errors import UnusableFileError
from firmware.rules.games.registry import ruleset
from firmware.rules.message import Message
from firmware.rules.record.adjudication import Adjudication, adjudicate, as_json
from firmware.rules.state import GameState
from firmware.rules.stock import name_of

HELP = "adjudicate a written game"

LARGEST = 4 << 20
"""The largest record in bytes; a long game takes a hundredth of it."""
WIDEST_LINE = 48
"""Width of the column with the lines of the record; the results of longer lines move to the right."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game record, or - for standard input")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per file instead of the annotated record"
    )


def run(args: argparse.Namespace) -> int:
    """Adjudicates every file; returns 0 if all lines are legal, 1 if one is refused, 2 if a file is not a record."""
    return max(_adjudicate_file(file, args.json) for file in args.files)


def _adjudicate_file(file: str, json_wanted: bool) -> int:
    try:
        text = _read(file)
    except (OSError, ValueError) as error:
        why = _unreadable_reason(file, error)
        print(f"meierbox judge: {one_line(why)}", file=sys.stderr)
        if json_wanted:
            _print_json({"file": file, "error": {"line": None, "message": why}})
        return 2
    adjudication = adjudicate(text)
    if json_wanted:
        _print_json(as_json(file, adjudication))
    else:
        print(annotated_record(file, adjudication))
    if not adjudication.is_record:
        return 2
    return 1 if adjudication.error is not None else 0


def _read(file: str) -> str:
    if file != "-":
        return read_text(Path(file), LARGEST)
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"it is longer than {in_bytes(LARGEST)}")
    return data.decode("utf-8")


def _unreadable_reason(file: str, error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"{file} is not UTF-8 text, so it is not a game record."
    if isinstance(error, UnusableFileError):
        return f"{file} cannot be read ({error.problem}): name a game record, or give its text to judge -."
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{file} cannot be read: {reason}."


def annotated_record(file: str, adjudication: Adjudication) -> str:
    """Returns the record with the results beside its lines."""
    state, error = adjudication.state, adjudication.error
    width = min(WIDEST_LINE, max((len(line.text) for line in adjudication.lines), default=0))
    rows = [f"{file}: {'cannot be played' if state is None else _heading(state)}"]
    for line in adjudication.lines:
        said = " ".join(str(sentence) for sentence in line.said)
        rows.append(f"{line.number:4}  {line.text:{width}}  {said}".rstrip())
    if error is not None:
        what = "refused" if adjudication.is_record else "no record"
        rows.append(f"{error.line:4}  {what}: {error.message}")
    if state is not None:
        rows.append(f"      {_standing(state)}")
    return "\n".join(map(one_line, rows))


def _heading(state: GameState) -> str:
    return f"{ruleset(state.ruleset).title}; {', '.join(state.seats)}"


def _standing(state: GameState) -> str:
    """Returns the standings: `Lives: Astrid 6, Bjorn 5; Astrid is to act.`."""
    kind = str(name_of(ruleset(state.ruleset).stock_kind))
    points = f"; points: {_per_seat(state, state.points)}" if state.points else ""
    turn = f"; {state.seats[state.turn]} is to act" if state.turn is not None else ""
    return f"{kind.capitalize()}: {_per_seat(state, state.stock)}{points}{turn}."


def _per_seat(state: GameState, amounts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(state.seats, amounts, strict=True))


def _print_json(data: dict[str, Any]) -> None:
    # ASCII only, since a file name may hold bytes that are not valid text.
    print(json.dumps(data, default=_rendered))


def _rendered(value: object) -> str:
    if isinstance(value, Message):
        return str(value)
    raise TypeError(f"{value!r} cannot be written as JSON.")
