"""A game in progress: combines the rules, the journal, and the sealed rolls.

Every action is journalled before the caller gets its result. After any kind of interruption `Session.resume` rebuilds
the session from the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from firmware.journal.contents import COMPUTERS, UNREADABLE, SeatChange, read_valid_rows
from firmware.journal.database import GameEntry, Journal, VaultEntry
from firmware.journal.dice_in_use import NO_DICE, DiceInUse, counted_row
from firmware.journal.errors import unreadable_game
from firmware.journal.observation import Observation, from_body, to_body
from firmware.journal.photographs import Photographs
from firmware.journal.reveal_photograph import RevealPhotograph
from firmware.journal.rows import CUT, Damage, Row, ValidRows
from firmware.journal.seal import Seal, SealLink
from firmware.rules.commands import Command, Refusal, Reveal
from firmware.rules.decide import decide
from firmware.rules.errors import SetupError
from firmware.rules.events import Adjudicated, BidMade, Dealt, Event, Rolled, RollVoided, to_json
from firmware.rules.evolve import fold
from firmware.rules.games.registry import Ruleset, ruleset
from firmware.rules.history import History
from firmware.rules.message import message
from firmware.rules.options import OptionValue
from firmware.rules.record.header import FORBIDDEN_IN_NAMES
from firmware.rules.record.writer import record_of, write_record
from firmware.rules.state import GameState, Phase

__all__ = ["Clock", "SeatChange", "Session", "validated_names"]

Clock = Callable[[], float]
"""Returns the time in seconds since 1970."""
FIRST_ROW = 1
"""The number of a game's first row."""


@dataclass(slots=True)
class Session:
    """A game, its history and its sealed rolls.

    `first_rows` are the journal's numbers of each action's first row. What people do between two actions is stored as
    well: `throws` for the opening by seat; `showing`, the dice that a seat has shown before its bid; `laid`, the dice
    revealed by a challenge so far, by seat. `computers` are the characters of the computer's seats by name.
    """

    journal: Journal
    entry: GameEntry
    game: Ruleset
    clock: Clock
    history: History
    first_rows: list[int]
    throws: dict[int, int] = field(default_factory=dict)
    laid: dict[int, tuple[int, ...]] = field(default_factory=dict)
    showing: tuple[int, ...] = ()
    seat_change: SeatChange | None = None
    dice: DiceInUse = NO_DICE
    computers: Mapping[str, str] = field(default_factory=dict)
    photographs: Photographs = field(init=False)
    _seals: dict[int, tuple[Seal, Observation]] = field(default_factory=dict, repr=False)
    damage: Damage | None = None
    _ended: bool = False

    def __post_init__(self) -> None:
        """Opens the photographs of the game."""
        self.photographs = Photographs(self.journal, self.entry.number)

    @classmethod
    def start(
        cls,
        journal: Journal,
        rules: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        opens: int | None,
        clock: Clock,
        stock: Sequence[int] | None = None,
        seat_change: SeatChange | None = None,
        dice: DiceInUse | None = None,
        computers: Mapping[str, str] | None = None,
    ) -> Session:
        """Begins a game and journals it; without `opens` a throw decides who opens.

        `stock` and `seat_change` are for a game that continues another one with other seats; `dice` are the dice in
        use, `computers` the characters of the computer's seats by name.

        Raises:
            SetupError: where the rules do not allow such a game, or no record could be written of a name.
        """
        game = ruleset(rules)
        seats = validated_names(seats)
        events = game.new_game(seats, options, stock=stock, opens=opens)
        dice = dice or NO_DICE
        rows = [*_rows(0, events), *dice.rows()]
        playing = {name: kind for name, kind in (computers or {}).items() if name in seats}
        if playing:
            rows.append(Row(COMPUTERS, {"characters": playing}))
        if seat_change:
            rows.append(Row("follows", {"game": seat_change.game, "what": seat_change.what, "name": seat_change.name}))
        now = clock()
        entry = GameEntry(journal.begin(now, rows), now, rules)
        history = History.begin(events)
        return cls(
            journal, entry, game, clock, history, [FIRST_ROW], seat_change=seat_change, dice=dice, computers=playing
        )

    @classmethod
    def resume(cls, journal: Journal, entry: GameEntry, clock: Clock) -> Session:
        """Rebuilds a session from the rows of its game.

        If rows are damaged, it resumes before the damage: `damage` describes it, `record_truncation` records it.

        Raises:
            JournalError: where the rows are no game.
        """
        try:
            found = journal.valid_rows(entry.number)
            read = read_valid_rows(found)
        except UNREADABLE as error:
            raise unreadable_game(entry.number, journal.path, error) from error
        contents, history = read.contents, read.history
        game = ruleset(history.state.ruleset)
        seals = dict(_seals(journal, entry.number, found))
        session = cls(
            journal,
            entry,
            game,
            clock,
            history,
            [action.first for action in contents.actions],
            throws=contents.throws,
            laid=contents.laid,
            showing=contents.showing,
            seat_change=contents.seat_change,
            dice=contents.dice,
            computers=contents.computers,
            damage=read.damage,
            _seals=seals,
        )
        session.photographs.restore(contents.laid_rows)
        return session

    def record_truncation(self) -> None:
        """Journals that the game continues from before the damage, if any; called before anything else."""
        if self.damage is not None:
            after = self.damage.seq - 1
            self.damage = None
            self.journal.append(self.entry.number, [Row(CUT, {"after": after})], self.clock())

    @property
    def state(self) -> GameState:
        """The current state."""
        return self.history.state

    @property
    def previous_state(self) -> GameState | None:
        """The state before the last action."""
        return self.history.previous.state if self.history.previous else None

    @property
    def before_verdict(self) -> GameState | None:
        """The state before the action that led to the last adjudication, or None."""
        point: History | None = self.history
        while point is not None and not any(isinstance(event, Adjudicated) for event in point.action):
            point = point.previous
        return point.previous.state if point is not None and point.previous is not None else None

    @property
    def last_action(self) -> tuple[Event, ...] | None:
        """The events of the last action, which an undo would take back; None before the first."""
        return self.history.action if self.history.previous else None

    @property
    def reveal_photographs(self) -> tuple[RevealPhotograph, ...]:
        """The photographs of the last adjudication."""
        for first, events in zip(reversed(self.first_rows), reversed(self.history.actions()), strict=True):
            if any(isinstance(event, Adjudicated) for event in events):
                return self.photographs.of(first)
        return ()

    def do(self, *commands: Command, photographs: Sequence[RevealPhotograph] = ()) -> Refusal | tuple[Event, ...]:
        """Carries out commands if the rules allow them; several count as one action and are undone together.

        `photographs` are shown at a reveal, in addition to those of the dice that were laid.
        """
        events: tuple[Event, ...] = ()
        for command in commands:
            decided = decide(fold(events, self.state), command)
            if isinstance(decided, Refusal):
                return decided
            events += decided
        reveals = any(isinstance(command, Reveal) for command in commands)
        self.record_truncation()
        now = self.clock()
        first = self.journal.next_seq(self.entry.number)
        rows = _rows(len(self.first_rows), events)
        if reveals and self.roll is not None:
            rows.append(self._opening_row(self.roll))
        kept = self.photographs.of_reveal(first, photographs) if reveals else ()
        self.journal.append(self.entry.number, rows, now, photographs=kept)
        self.first_rows.append(first)
        self.history = self.history.act(events)
        self._clear_pending()
        if self.state.phase is Phase.OVER:
            self._end("won")
        else:
            self._reopen()
        return events

    def abandon_for(self, before: int) -> None:
        """Abandons this game for game `before`, from before the seats changed."""
        self.record_truncation()
        self.journal.reopen(before, self.clock())
        self._end("left")

    def undo(self) -> Refusal | tuple[Event, ...]:
        """Undoes the last action and returns its events."""
        before = self.history.undo()
        if isinstance(before, Refusal):
            return before
        undone = self.history.action
        self.record_truncation()
        self.journal.append(self.entry.number, [Row("undo", {"action": len(self.first_rows) - 1})], self.clock())
        self._reopen()
        self.history = before
        self.first_rows.pop()
        self._clear_pending()
        return undone

    def _clear_pending(self) -> None:
        """Clears everything since the last action."""
        self.throws.clear()
        self.laid.clear()
        self.photographs.release()
        self.showing = ()

    def record(self) -> str:
        """Returns the game so far in the notation of RECORD.md; only revealed dice are in it."""
        return write_record(record_of(self.history.events()))

    def stop(self) -> None:
        """Ends the game early."""
        self.record_truncation()
        self._end("stopped")

    def _end(self, outcome: str) -> None:
        if self.dice.counted and (row := counted_row(self._rolls(), self._reveals())):
            self.journal.append(self.entry.number, [row], self.clock())
        self.journal.end(self.entry.number, outcome, self.clock())
        self._ended = True

    def _rolls(self) -> Iterator[tuple[int, ...]]:
        yield from (seal.faces for seal, _ in self._seals.values())

    def _reveals(self) -> int:
        """Counts the revealed rolls."""
        return sum(isinstance(event, Adjudicated | RollVoided) for event in self.history.events())

    def _reopen(self) -> None:
        """Reopens an ended game, for an undo or a ruling."""
        if self._ended:
            self.journal.reopen(self.entry.number, self.clock())
            self._ended = False

    def throw(self, seat: int, face: int) -> None:
        """Records a throw for the opening, until all have thrown."""
        self.record_truncation()
        self.journal.append(self.entry.number, [Row("throw", {"seat": seat, "face": face})], self.clock())
        self.throws[seat] = face

    def retract_throw(self, seat: int) -> None:
        """Takes back a seat's throw for the opening."""
        self.journal.append(self.entry.number, [Row("throw retracted", {"seat": seat})], self.clock())
        del self.throws[seat]

    def note_showing(self, faces: tuple[int, ...]) -> None:
        """Records the dice that the seat in turn has shown; its bid must follow."""
        self.record_truncation()
        self.journal.append(self.entry.number, [Row("showing", {"faces": list(faces)})], self.clock())
        self.showing = faces

    def note_laid(self, seat: int, faces: tuple[int, ...], photograph: RevealPhotograph | None = None) -> None:
        """Records a seat's dice laid after a challenge, with their photograph, if any."""
        self.record_truncation()
        row = self.journal.next_seq(self.entry.number)
        kept = () if photograph is None else (self.photographs.hold(row, photograph),)
        rows = [Row("laid", {"seat": seat, "faces": list(faces)})]
        self.journal.append(self.entry.number, rows, self.clock(), photographs=kept)
        self.laid[seat] = (*self.laid.get(seat, ()), *faces)

    @property
    def roll(self) -> int | None:
        """The number of the roll in the box (the journal's number of the shake); None before the first."""
        for first, events in zip(reversed(self.first_rows), reversed(self.history.actions()), strict=True):
            for offset, event in enumerate(events):
                if isinstance(event, Rolled):
                    return first + offset
        return None

    def hand_roll(self, seat: int) -> int | None:
        """The number of the roll that put the dice under a seat's cup; None before the first deal.

        It is the journal's number of the deal, or of the bid before which the seat re-rolled. A bid still to come gets
        the number of its first row in advance: nothing is journalled between a showing and its bid.
        """
        if self.showing and seat == self.state.turn:
            return self.journal.next_seq(self.entry.number)
        for first, events in zip(reversed(self.first_rows), reversed(self.history.actions()), strict=True):
            for offset, event in enumerate(events):
                if isinstance(event, Dealt) or (isinstance(event, BidMade) and event.seat == seat and event.shown):
                    return first + offset
        return None

    @property
    def seal(self) -> Seal | None:
        """The seal of the roll in the box."""
        kept = self._seals.get(self.roll or 0)
        return kept[0] if kept else None

    @property
    def sealed_observation(self) -> Observation | None:
        """The observation of the sealed roll in the box: for the reveal only."""
        kept = self._seals.get(self.roll or 0)
        return kept[1] if kept else None

    def _opening_row(self, roll: int) -> Row:
        """Opens the seal of the revealed roll, or records that it has none because it could not be read."""
        if (seal := self.seal) is None:
            return Row("unsealed", {"serial": roll})
        return Row("opened", {"serial": seal.serial, "salt": seal.salt.hex(), "faces": list(seal.faces)})

    def close_seal(self, observation: Observation) -> None:
        """Seals the observation of the roll in the box; raises ValueError if there is nothing to seal."""
        if observation.faces is None or self.roll is None:
            raise ValueError("Only a roll that was read can be sealed.")
        self.record_truncation()
        link = SealLink(self.entry.number, self.journal.head)
        seal = Seal.close(self.roll, observation.faces, link)
        row = Row("sealed", {"serial": seal.serial, "digest": seal.digest, "after": link.after})
        vault = VaultEntry(seal.serial, seal.salt, seal.faces, to_body(observation), observation.photograph)
        self.journal.append(self.entry.number, [row], self.clock(), vault)
        self._seals[seal.serial] = (seal, observation)


def validated_names(seats: Sequence[str]) -> tuple[str, ...]:
    """Returns the names with single spaces; raises SetupError for one that a record could not contain."""
    names = tuple(" ".join(name.split()) for name in seats)
    for name in names:
        bad = next((sign for sign in name if sign in f";{FORBIDDEN_IN_NAMES}" or not sign.isprintable()), None)
        if bad is not None:
            problem = message("The name {name} must not contain {bad}", name=repr(name), bad=repr(bad))
            raise SetupError("Seats", problem.with_remedy(message("leave it out")))
    return names


def _seals(journal: Journal, game: int, found: ValidRows) -> Iterator[tuple[int, tuple[Seal, Observation]]]:
    """Yields the sealed rolls of a game that match their digests in the chain."""
    sealed = {row.body.get("serial"): row.body for _, row in found.rows if row.kind == "sealed"}
    for kept in journal.vault(game):
        body = sealed.get(kept.serial, {})
        link = SealLink(game, str(body["after"])) if "after" in body else None
        with suppress(*UNREADABLE):
            seal = Seal(kept.serial, kept.salt, kept.faces, link)
            if seal.digest == body.get("digest"):
                yield kept.serial, (seal, from_body(kept.body, kept.encoded))


def _rows(action: int, events: Sequence[Event]) -> list[Row]:
    return [Row("event", {"action": action, "event": to_json(event)}) for event in events]
