"""The current game and the plan of the next one: begins, reseats and resumes games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from firmware.journal.database import Journal, JournalError
from firmware.journal.dice_in_use import DiceInUse
from firmware.journal.session import Clock, SeatChange, Session
from firmware.rules.games.registry import ruleset
from firmware.rules.message import message
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState
from firmware.table.plan import BY_THROW, PLAYED, GamePlan, first_options, plan_of
from firmware.table.seat_change import Seating, round_in_progress


class CurrentGame:
    """The session of a table and its plan.

    `session` is the current game, or None; `rules` names the game played or planned; `plan` is the plan.
    """

    def __init__(self, journal: Journal, clock: Clock, dice: Callable[[], DiceInUse] = DiceInUse) -> None:
        """Plans another game like the last one; `dice` returns the dice in use."""
        self.journal = journal
        self.session: Session | None = None
        self._lost_last: tuple[str, ...] = ()
        self._clock = clock
        self._dice = dice
        latest = journal.latest()
        self.rules = latest.rules if latest and latest.rules in PLAYED else PLAYED[0]
        self.plan = self._latest_plan()

    def plan_next(self, rules: str | None, plan: GamePlan | None = None) -> None:
        """Plans a game; without a plan, for the last seats, with the last options if the game is the same."""
        if rules is not None:
            self.rules = rules
        self.plan = plan or self._latest_plan()

    @property
    def active_session(self) -> Session:
        """The current game; raises RuntimeError without one."""
        if self.session is None:
            raise RuntimeError("No game is being played.")
        return self.session

    def begin(self, seats: Sequence[str], options: Mapping[str, OptionValue], opens: int | None) -> None:
        """Begins a game; raises RulesError if the rules forbid it."""
        self.session = Session.start(
            self.journal,
            self.rules,
            seats,
            options,
            opens,
            self._clock,
            dice=self._dice(),
            computers=self.plan.characters,
        )

    def reseat(self, seating: Seating, what: str, name: str) -> None:
        """Continues as a new game with other seats; raises RulesError if the rules forbid it."""
        old = self.active_session
        self.session = Session.start(
            self.journal,
            self.rules,
            seating.seats,
            seating.options,
            seating.opens,
            self._clock,
            stock=seating.stock,
            seat_change=SeatChange(old.entry.number, what, name),
            dice=self._dice(),
            computers=old.computers,
        )

    def undo_seat_change(self, change: SeatChange) -> None:
        """Returns to the game before its seats changed; a round in progress there is replayed from its start.

        Its dice may have been shaken since, so no claim can be checked against them.

        Raises:
            JournalError: where that game cannot be read.
        """
        entry = self.journal.game(change.game)
        if entry is None:
            missing = message("Game {number} is not in the journal", number=change.game)
            raise JournalError(missing.with_remedy(message("play on with these seats")))
        before = Session.resume(self.journal, entry, self._clock)
        while round_in_progress(before.state):
            before.undo()
        self.active_session.abandon_for(change.game)
        self.session = before

    def unfinished(self) -> Callable[[], Session] | None:
        """Returns a function that resumes the interrupted game (raising JournalError if damaged); None without one."""
        entry = self.journal.unfinished()
        return None if entry is None else lambda: Session.resume(self.journal, entry, self._clock)

    def resume(self, session: Session) -> None:
        """Continues an interrupted game."""
        session.record_truncation()
        self.session = session
        self.rules = session.game.name

    def leave_game(self) -> None:
        """Leaves the current game, and plans another for its seats."""
        if self.session is not None:
            self.plan = plan_of(self.session.state, self.session.computers)
            self._note_losers(self.session.state)
            self.session = None

    def now(self) -> float:
        """Returns the time by which games are recorded, in seconds since 1970."""
        return self._clock()

    @property
    def last_loser(self) -> int | None:
        """The planned seat that lost the last game; None if nobody lost, or that player is not planned."""
        return next((self.plan.seats.index(name) for name in self._lost_last if name in self.plan.seats), None)

    @property
    def seat_change(self) -> SeatChange | None:
        """The seat change that an undo would reverse: the last thing done in this game, or None."""
        session = self.session
        return session.seat_change if session and session.last_action is None else None

    def _note_losers(self, state: GameState) -> None:
        self._lost_last = tuple(state.seats[seat] for seat in state.losers)

    def _latest_plan(self) -> GamePlan:
        """Plans for the last seats, with the last house rules if the game is the same; without seats for a new box."""
        options = first_options(ruleset(self.rules))
        latest = self.journal.latest()
        if latest is not None:
            try:
                session = Session.resume(self.journal, latest, self._clock)
            except JournalError:
                return GamePlan((), BY_THROW, options)
            plan = plan_of(session.state, session.computers)
            self._note_losers(session.state)
            return plan if latest.rules == self.rules else replace(plan, options=options)
        return GamePlan((), BY_THROW, options)
