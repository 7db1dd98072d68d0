"""`games verify`: checks the chain, the seals and the verdicts of a game."""

import argparse
from typing import TYPE_CHECKING

from firmware.commands.games.chain import add_journal, fault_sentences, journal_place
from firmware.commands.games.past import game_number
from firmware.journal.errors import JournalFormatError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.rows import CHAINED
from firmware.journal.seal_check import SealedRoll, SealReport, check_game

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand."""
    verify = kinds.add_parser("verify", help="check a game's seals and verdicts, and the chain")
    verify.add_argument("game", type=game_number, metavar="N", help="the number of the game in the list")
    add_journal(verify)
    verify.add_argument(
        "--shown",
        action="append",
        default=[],
        metavar="TEXT",
        help="a code that was photographed before a claim, or the words beside it; may be given more than once",
    )
    verify.set_defaults(subcommand=_verify)


def _verify(args: argparse.Namespace) -> int:
    with JournalReader(journal_place(args)) as reader:
        chained, faults = reader.version >= CHAINED, list(fault_sentences(reader))
        try:
            report = check_game(reader, args.game)
        except JournalFormatError as error:
            return _report_unreadable(args.game, faults, error)
    faults += map(str, report.faults)
    seals = {seal.serial: seal for seal in report.sealed}
    for serial, faces in report.opened.items():
        if seal := seals.get(serial):
            print(f"Roll {serial}: {' '.join(map(str, faces))} was sealed as {_named(seal)}.")
    for serial in report.unsealed:
        print(f"Roll {serial} was not read before it was claimed: no seal binds its verdict.")
    for text in args.shown:
        seal = find_seal(report, text)
        if seal is None:
            faults.append(f"No roll of game {args.game} was sealed as {text!r}.")
        else:
            print(f"Roll {seal.serial} was sealed as {_named(seal)}, as you noted.")
    for fault in faults:
        print(fault)
    print(_summary(report, len(faults), chained))
    return 1 if faults else 0


def _report_unreadable(game: int, faults: list[str], error: JournalFormatError) -> int:
    """Returns why a game could not be checked, after the chain's faults."""
    for fault in (*faults, f"{error.message.without_remedy()}."):
        print(fault)
    print(f"Game {game} was not checked: its rows are not those of a game.")
    return 1


def _named(seal: SealedRoll) -> str:
    if seal.link is None:
        return seal.digest
    return f"{seal.words}, {seal.code}"


def find_seal(report: SealReport, text: str) -> SealedRoll | None:
    """Finds the seal that somebody noted: by its code, its words, or the beginning of an old digest."""
    noted = text.lower().split()
    for seal in report.sealed:
        old = seal.link is None and len(noted[-1:] and noted[-1]) >= 12 and seal.digest.startswith(noted[-1])
        if noted and (noted == seal.words.split() or noted[-1] == seal.code.lower().split()[-1] or old):
            return seal
    return None


def _summary(report: SealReport, faults: int, chained: bool) -> str:
    chain = "the chain of the journal holds" if chained else "the journal has no chain yet"
    closed = _count(len({seal.serial for seal in report.sealed} - report.opened.keys()), "seal")
    if not report.verdicts and not report.opened:
        checked = f"No dice were revealed in game {report.game}; {closed} still closed"
    else:
        opened, bare = _count(len(report.opened), "seal"), _count(len(report.unsealed), "reveal")
        checked = f"{_count(report.verdicts, 'reveal')}, {opened} opened, {bare} without a seal, {closed} still closed"
    return f"{checked}: {_count(faults, 'fault')}." if faults else f"{checked}: no fault, and {chain}."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
