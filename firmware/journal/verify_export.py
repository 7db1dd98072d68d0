"""Verifies a game that `meierbox games export N --json FILE` wrote: python3 verify_export.py FILE [CODE…]

CODE is the text of a code that somebody photographed before a claim ("MEIER 3/17 …"). Checked are the chain of hashes;
that every roll was sealed before anybody spoke of it, and opened as it was sealed; that the verdict rests on these
dice, and is right by the rules. It needs Python 3.9 and nothing else, and is one page: read it before you trust it.
"""

import base64
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LADDERS = {  # RULES.md, lowest first
    "viking": "65 64 54 63 53 43 62 52 42 32 61 51 41 31 66 55 44 33 22 11 21",
    "classic": "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21",
    "traditional": "31 32 41 42 43 51 52 53 54 61 62 63 64 65 66 55 44 33 22 11 21",
    "modern": "11 22 31 32 33 41 42 43 44 51 52 53 54 55 61 62 63 64 65 66 21",
}


def judge(start: Any, claim: str, event: Any) -> tuple[str, Any]:
    """Returns the verdict on a claim by the rules, and what the revealed dice show of it."""
    game, options, dice = start["ruleset"], start["options"]["options"], event["revealed"]
    exact = event["ending"] == "shown" or "exact" in (options.get("lie"), options.get("truth"))
    if "claim" in dice:
        ladder, shown = LADDERS.get(options.get("ranking", game), LADDERS["classic"]).split(), dice["claim"]
        surplus = ladder.index(shown.replace("-", "")) - ladder.index(claim.replace("-", ""))
    elif claim.startswith("sum "):
        shown, exact = sum(map(sum, dice["hands"])), False
        surplus = shown - int(claim[4:])
    else:
        wanted, face = map(int, claim.split("x"))
        counting = (face, 1 if game == "stars" else options.get("wild"))
        shown = sum(die in counting for hand in dice["hands"] for die in hand)
        surplus = shown - wanted
    return "upheld" if surplus == 0 or (surplus > 0 and not exact) else "refuted", shown


def checks(export: Any, codes: list[str]) -> Iterator[tuple[bool, str]]:
    """Yields whether each thing holds that must hold, and what is wrong if it does not."""
    last: Any = {"seq": 0, "id": -1, "hash": ""}
    events, reveals, seals, opened = list[Any](), list[Any](), dict[int, Any](), dict[int, str]()
    for row in export["rows"]:
        kind, seq, previous, body = row.get("kind"), row["seq"], row["previous"], json.loads(row.get("body", "{}"))
        if kind:  # of rows that may hold secrets only the hash is exported
            content = [previous, export["game"], seq, "{at!r} {kind} {body}".format(**row)]
            text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogateescape")
            yield hashlib.sha256(text).hexdigest() == row["hash"], f"Row {seq} does not match its hash."
        follows = seq == last["seq"] + 1 and (previous == last["hash"] or row["id"] != last["id"] + 1)
        yield follows, f"Row {seq} does not follow the row before it, or rows are missing there."
        last, roll = row, body.get("serial")
        if kind == "undo":
            events = [each for each in events if each["action"] != events[-1]["action"]]
        elif kind == "event":
            event = {**body["event"], "action": body["action"], "seq": seq}
            events.append(event)
            judged = event["event"] == "Adjudicated" and event["ending"] != "accepted"
            dice = event["revealed"] if judged else event["event"] == "RollVoided" and event.get("dice")
            if dice and judged:
                said = [each["claim"]["claim"] for each in events if each["event"] in ("Declared", "Passed", "BidMade")]
                claim = "2-1" if event["ending"] == "shown" else said[-1]
                right, true = judge(events[0], claim, event)
                is_right = event["verdict"] == right and event["actual"] in (true, {"claim": true})
                yield is_right, f"Row {seq}: {true} makes the claim {claim} {right}."
                yield event["claim"] == {"claim": claim}, f"Row {seq}: {claim} was claimed."
            elif dice:
                yield dice["claim"] != "2-1", f"Row {seq} voids a roll that was a twenty-one."
            rolls = [each["seq"] for each in events if each["event"] == "Rolled"]
            reveals += [(each, dice and dice["claim"]) for each in rolls[-1:] if judged or dice]
        elif kind == "sealed":
            in_time = [(each["event"], each["seq"]) for each in events[-1:]] == [("Rolled", roll)]
            yield in_time, f"Roll {roll} was sealed only after somebody had spoken of it."
            yield body.get("after", previous) == previous, f"Roll {roll} was not sealed after the rows before its seal."
            yield roll not in seals, f"Roll {roll} was sealed more than once."
            seals[roll] = body
        elif kind in ("opened", "unsealed"):
            yield roll in dict(reveals), f"Roll {roll} is {kind}, but its reveal is gone."
            yield (kind == "opened") is (roll in seals), f"Roll {roll} is {kind}, its seal says otherwise."
            opened[roll] = "-".join(map(str, reversed(body.get("faces", []))))
            if kind == "opened" and roll in seals:
                faces, after = " ".join(map(str, body["faces"])), seals[roll].get("after")
                text = f"meierbox seal|{export['game']}|{roll}|{after}|{body['salt']}|{faces}".encode()
                if not after:  # in games from before seals were chained
                    text = bytes.fromhex(body["salt"]) + f"|{roll}|{faces}".encode()
                is_sealed = hashlib.sha256(text).hexdigest() == seals[roll]["digest"]
                yield is_sealed, f"Roll {roll} was opened with {faces}, which is not what was sealed."
    for roll, dice in reveals:
        yield roll in opened or not (dice or roll in seals), f"Roll {roll} was revealed, but what was sealed is gone."
        yield not dice or opened.get(roll, "") in ("", dice), f"Roll {roll} was {opened.get(roll)}, {dice} was judged."
    for code in codes:  # it has 160 bits of a digest
        shown = [base64.b32encode(bytes.fromhex(seal["digest"])[:20]).decode() for seal in seals.values()]
        yield code.split()[-1] in shown, f"No roll of this game was sealed with {code}."


def main(words: list[str]) -> int:
    """Prints a sentence for every fault; returns 0, 1 if there are faults, or 2 if the file is no exported game."""
    try:
        export = json.loads(Path(words[0]).read_text(encoding="utf-8"))
        faults = [fault for holds, fault in checks(export, words[1:]) if not holds]
        opened = sum(row.get("kind") == "opened" for row in export["rows"])
        summary = f"Game {export['game']}: {len(export['rows'])} rows, {opened} opened seals, {len(faults)} faults."
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"That is no exported game ({error!r}): python3 verify_export.py FILE [CODE…]", file=sys.stderr)
        return 2
    print(*faults, summary, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
