"""`games dice`: how the dice of past games fall, by set."""

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import asdict
from typing import TYPE_CHECKING

from firmware.commands.games.chain import add_journal, journal_place
from firmware.commands.terminal_text import one_line
from firmware.config.paths import state_dir
from firmware.dice_sets.die_set import DieSet, DieSets
from firmware.dice_sets.errors import DieSetError
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import read_game
from firmware.statistics.dice_sample import DiceFindings, DiceSample, find, sample_of

if TYPE_CHECKING:
    from argparse import _SubParsersAction

UNNAMED = "dice without a name"
BAR = 40
"""Length of the longest bar in characters."""


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand."""
    dice = kinds.add_parser("dice", help="show how the dice fall, by set, with intervals")
    dice.add_argument("--json", action="store_true", help="print one JSON object")
    add_journal(dice)
    dice.set_defaults(subcommand=_dice)


def _dice(args: argparse.Namespace) -> int:
    with JournalReader(journal_place(args)) as reader:
        findings = dice_findings(reader)
    if args.json:
        print(json.dumps([as_json(each) for each in findings]))
        return 0
    if not findings:
        print("No dice are known yet: `meierbox bless NAME --throws 100` learns a set.")
    for number, each in enumerate(findings):
        print("\n" * bool(number) + "\n".join(_lines(each)))
    return 0


def dice_findings(reader: JournalReader) -> list[DiceFindings]:
    """Returns the findings about every set, from its blessing and a journal's games, by name."""
    samples: defaultdict[str, DiceSample] = defaultdict(DiceSample)
    for summary in reader.games():
        try:
            game = read_game(reader, summary.number)
        except JournalError as error:
            print(f"meierbox games: {error}", file=sys.stderr)
            continue
        samples[game.dice.name] += sample_of(game)
    known = known_sets()
    samples.update({name: samples[name] for name in known})
    findings = [find(name or UNNAMED, samples[name], known.get(name)) for name in sorted(samples)]
    return [each for each in findings if each.dice or any(each.sample.selected)]


def known_sets() -> dict[str, DieSet]:
    """Returns the blessed sets by name; unreadable ones are reported on standard error."""
    sets, found = DieSets(state_dir()), {}
    for name in sets.names():
        try:
            found[name] = sets.load(name)
        except DieSetError as error:
            print(f"meierbox games: {error}", file=sys.stderr)
    return found


def as_json(found: DiceFindings) -> dict[str, object]:
    """Returns findings as JSON data."""
    return {
        "set": found.name,
        "dice": found.dice,
        "fair": list(found.sample.fair),
        "selected": list(found.sample.selected),
        "faces": [asdict(face) for face in found.faces],
        "end": None if found.end is None else asdict(found.end),
        "alike": [
            {"faces": list(group.faces), "p": group.p, "enough": group.has_enough_throws}
            for group in found.fairness.groups
        ],
        "sentence": found.sentence(),
    }


def _lines(found: DiceFindings) -> list[str]:
    lines = [f"{one_line(found.name)}: {found.dice} dice thrown fairly."]
    if found.dice:
        longest = max(face.high for face in found.faces)
        for face in found.faces:
            bar = "█" * round(BAR * face.mean / longest)
            share = f"{face.mean:6.1%} ({face.low:.1%} to {face.high:.1%})"
            lines.append(f"  {face.face}  {share:26} {bar}")
    lines.append(found.sentence())
    for group in found.fairness.groups:
        if group.has_enough_throws:
            faces = " ".join(map(str, group.faces))
            alike = "fall alike" if group.p >= 0.01 / len(found.fairness.groups) else "do not fall alike"
            lines.append(f"The faces {faces} {alike} as far as the throws show (p = {group.p:.3f}).")
    if any(found.sample.selected):
        seen = " ".join(map(str, found.sample.selected))
        lines.append(f"Not counted: {seen} of 1 to 6 in challenged rolls, which are no fair sample.")
    return lines
