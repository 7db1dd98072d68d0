"""The state of a round of a box game: the moves on the dial, who may do what, what is awaited."""

from firmware.rules.claims import Claim, Pair
from firmware.rules.commands import Declare, Move, MoveKind
from firmware.rules.decide import decide
from firmware.rules.events import Declared
from firmware.rules.games.box_game import BoxGame
from firmware.rules.message import Message
from firmware.rules.state import GameState, Phase
from firmware.table.context import Context
from firmware.table.destinations import Payments
from firmware.table.mode import GameMode, NextStep

MAX_UNREAD_SHAKES = 3
"""After this many failed readings in one turn, a claim is allowed anyway, and the table will rule by sight."""


class BoxRoundState(GameMode):
    """The state of a round beyond that of the game: the dial, the awaited reading, recent payments.

    `dial` is the index in `claims()`. `blind`: the shake was announced as blind. `waiting` is the number of the roll
    being read; `overdue`: that takes too long. `unread` counts the abstentions of this turn, `why_unread` is the last
    reason. `paid` is what was just paid without a reveal.
    """

    def __init__(self, context: Context, paid: Payments = ()) -> None:
        """Starts from the game's current state."""
        super().__init__(context)
        self.waiting: int | None = None
        self.overdue = False
        self.unread = 0
        self.why_unread: Message | None = None
        self.paid: dict[int, int] = dict(paid)
        state = context.state
        self.blind = state.phase is Phase.CLAIMING and state.roller is not None and state.roller not in state.seen
        self.dial = self.first_place()

    @property
    def game(self) -> BoxGame:
        """The rules of the current game; raises TypeError for a cup game."""
        game = self.context.active_session.game
        if not isinstance(game, BoxGame):
            raise TypeError(f"{game.title} is not played with the box.")
        return game

    def ladder_moves(self) -> tuple[Move, ...]:
        """Returns the moves on the dial: claims after a shake (then showing a 21), otherwise claims to pass on."""
        if self.context.state.phase is Phase.CLAIMING:
            moves = self.moves()
            shows = [move for move in moves if move.kind is MoveKind.SHOW]
            return (*(move for move in moves if move.kind is MoveKind.CLAIM), *shows)
        return tuple(move for move in self.moves() if move.kind is MoveKind.PASS)

    def claims(self) -> tuple[Claim, ...]:
        """Returns the claims of these moves, ascending."""
        return tuple(move.claim for move in self.ladder_moves() if move.claim is not None)

    def can(self, kind: MoveKind) -> bool:
        """Returns whether the seat in turn may make a move of this kind."""
        return any(move.kind is kind for move in self.moves())

    def can_accept(self) -> bool:
        """Returns whether the seat in turn may accept the claim at a cost."""
        return self.can(MoveKind.ACCEPT)

    def possible_challengers(self) -> tuple[int, ...]:
        """Returns the seats that may challenge the standing claim, or might have; the next to answer first."""
        state: GameState | None = self.context.state
        if self.context.state.phase is Phase.REVEALING and self.context.state.challenger is not None:
            state = self.context.active_session.previous_state
        if state is None or state.phase is not Phase.ANSWERING:
            return ()
        count, first = len(state.seats), state.turn or 0
        return tuple(sorted(self.game.possible_challengers(state), key=lambda seat: (seat - first) % count))

    def possible_human_challengers(self) -> tuple[int, ...]:
        """Returns those of them where people sit: a computer's seat calls for itself."""
        session = self.context.active_session
        return tuple(s for s in self.possible_challengers() if session.state.seats[s] not in session.computers)

    def must_shake_again(self) -> bool:
        """Returns whether the roll is void: shown unnecessarily, or unread and worth another try."""
        if self.context.state.roller is None:
            return True
        return (
            self.context.active_session.seal is None
            and self.context.camera_works
            and 0 < self.unread < MAX_UNREAD_SHAKES
        )

    @property
    def unresolved(self) -> Message | None:
        """Why the dice must be shaken again, or why the table will rule by sight; None once settled."""
        state, name = self.context.state, self.context.name(self.context.state.turn)
        if state.phase is not Phase.CLAIMING or self.waiting is not None:
            return None
        if state.roller is None:
            return self.text("why.void", name=name)
        if self.why_unread is None or self.context.active_session.seal is not None:
            return None
        if self.must_shake_again():
            return self.text("why.shake_again", name=name, reason=self.why_unread)
        return self.text("table.again_unread", reason=self.why_unread)

    @property
    def step(self) -> NextStep | None:
        """What the phase asks for; None during a reading."""
        phase = self.context.state.phase
        if self.waiting is not None:
            return None
        if phase is Phase.OPEN or (phase is Phase.CLAIMING and self.must_shake_again()):
            return NextStep.SHAKE
        if phase is Phase.CLAIMING:
            return NextStep.CLAIM_BLIND if self.blind else NextStep.CLAIM
        return NextStep.REVEAL if phase is Phase.REVEALING else self._answering_step()

    def _answering_step(self) -> NextStep:
        if self.can_accept():
            return NextStep.MEIER
        shakes, passes = self.can(MoveKind.ROLL), self.can(MoveKind.PASS)
        if passes:
            return NextStep.PASS if shakes else NextStep.PASS_ONLY
        return NextStep.ANSWER_CLAIM if shakes else NextStep.LAST

    @property
    def actor(self) -> int | None:
        """The seat in turn."""
        return self.context.state.turn

    @property
    def decider(self) -> int | None:
        """The seat in turn, when it may claim or has to answer."""
        state = self.context.state
        speaks = state.phase is Phase.CLAIMING and self.waiting is None and not self.must_shake_again()
        return state.turn if speaks or state.phase is Phase.ANSWERING else None

    def fine(self, claim: Claim | None) -> int:
        """Returns the fine for making this claim."""
        state = self.context.state
        if not isinstance(claim, Pair) or state.turn is None:
            return 0
        events = decide(state, Declare(state.turn, claim))
        return sum(event.fine for event in events if isinstance(event, Declared)) if isinstance(events, tuple) else 0

    @property
    def seat_in_turn(self) -> int:
        """The seat in turn, or the first."""
        return self.context.state.turn or 0

    def moves(self) -> tuple[Move, ...]:
        """Returns the legal moves of the seat in turn."""
        session = self.context.active_session
        turn = session.state.turn
        return () if turn is None else session.game.legal(session.state, turn)

    def first_place(self) -> int:
        """Returns where the dial starts: at the lowest claim, or the lowest without a fine.

        It never starts at the roll itself, nor does a press go there, although the box knows it: everybody sees the
        dial on the screen, and would know the roll before the claim.
        """
        state, claims = self.context.state, self.claims()
        if state.phase is not Phase.CLAIMING or not isinstance(state.claim, Pair) or state.claim not in claims:
            return 0
        return next((place for place, claim in enumerate(claims) if not self.fine(claim)), len(claims) - 1)
