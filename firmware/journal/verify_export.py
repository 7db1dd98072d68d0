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
    game, rules = export["game"], ""
    actions: list[list[tuple[int, dict[str, Any]]]] = []
    options: dict[str, Any] = {}
    sealed: dict[int, dict[str, Any]] = {}
    due: tuple[int, tuple[int, ...]] | None = None
    for row in export["rows"]:
        kind, body = row.get("kind"), json.loads(row.get("body", "{}"))
        events = [each for action in actions for each in action]
        rolls = [seq for seq, event in events if event["event"] == "Rolled"]
        if due and (kind == "undo" or (kind == "event" and body["action"] == len(actions))):
            yield from unopened(due, sealed)
            due = None
        if kind == "undo":
            actions.pop()
        elif kind == "event":
            event = body["event"]
            name = event["event"]
            if name == "Started":
                rules, options = event["ruleset"], event["options"]["options"]
            if body["action"] == len(actions):
                actions.append([])
            actions[-1].append((row["seq"], event))
            judged = name == "Adjudicated" and event["ending"] != "accepted"
            dice = event.get("revealed") if judged else event.get("dice") if name == "RollVoided" else None
            if name == "RollVoided" and dice and pair(dice["claim"]) == (1, 2):
                yield f"Row {row['seq']} voids a roll that was a twenty-one."
            if judged and dice:
                said = [
                    each["claim"]["claim"] for _, each in events if each["event"] in ("Declared", "Passed", "BidMade")
                ]
                claim = "2-1" if event["ending"] == "shown" else said[-1] if said else ""
                verdict, actual = right_verdict(rules, options, claim, event)
                told = pair(event["actual"]["claim"]) if isinstance(event["actual"], dict) else event["actual"]
                if (event["verdict"], told) != (verdict, actual):
                    yield f"The verdict in row {row['seq']} is wrong: the dice say {verdict} ({actual})."
                if comparable(event["claim"]["claim"]) != comparable(claim):
                    yield f"The verdict in row {row['seq']} is on {event['claim']['claim']}, but {claim} was claimed."
            if (judged or dice) and rolls:
                due = rolls[-1], pair(dice["claim"]) if dice else ()
        elif kind == "sealed":
            serial = body["serial"]
            if not events or events[-1][1]["event"] != "Rolled" or serial != rolls[-1]:
                yield f"Roll {serial} was sealed only after somebody had spoken of it."
            if "after" in body and body["after"] != row["previous"]:
                yield f"The rows before the seal of roll {serial} are not those after which it was closed."
            if serial in sealed:
                yield f"Roll {serial} was sealed more than once."
            sealed[serial] = body
        elif kind in ("opened", "unsealed"):
            serial = body["serial"]
            if due is None or due[0] != serial:
                yield f"Roll {serial} was opened, but its reveal is gone."
            elif kind == "opened" and due[1] and list(due[1]) != body["faces"]:
                yield f"Roll {serial} was judged as {due[1]}, but {body['faces']} was sealed."
            if kind == "unsealed" and serial in sealed:
                yield f"Roll {serial} was sealed, but its reveal says that it was not."
            elif kind == "opened" and serial not in sealed:
                yield f"Roll {serial} was opened, but no seal of it is there."
            elif kind == "opened" and seal_digest(game, serial, sealed[serial], body) != sealed[serial]["digest"]:
                yield f"Roll {serial} was opened with {body['faces']}, which is not what was sealed."
            due = None
    if due:
        yield from unopened(due, sealed)


def unopened(due: tuple[int, tuple[int, ...]], sealed: dict[int, dict[str, Any]]) -> Iterator[str]:
    """Yields that a reveal was not followed by its opening."""
    if due[0] in sealed or due[1]:
        yield f"Roll {due[0]} was revealed, but what was sealed is gone."


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
