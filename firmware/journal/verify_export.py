"""Verifies a game that `meierbox games export N --json FILE` wrote, on any computer with Python 3.8 and nothing else.

    python3 verify_export.py FILE [CODE…]

CODE is the text of a code that somebody photographed before a claim ("MEIER 3/17 …"). Checked are the chain of hashes;
that every roll was sealed before anybody spoke of it; that its opening gives the digest; that the verdict rests on the
dice that were sealed, and is the right one. Nothing of the box is imported. Printed it takes two pages: the rules of
six games are in it, as a verdict could otherwise only be compared with itself.
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


def _pair(claim: str) -> Any:
    """Two dice in no order; any other claim is compared by its text."""
    return sorted(map(int, claim.replace("-", ""))) if claim.replace("-", "").isdigit() else claim


def _judge(start: Any, claim: str, event: Any) -> tuple[str, Any]:
    """Returns the verdict on a claim by the rules, and what the revealed dice show of it."""
    game, options, dice = start["ruleset"], start["options"]["options"], event["revealed"]
    if "claim" in dice:
        name = f"mia {options.get('ranking', 'traditional')}" if game == "mia" else game
        ladder, shown = [_pair(word) for word in LADDERS.get(name, LADDERS["classic"]).split()], _pair(dice["claim"])
        exact = event["ending"] == "shown" or (game == "bullshit" and options.get("lie") == "exact")
        holds = shown == _pair(claim) if exact else ladder.index(shown) >= ladder.index(_pair(claim))
    elif claim.startswith("sum "):
        shown = sum(sum(hand) for hand in dice["hands"])
        holds = shown >= int(claim[4:])
    else:
        wanted, face = map(int, claim.split("x"))
        wild = 1 if game == "stars" else options.get("wild", 0)
        shown = sum(die in (face, wild) for hand in dice["hands"] for die in hand)
        holds = shown == wanted if options.get("truth") == "exact" else shown >= wanted
    return "upheld" if holds else "refuted", shown


def _digest(game: int, seal: Any, opened: Any) -> str:
    serial, salt, faces = opened["serial"], opened["salt"], " ".join(map(str, opened["faces"]))
    if "after" not in seal:  # in games from before seals were chained
        return hashlib.sha256(bytes.fromhex(salt) + f"|{serial}|{faces}".encode()).hexdigest()
    return hashlib.sha256(f"meierbox seal|{game}|{serial}|{seal['after']}|{salt}|{faces}".encode()).hexdigest()


def chain_faults(export: Any) -> Iterator[str]:
    """Yields where the chain of hashes is broken; of rows that may hold secrets only the hash is exported."""
    last: Any = {"seq": 0, "id": -1, "hash": ""}
    for row in export["rows"]:
        if "body" in row:
            content = [row["previous"], export["game"], row["seq"], "{at!r} {kind} {body}".format(**row)]
            text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
            if hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest() != row["hash"]:
                yield f"Row {row['seq']} does not match its hash."
        if row["seq"] != last["seq"] + 1 or (row["id"] == last["id"] + 1 and row["previous"] != last["hash"]):
            yield f"Row {row['seq']} does not follow the row before it, or rows are missing there."
        last = row


def dice_faults(export: Any) -> list[str]:
    """Goes along the game; returns what contradicts of rolls, seals, claims, verdicts and openings."""
    faults: list[str] = []
    events: list[Any] = []  # those that nobody has taken back
    seals: dict[int, Any] = {}

    def must(holds: bool, says: str) -> None:
        faults.extend([] if holds else [says])

    due: Any = None  # after a reveal: the roll whose seal must be opened now, and the dice that were judged, if any
    for row in [*export["rows"], {"kind": "undo"}]:
        kind, body = row.get("kind"), json.loads(row.get("body", "{}"))
        if due and (kind == "undo" or (kind == "event" and body["action"] > events[-1]["action"])):
            must(due[0] not in seals and not due[1], f"Roll {due[0]} was revealed, but what was sealed is gone.")
            due = None
        if kind == "undo":
            events = [each for each in events if each["action"] != events[-1]["action"]]
        elif kind == "event":
            event = {**body["event"], "action": body["action"], "seq": row["seq"]}
            judged = event["event"] == "Adjudicated" and event["ending"] != "accepted"
            dice = event["revealed"] if judged else event.get("dice") if event["event"] == "RollVoided" else None
            if dice and not judged:
                must(_pair(dice["claim"]) != [1, 2], f"Row {row['seq']} voids a roll that was a twenty-one.")
            elif dice:
                said = [e["claim"]["claim"] for e in events if e["event"] in ("Declared", "Passed", "BidMade")]
                claim = "2-1" if event["ending"] == "shown" else said[-1] if said else ""
                right, true = _judge(events[0], claim, event)
                told = _pair(event["actual"]["claim"]) if isinstance(event["actual"], dict) else event["actual"]
                must((event["verdict"], told) == (right, true), f"Row {row['seq']}: {true} makes the claim {right}.")
                must(_pair(event["claim"]["claim"]) == _pair(claim), f"Row {row['seq']}: {claim} was claimed.")
            rolls = [each["seq"] for each in events if each["event"] == "Rolled"]
            if rolls and (judged or dice):
                due = rolls[-1], dice and _pair(dice["claim"])
            events.append(event)
        elif kind == "sealed":
            serial, newest = body["serial"], events[-1] if events else {"event": "", "seq": 0}
            spoken = (newest["event"], newest["seq"]) != ("Rolled", serial)
            must(not spoken, f"Roll {serial} was sealed only after somebody had spoken of it.")
            follows = body.get("after", row["previous"]) == row["previous"]
            must(follows, f"Roll {serial} was not sealed after the rows that are before its seal.")
            must(serial not in seals, f"Roll {serial} was sealed more than once.")
            seals[serial] = body
        elif kind in ("opened", "unsealed"):
            serial, seal = body["serial"], seals.get(body["serial"])
            must(bool(due) and due[0] == serial, f"Roll {serial} was opened, but its reveal is gone.")
            must(bool(seal) is (kind == "opened"), f"Roll {serial} is {kind}, with {'a' if seal else 'no'} seal of it.")
            if kind == "opened":
                faces = body["faces"]
                must(not due or due[1] in (None, faces), f"Roll {serial} was {faces} and not judged by that.")
                is_sealed = not seal or _digest(export["game"], seal, body) == seal["digest"]
                must(is_sealed, f"Roll {serial} was opened with {faces}, which is not what was sealed.")
            due = None
    return faults


def code_faults(export: Any, codes: list[str]) -> list[str]:
    """Returns which photographed codes are of no seal of the game; a code has 160 bits of its digest."""
    digests = [json.loads(row["body"])["digest"] for row in export["rows"] if row.get("kind") == "sealed"]
    shown = [base64.b32encode(bytes.fromhex(digest)[:20]).decode() for digest in digests]
    return [f"No roll of this game was sealed with {code}." for code in codes if code.split()[-1] not in shown]


def main(words: list[str]) -> int:
    """Prints a sentence for every fault; returns 0, 1 if there are faults, or 2 if the file is no exported game."""
    try:
        export = json.loads(Path(words[0]).read_text(encoding="utf-8"))
        faults = [*chain_faults(export), *dice_faults(export), *code_faults(export, words[1:])]
        opened = sum(row.get("kind") == "opened" for row in export["rows"])
        summary = f"Game {export['game']}: {len(export['rows'])} rows, {opened} opened seals, {len(faults)} faults."
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"That is no exported game ({error!r}): python3 verify_export.py FILE [CODE…]", file=sys.stderr)
        return 2
    print(*faults, summary, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
