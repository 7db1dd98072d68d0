"""Results from journals and from exported games."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from firmware.config.bounded_files import read_text
from firmware.config.errors import UnusableFileError
from firmware.journal.chain import StoredRow, payload
from firmware.journal.errors import JournalError
from firmware.journal.game_export import FORMAT, is_chained
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import game_of, read_game
from firmware.journal.rows import ENDED, GameSummary, Row, ValidRows
from firmware.league.errors import ResultError
from firmware.league.game_result import LeagueResult, result_of
from firmware.rules.message import message

LARGEST_EXPORT = 64 * 1024 * 1024


def results_of(place: Path) -> tuple[LeagueResult, ...]:
    """Returns the results of the finished games of a journal (its file or folder), or of an exported game.

    Raises:
        JournalError: where a journal cannot be read.
        ResultError: where an export is none, or was changed.
    """
    if place.is_file() and place.suffix == ".json":
        return tuple(_of_export(place))
    with JournalReader(place) as reader:
        return tuple(_of_journal(reader))


def _of_journal(reader: JournalReader) -> Iterator[LeagueResult]:
    first: dict[int, StoredRow] = {}
    rows: Counter[int] = Counter()
    box = ""
    for row in reader.chain():
        box = box or row.hash
        first.setdefault(row.game, row)
        rows[row.game] += 1
    for summary in sorted(reader.games(), key=lambda each: each.number):
        try:
            game = read_game(reader, summary.number)
        except JournalError:
            continue  # a damaged game has no result; `games verify` reports it
        if (result := result_of(game, game_id(first[summary.number]), box, rows[summary.number])) is not None:
            yield result


def _of_export(path: Path) -> Iterator[LeagueResult]:
    try:
        export = json.loads(read_text(path, LARGEST_EXPORT))
        if export["format"] != FORMAT or not is_chained(export):
            raise _changed(path)
        number, rows = int(export["game"]), export["rows"]
        found = ValidRows(tuple(_row(number, row) for row in rows if "body" in row))
        first, last = found.rows[0], found.rows[-1]
        outcome = last[1].body.get("outcome") if last[1].kind == ENDED else None
        summary = GameSummary(number, "", first[0].at, last[0].at if outcome else None, outcome)
        game = game_of(summary, found, path)
        result = result_of(game, game_id(first[0]), export.get("journal") or first[0].hash, len(rows))
    except UnusableFileError as error:
        raise ResultError(message("{file} cannot be read ({error})", file=str(path), error=error.problem)) from error
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, RecursionError) as error:
        raise _changed(path) from error
    if result is not None:
        yield result


def game_id(first: StoredRow) -> str:
    """Returns a game's id, which survives salvaging and rechaining of its journal."""
    return hashlib.sha256(payload(first.at, first.kind, first.body).encode("utf-8", "surrogateescape")).hexdigest()


def _row(game: int, row: Mapping[str, Any]) -> tuple[StoredRow, Row]:
    stored = StoredRow(row["id"], game, row["seq"], row["at"], row["kind"], row["body"], row["hash"])
    return stored, Row(row["kind"], json.loads(row["body"]))


def _changed(path: Path) -> ResultError:
    wrong = message("{file} is not an exported game, or it was changed", file=str(path))
    return ResultError(wrong.with_remedy(message("export it again: meierbox games export N --json --output FILE")))
