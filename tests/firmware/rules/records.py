"""Adjudicates short records for the tests: the header is filled in, and Astrid opens."""

import json
from typing import Any

from firmware.rules.record.adjudication import adjudicate, as_json

NAMES = ("Astrid", "Bjorn", "Sigrid", "Ulf", "Loki")


def outcome(rules: str, lines: str, *, seats: int = 3, stock: str = "", **options: str) -> dict[str, Any]:
    """The output of `judge --json` for the record; lines are separated by `;`."""
    header = [f'[Rules "{rules}"]', f'[Seats "{"; ".join(NAMES[:seats])}"]', '[Opens "Astrid"]']
    header += [f'[Option "{name}" "{value}"]' for name, value in options.items()]
    if stock:
        header.append(f'[Stock "{stock}"]')
    text = "\n".join([*header, *lines.split("; ")])
    found: dict[str, Any] = json.loads(json.dumps(as_json("record", adjudicate(text)), default=str))
    return found


def allowed(rules: str, lines: str, *, seats: int = 3, stock: str = "", **options: str) -> dict[str, Any]:
    """The same for a record whose lines must all be legal."""
    found = outcome(rules, lines, seats=seats, stock=stock, **options)
    assert found["error"] is None, found["error"]
    return found


def refusal(rules: str, lines: str, *, seats: int = 3, stock: str = "", **options: str) -> str:
    """Why the last line is refused; fails if it is not, or if another one is."""
    found = outcome(rules, lines, seats=seats, stock=stock, **options)
    assert found["error"] is not None, "no line was refused"
    last = 3 + len(options) + bool(stock) + len(lines.split("; "))
    assert found["error"]["line"] == last, found["error"]
    return str(found["error"]["message"])
