"""Verifies a game that `meierbox games export N --json FILE` wrote, on any computer with Python 3.8 and nothing else.

    python3 verify_export.py FILE [CODE…]

CODE is the text of a code that somebody photographed before a claim ("MEIER 3/17 …"). What is checked: the chain of
hashes, that every roll was sealed before it was claimed and after what went before, that its opening gives the digest,
that the verdict rests on the dice that were sealed, and that it is the right one. It imports nothing of the box.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LADDERS = {  # RULES.md, lowest first
    "viking": "56 46 45 36 35 34 26 25 24 23 16 15 14 13 66 55 44 33 22 11 12",
    "classic": "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21",
    "mia traditional": "31 32 41 42 43 51 52 53 54 61 62 63 64 65 66 55 44 33 22 11 21",
    "mia modern": "11 22 31 32 33 41 42 43 44 51 52 53 54 55 61 62 63 64 65 66 21",
}


def pair(text: str) -> tuple[int, ...]:
    """Returns two dice in no order, from "3-1"."""
    return tuple(sorted(int(sign) for sign in text if sign.isdigit()))


def rank(game: str, options: dict[str, Any], text: str) -> int:
    """Returns the place of two dice on the ladder of the game."""
    name = {"viking": "viking", "mia": f"mia {options.get('ranking', 'traditional')}"}.get(game, "classic")
    return [pair(word) for word in LADDERS[name].split()].index(pair(text))


def right_verdict(game: str, options: dict[str, Any], claim: str, event: dict[str, Any]) -> tuple[str, Any]:
    """Judges the claim: "upheld" or "refuted", and the value it is compared with."""
    dice = event["revealed"]
    if "claim" in dice:
        if event["ending"] == "shown" or (game == "bullshit" and options.get("lie") == "exact"):
            true = pair(dice["claim"]) == pair(claim)
        else:
            true = rank(game, options, dice["claim"]) >= rank(game, options, claim)
        return ("upheld" if true else "refuted"), pair(dice["claim"])
    every = [face for hand in dice["hands"] for face in hand]
    if claim.startswith("sum "):
        return ("upheld" if sum(every) >= int(claim[4:]) else "refuted"), sum(every)
    wanted, face = (int(part) for part in claim.split("x"))
    wild = 1 if game == "stars" else options.get("wild", 0)
    count = sum(die in (face, wild) for die in every)
    true = count == wanted if options.get("truth") == "exact" else count >= wanted
    return ("upheld" if true else "refuted"), count


def seal_digest(game: int, serial: int, sealed: dict[str, Any], opened: dict[str, Any]) -> str:
    """Returns the digest of an opening."""
    faces, salt = " ".join(str(face) for face in opened["faces"]), opened["salt"]
    if "after" not in sealed:  # as in games from before seals were chained
        return hashlib.sha256(bytes.fromhex(salt) + f"|{serial}|{faces}".encode()).hexdigest()
    return hashlib.sha256(f"meierbox seal|{game}|{serial}|{sealed['after']}|{salt}|{faces}".encode()).hexdigest()


def row_hash(game: int, row: dict[str, Any]) -> str:
    """Returns the hash that a row should have."""
    content = f"{row['at']!r} {row['kind']} {row['body']}"
    text = json.dumps([row["previous"], game, row["seq"], content], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def chain_faults(export: dict[str, Any]) -> Iterator[str]:
    """Yields breaks in the chain of hashes. For withheld rows, which may hold secrets, only the hash is known."""
    last = None
    for row in export["rows"]:
        if row["seq"] != (last["seq"] if last else 0) + 1:
            yield f"Rows are missing before row {row['seq']}."
        if last and row["id"] == last["id"] + 1 and row["previous"] != last["hash"]:
            yield f"Row {row['seq']} does not follow the row before it."
        if "body" in row and row_hash(export["game"], row) != row["hash"]:
            yield f"Row {row['seq']} does not match its hash."
        last = row


def dice_faults(export: dict[str, Any]) -> Iterator[str]:
    """Yields contradictions between rolls, seals, claims, openings and verdicts."""
    audit = DiceAudit(export["game"])
    for row in export["rows"]:
        yield from audit.row_faults(row)
    yield from audit.missing_opening()


class DiceAudit:
    """Follows a game row by row, and compares every verdict with the dice that were sealed and opened for it."""

    def __init__(self, game: int) -> None:
        """Begins with a game of which nothing has been read yet."""
        self.game = game
        self.rules = ""
        self.options: dict[str, Any] = {}
        self.actions: list[list[tuple[int, dict[str, Any]]]] = []  # the events by action, each with its row
        self.seals: dict[int, dict[str, Any]] = {}  # by the row of their roll
        self.revealed: tuple[int, tuple[int, ...]] | None = None  # roll and dice of a reveal that is not opened yet

    def row_faults(self, row: dict[str, Any]) -> Iterator[str]:
        """Yields what the row contradicts."""
        kind, body = row.get("kind"), json.loads(row.get("body", "{}"))
        if kind == "undo" or (kind == "event" and body["action"] == len(self.actions)):
            yield from self.missing_opening()
            self.revealed = None
        if kind == "undo":
            self.actions.pop()
        elif kind == "event":
            if body["action"] == len(self.actions):
                self.actions.append([])
            self.actions[-1].append((row["seq"], body["event"]))
            yield from self.event_faults(row["seq"], body["event"])
        elif kind == "sealed":
            yield from self.seal_faults(row, body)
        elif kind in ("opened", "unsealed"):
            yield from self.opening_faults(kind, body)
            self.revealed = None

    def events(self) -> list[tuple[int, dict[str, Any]]]:
        """Returns the events so far that were not undone."""
        return [each for action in self.actions for each in action]

    def rolls(self) -> list[int]:
        """Returns the rows of the rolls so far, each of which is the roll's serial."""
        return [seq for seq, event in self.events() if event["event"] == "Rolled"]

    def event_faults(self, seq: int, event: dict[str, Any]) -> Iterator[str]:
        """Yields what is wrong with a verdict or a voided roll."""
        name = event["event"]
        if name == "Started":
            self.rules, self.options = event["ruleset"], event["options"]["options"]
        judged = name == "Adjudicated" and event["ending"] != "accepted"
        dice = event.get("revealed") if judged else event.get("dice") if name == "RollVoided" else None
        if name == "RollVoided" and dice and pair(dice["claim"]) == (1, 2):
            yield f"Row {seq} voids a roll that was a twenty-one."
        if judged and dice:
            yield from self.verdict_faults(seq, event)
        rolls = self.rolls()
        if (judged or dice) and rolls:
            self.revealed = rolls[-1], pair(dice["claim"]) if dice else ()

    def verdict_faults(self, seq: int, event: dict[str, Any]) -> Iterator[str]:
        """Yields how a verdict differs from what the dice and the claims say."""
        claims = [
            each["claim"]["claim"] for _, each in self.events() if each["event"] in ("Declared", "Passed", "BidMade")
        ]
        claim = "2-1" if event["ending"] == "shown" else claims[-1] if claims else ""
        verdict, actual = right_verdict(self.rules, self.options, claim, event)
        recorded = pair(event["actual"]["claim"]) if isinstance(event["actual"], dict) else event["actual"]
        if (event["verdict"], recorded) != (verdict, actual):
            yield f"The verdict in row {seq} is wrong: the dice say {verdict} ({actual})."
        if comparable(event["claim"]["claim"]) != comparable(claim):
            yield f"The verdict in row {seq} is on {event['claim']['claim']}, but {claim} was claimed."

    def seal_faults(self, row: dict[str, Any], body: dict[str, Any]) -> Iterator[str]:
        """Yields what is wrong with the time, the place or the number of a seal."""
        serial, events = body["serial"], self.events()
        if not events or events[-1][1]["event"] != "Rolled" or serial != self.rolls()[-1]:
            yield f"Roll {serial} was sealed only after it had been claimed or revealed."
        if "after" in body and body["after"] != row["previous"]:
            yield f"The seal of roll {serial} names other rows before it than the game has."
        if serial in self.seals:
            yield f"Roll {serial} was sealed more than once."
        self.seals[serial] = body

    def opening_faults(self, kind: str, body: dict[str, Any]) -> Iterator[str]:
        """Yields how an opening differs from the reveal or from the seal."""
        serial, seal = body["serial"], self.seals.get(body["serial"])
        if self.revealed is None or self.revealed[0] != serial:
            yield f"Roll {serial} was opened, but its reveal is missing."
        elif kind == "opened" and self.revealed[1] and list(self.revealed[1]) != body["faces"]:
            yield f"Roll {serial} was judged as {self.revealed[1]}, but {body['faces']} was sealed."
        if kind == "unsealed":
            if seal is not None:
                yield f"Roll {serial} was sealed, but its reveal says that it was not."
        elif seal is None:
            yield f"Roll {serial} was opened, but never sealed."
        elif seal_digest(self.game, serial, seal, body) != seal["digest"]:
            yield f"Roll {serial} was opened with {body['faces']}, which is not what was sealed."

    def missing_opening(self) -> Iterator[str]:
        """Yields that the last reveal was not followed by its opening."""
        if self.revealed and (self.revealed[0] in self.seals or self.revealed[1]):
            yield f"Roll {self.revealed[0]} was revealed, but its opening is missing."


def comparable(claim: str) -> Any:
    """Returns a claim in comparable form: two dice in no order, or the text."""
    return pair(claim) if "-" in claim else claim


def code_faults(export: dict[str, Any], codes: list[str]) -> Iterator[str]:
    """Compares photographed codes with the seals of the game, all 160 bits."""
    seals = [json.loads(row["body"]) for row in export["rows"] if row.get("kind") == "sealed"]
    shown = {base64.b32encode(bytes.fromhex(seal["digest"])[:20]).decode() for seal in seals}
    yield from (f"No roll of this game was sealed with {code}." for code in codes if code.split()[-1] not in shown)


def main(arguments: list[str]) -> int:
    """Prints a sentence for every fault; returns 0, 1 if there are faults, or 2 if the file is unreadable."""
    try:
        export = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        faults = [*chain_faults(export), *dice_faults(export), *code_faults(export, arguments[1:])]
    except IndexError:
        print("usage: python3 verify_export.py FILE [CODE…]", file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        print(f"{arguments[0]} is no exported game: {error!r}", file=sys.stderr)
        return 2
    opened = sum(row.get("kind") == "opened" for row in export["rows"])
    for fault in faults:
        print(fault)
    print(f"Game {export['game']}: {len(export['rows'])} rows, {opened} opened seals, {len(faults)} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
