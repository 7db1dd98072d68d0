"""Checks what a game's rows say about its dice for contradictions: seals, openings, verdicts, rules.

A seal must be journalled before the claim, and after the row that it names; whatever a reveal shows must have been
sealed, or the journal must say why not; the opening must match the digest, and the verdict must follow from the sealed
dice by the rules. Forging any of them contradicts another.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from firmware.journal.contents import UNREADABLE
from firmware.journal.errors import unreadable_game
from firmware.journal.journal_reader import JournalReader
from firmware.journal.rows import valid_prefix
from firmware.journal.seal import SealLink, code_of, digest_of, words_of
from firmware.rules.claims import Hands, Pair
from firmware.rules.commands import Refusal, Reveal, Unread
from firmware.rules.decide import decide
from firmware.rules.events import Adjudicated, Ending, Event, Rolled, RollVoided, from_json
from firmware.rules.games.registry import evolve, fold
from firmware.rules.message import Message, message
from firmware.rules.state import GameState


@dataclass(frozen=True, slots=True)
class SealRow:
    """A row to check; `previous` is the hash of its predecessor, None without hashes."""

    seq: int
    kind: str
    body: dict[str, Any]
    previous: str | None = None


@dataclass(frozen=True, slots=True)
class SealedRoll:
    """A journalled seal: the roll's number, the digest, and whether it came before the claim."""

    game: int
    serial: int
    digest: str
    link: SealLink | None
    in_time: bool

    @property
    def code(self) -> str:
        """The text of the code that the screen showed."""
        return code_of(self.game, self.serial, self.digest)

    @property
    def words(self) -> str:
        """The words that the screen showed."""
        return " ".join(words_of(self.digest))


@dataclass(frozen=True, slots=True)
class SealReport:
    """The result: every seal, opened faces, rolls revealed without a seal, and faults.

    `verdicts` counts all reveals.
    """

    game: int
    sealed: tuple[SealedRoll, ...]
    opened: dict[int, tuple[int, ...]]
    unsealed: tuple[int, ...]
    verdicts: int
    faults: tuple[Message, ...]


def check_game(reader: JournalReader, number: int) -> SealReport:
    """Checks a game of a journal, whether or not its chain is intact.

    Raises:
        JournalError: where there is no such game, or a row is none of a game.
    """
    reader.game(number)
    linked = reader.linked_rows(number)
    previous = {row.seq: before for row, before in linked}
    found = valid_prefix((row for row, _ in linked), {})
    rows = [SealRow(stored.seq, row.kind, row.body, previous[stored.seq] or None) for stored, row in found.rows]
    try:
        report = check_seals(number, rows)
    except UNREADABLE as error:
        raise unreadable_game(number, reader.path, error) from error
    if found.damage is None:
        return report
    where = found.damage
    damaged = message("Row {n} is damaged ({reason}); what follows was not checked.", n=where.seq, reason=where.reason)
    return replace(report, faults=(*report.faults, damaged))


def check_seals(game: int, rows: Iterable[SealRow]) -> SealReport:
    """Checks the rows of a game, given in order.

    Raises:
        one of `UNREADABLE`: where a row is none of a game.
    """
    check = _Check(game)
    for row in rows:
        check.row(row)
    check.settle()
    return SealReport(
        game, tuple(check.sealed), check.opened, tuple(check.unsealed), check.verdicts, tuple(check.faults)
    )


@dataclass(frozen=True, slots=True)
class _PendingReveal:
    """A reveal whose opening is still due: its roll, and the dice it was judged by, if they were read."""

    roll: int
    dice: tuple[int, ...]


@dataclass(slots=True)
class _Check:
    """Checks row by row. `actions` are those in force, with the numbers of their first rows."""

    game: int
    actions: list[tuple[int, list[Event]]] = field(default_factory=list)
    states: list[GameState] = field(default_factory=list)
    sealed: list[SealedRoll] = field(default_factory=list)
    opened: dict[int, tuple[int, ...]] = field(default_factory=dict)
    unsealed: list[int] = field(default_factory=list)
    verdicts: int = 0
    faults: list[Message] = field(default_factory=list)
    due: _PendingReveal | None = None

    def row(self, row: SealRow) -> None:
        """Checks a row."""
        match row.kind:
            case "event":
                self._event(row)
            case "undo":
                self.settle()
                self.actions.pop()
                self.states.pop()
            case "sealed":
                self._sealed(row)
            case "opened":
                self._opened(row)
            case "unsealed":
                self._unsealed(int(row.body["serial"]))

    def settle(self) -> None:
        """Reports a reveal that was not followed by its opening."""
        due, self.due = self.due, None
        if due is None:
            return
        if any(seal.serial == due.roll for seal in self.sealed):
            self._fault(message("Roll {n} was sealed and revealed, but the opening of its seal is gone.", n=due.roll))
        elif due.dice:
            self._fault(message("Roll {n} was judged by its dice, but its seal is gone.", n=due.roll))

    def _fault(self, what: Message) -> None:
        self.faults.append(what)

    def _event(self, row: SealRow) -> None:
        action, event = int(row.body["action"]), from_json(row.body["event"])
        if action == len(self.actions):
            self.settle()
            self.actions.append((row.seq, []))
            self.states.append(self.states[-1] if self.states else fold((event,)))
        elif action != len(self.actions) - 1:
            raise ValueError(f"row {row.seq} belongs to action {action}, but {len(self.actions)} is next")
        before, begun = self.states[-1], self.actions[-1][1]
        if self._reveals(event):
            self.verdicts += 1
            self._judged(row.seq, before, event)
            if (roll := self._roll()) is not None:
                dice = event.dice if isinstance(event, RollVoided) else getattr(event, "revealed", None)
                self.due = _PendingReveal(roll, (dice.low, dice.high) if isinstance(dice, Pair) else ())
        begun.append(event)
        if len(self.actions) > 1 or len(begun) > 1:
            self.states[-1] = evolve(before, event)

    @staticmethod
    def _reveals(event: Event) -> bool:
        """Whether the event came from a reveal: a verdict, a shown 21, or an unnecessary showing."""
        if isinstance(event, Adjudicated):
            return event.ending is not Ending.ACCEPTED
        return isinstance(event, RollVoided) and event.dice is not None

    def _judged(self, seq: int, before: GameState, event: Event) -> None:
        """Checks a verdict against the rules."""
        dice: Pair | Hands | Unread | None = event.dice if isinstance(event, RollVoided) else None
        if isinstance(event, Adjudicated):
            dice = event.revealed or (Unread(event.reason) if event.reason is not None else None)
        if dice is None:
            return
        ruled = decide(before, Reveal(dice))
        if isinstance(ruled, Refusal) or event not in ruled:
            self._fault(message("The verdict in row {n} does not follow from these dice by the rules.", n=seq))

    def _roll(self) -> int | None:
        """The number of the roll in the box: that of the row of the latest shake."""
        for first, events in reversed(self.actions):
            for offset, event in enumerate(events):
                if isinstance(event, Rolled):
                    return first + offset
        return None

    def _sealed(self, row: SealRow) -> None:
        serial, digest, after = int(row.body["serial"]), str(row.body["digest"]), row.body.get("after")
        spoken = not self.actions or not isinstance(self.actions[-1][1][-1], Rolled)
        link = None if after is None else SealLink(self.game, str(after))
        seal = SealedRoll(self.game, serial, digest, link, not spoken and serial == self._roll())
        if not seal.in_time:
            self._fault(message("Roll {n} was sealed only after somebody had spoken of it.", n=serial))
        if link is not None and row.previous is not None and row.previous != link.after:
            self._fault(message("The rows before the seal of roll {n} have changed since it was closed.", n=serial))
        if any(other.serial == serial for other in self.sealed):
            self._fault(message("Roll {n} was sealed more than once.", n=serial))
        self.sealed.append(seal)

    def _opened(self, row: SealRow) -> None:
        serial, faces = int(row.body["serial"]), tuple(int(face) for face in row.body["faces"])
        self.opened[serial] = faces
        seal = next((seal for seal in reversed(self.sealed) if seal.serial == serial), None)
        shown = " ".join(map(str, faces))
        if seal is None:
            self._fault(message("Roll {n} was opened with {dice}, but no seal of it is there.", n=serial, dice=shown))
        elif digest_of(bytes.fromhex(row.body["salt"]), serial, faces, seal.link) != seal.digest:
            self._fault(message("Roll {n} was opened with {dice}, which is not what was sealed.", n=serial, dice=shown))
        due, self.due = self.due, None
        if due is None or due.roll != serial:
            self._fault(message("Roll {n} was opened, but the reveal that it belongs to is gone.", n=serial))
        elif due.dice and due.dice != faces:
            judged = " ".join(map(str, due.dice))
            forged = message(
                "Roll {n} was judged as {judged}, but {dice} was sealed.", n=serial, judged=judged, dice=shown
            )
            self._fault(forged)

    def _unsealed(self, serial: int) -> None:
        if any(seal.serial == serial for seal in self.sealed):
            self._fault(message("Roll {n} was sealed, but its reveal says that it was not.", n=serial))
        if self.due is not None and self.due.roll == serial:
            self.due = None
        self.unsealed.append(serial)
