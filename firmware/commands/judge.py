"""`meierbox judge`: adjudicates written games (RECORD.md)."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from firmware.rules.record.adjudication import annotated, as_json, judge

HELP = "adjudicates a written game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the files and the form of the answer."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game record; - reads standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a file instead of the annotated record")


def run(args: argparse.Namespace) -> int:
    """Judges every file; returns 0 when every line was legal, 1 when one was refused, 2 when a file is no record."""
    return max(_judge(file, args.json) for file in args.files)


def _judge(file: str, as_lines: bool) -> int:
    try:
        text = _read(file)
    except (OSError, ValueError) as error:
        message = _why_unread(file, error)
        print(f"meierbox judge: {message}", file=sys.stderr)
        if as_lines:
            _print({"file": file, "error": {"line": None, "message": message}})
        return 2
    judgement = judge(text)
    if as_lines:
        _print(as_json(file, judgement))
    else:
        _say(annotated(file, judgement))
    if not judgement.is_record:
        return 2
    return 1 if judgement.error is not None else 0


def _read(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8")


def _why_unread(file: str, error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"{file} is no UTF-8 text, so it is no game record."
    if isinstance(error, IsADirectoryError):
        return f"{file} is a folder: name the game records in it."
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{file} cannot be read: {reason}."


def _print(data: dict[str, Any]) -> None:
    # ASCII only: a file's name may hold bytes that are no text.
    print(json.dumps(data))


def _say(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
