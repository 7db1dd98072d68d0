"""The seats that the computer plays: when they are asked, when they move, and what people do for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil

from firmware.journal.observation import Observation
from firmware.odds.game_odds import game_odds
from firmware.players.question import Answer, ComputerPlayers, Question
from firmware.players.seat_view import HiddenDice, seat_view
from firmware.rules.claims import Hands, Pair
from firmware.rules.commands import Accept, Challenge, Command, Declare, MakeBid, Pass, Roll
from firmware.rules.events import Ending, Verdict
from firmware.rules.games.box_game import BoxGame
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, CONTROLS, DIAL, REVEAL
from firmware.table.destinations import StopGame
from firmware.table.mode import Mode, NextStep, Offer
from firmware.table.progress import hidden
from firmware.table.requests import Hand, ReadDice
from firmware.texts.source import text

QUICKEST_SECONDS, THINKING_SECONDS = 1.2, 3.0
"""A move is made after a random time between these, or a multiple of it, independent of the dice."""
ANSWER_TIMEOUT = 20.0
"""A player that has not answered by then is restarted and asked again; after that people play for it."""
ATTEMPTS = 2
VARIANTS = {"claims": 3, "passes": 2, "challenges": 2, "right": 2, "wrong": 2, "doubted": 2, "caught": 2}
"""How many remarks a character has for each kind of move and for each reveal."""

HandKey = tuple[int, int, int]
"""A game, the roll that put the dice under a cup, and the seat."""


@dataclass(slots=True)
class _Round:
    """What was asked at one point of a game, and the answers so far.

    `answers` has the commands by seat. `shakes`: the seat in turn wants the box shaken. `by_hand`: no answer came, so
    people play for it. The move is made when it is `due`.
    """

    moment: tuple[object, ...]
    asked_at: float = 0.0
    beat: float = THINKING_SECONDS
    serials: dict[int, int] = field(default_factory=dict)
    answers: dict[int, Command | None] = field(default_factory=dict)
    attempts: int = 0
    due: float | None = None
    done: bool = False
    shakes: bool = False
    by_hand: bool = False


class ComputerSeats:
    """Has computer players asked, and makes their moves through the table's modes, like people's.

    A player sees only what its seat may see. The dice of its cup are read for it alone and never stored: after a
    restart they are read again.
    """

    def __init__(self, context: Context, mode: Callable[[], Mode], players: ComputerPlayers) -> None:
        """`mode` returns the mode on top."""
        self._context = context
        self._mode = mode
        self._players = players
        self._round = _Round(())
        self._serial = 0
        self._hands: dict[HandKey, tuple[int, ...]] = {}
        self._reading: tuple[int, HandKey, int] | None = None
        self._reacted_in: tuple[int, int] | None = None
        self._last_remarks: dict[str, str] = {}

    # What the screen shows

    @property
    def characters(self) -> Mapping[int, str]:
        """The characters of the computer's seats in the current game."""
        session = self._context.current_game.session
        if session is None:
            return {}
        names = session.state.seats
        return {names.index(name): kind for name, kind in session.computers.items() if name in names}

    @property
    def deciding(self) -> int | None:
        """The computer's seat that has to decide now; None if people act, or play for it."""
        if not self.characters:
            return None
        seat = self._mode().decider
        if seat not in self.characters or (self._round.by_hand and self._round.moment == self._moment()):
            return None
        return seat

    @property
    def shakes(self) -> bool:
        """Whether the deciding seat has chosen to shake; a neighbour does it."""
        return self._round.shakes and self._round.moment == self._moment()

    @property
    def shakes_blind(self) -> bool:
        """Whether that shake is to be blind."""
        command = self._round.answers.get(self._decider())
        return self.shakes and isinstance(command, Roll) and command.blind

    @property
    def wants_hand(self) -> bool:
        """Whether the dice under the deciding seat's cup still have to be read."""
        seat = self.deciding
        return seat is not None and bool(self._context.state.held) and self._hand_key(seat) not in self._hands

    @property
    def reading(self) -> bool:
        """Whether the dice of a computer's cup are being read."""
        return self._reading is not None

    @property
    def alone(self) -> bool:
        """Whether only the computer plays on: all people are out of a game that is not over."""
        session = self._context.current_game.session
        if session is None or not self.characters or session.state.phase is Phase.OVER:
            return False
        return self.characters.keys() >= set(session.game.live(session.state))

    def why_not(self) -> Message | None:
        """The reason why people can do nothing now; None if they can."""
        seat = self.deciding
        if seat is None:
            return None
        name = self._context.name(seat)
        if self.wants_hand:
            return text("computer.hand_reading" if self.reading else "computer.hand_why", name=name)
        return text("computer.shakes_why" if self.shakes else "computer.why", name=name)

    def guarded(self, offers: Mapping[str, Offer]) -> Mapping[str, Offer]:
        """Returns the controls that people have: fewer while a computer's seat decides.

        Where all people are out of the game, CLAIM ends it.
        """
        if not self.characters:
            return offers
        left = self._while_deciding(offers)
        return {**left, CLAIM: Offer(text("control.stop"))} if self._may_stop() else left

    def _may_stop(self) -> bool:
        return self.alone and self._mode().at_table and self._context.state.phase is not Phase.REVEALING

    def _while_deciding(self, offers: Mapping[str, Offer]) -> Mapping[str, Offer]:
        why = self.why_not()
        if why is None:
            return self._without_blindness(offers)
        shut = Offer(None, False, why)
        left = dict.fromkeys(CONTROLS, shut)
        if self.reading:
            return left
        if self.wants_hand:
            left[REVEAL] = Offer(text("control.read_dice"), self._context.camera_works, self._context.why_no_camera)
        elif self.shakes and DIAL in offers:
            left[DIAL] = offers[DIAL]
        if self._other_challenger() is not None:
            left[CHALLENGE] = Offer(text("control.challenge"))
        return left

    def _without_blindness(self, offers: Mapping[str, Offer]) -> Mapping[str, Offer]:
        """Removes the blind shake before a computer's seat opens a round: it never uses it."""
        opens = self._mode().step is NextStep.SHAKE and self._context.state.turn in self.characters
        return {control: offer for control, offer in offers.items() if not (opens and control == REVEAL)}

    # What people do

    def press(self, control: str) -> bool:
        """Handles a press meant for a computer's seat, or that ends a game without people; returns whether it was."""
        if control == CLAIM and self._may_stop():
            self._context.navigator.open(StopGame())
            return True
        if self.deciding is None:
            return False
        if control == REVEAL and self.wants_hand:
            self._read_hand()
            return True
        other = self._other_challenger()
        if control == CHALLENGE and other is not None:
            self._mode().challenge_from_seat(other)
            return True
        return False

    def peek_refusal(self) -> Message | None:
        """The reason why nobody may peek at a computer's dice; None if another seat is in turn."""
        turn = self._context.state.turn if self._context.current_game.session else None
        return text("computer.peek", name=self._context.name(turn)) if turn in self.characters else None

    def refuses(self) -> bool:
        """Returns whether shakes, turns of the dial and an open lid are refused now."""
        return self.deciding is not None and not self.shakes

    def _other_challenger(self) -> int | None:
        """The first seat of people that may challenge while a computer's seat is in turn."""
        session = self._context.active_session
        state, game = session.state, session.game
        if state.phase is not Phase.ANSWERING or not isinstance(game, BoxGame):
            return None
        count, first = len(state.seats), state.turn or 0
        people = [seat for seat in game.possible_challengers(state) if seat not in self.characters]
        return min(people, key=lambda seat: (seat - first) % count, default=None)

    # The dice of a cup

    def _hand_key(self, seat: int) -> HandKey:
        session = self._context.active_session
        return (session.entry.number, session.hand_roll(seat) or 0, seat)

    def _read_hand(self) -> None:
        """Has the deciding seat's dice read for it alone."""
        seat = self.deciding
        if seat is None or self.reading:
            return
        key, dice, serial = self._hand_key(seat), hidden(self._context.state, seat), self._context.next_serial()
        self._reading = (serial, key, dice)
        self._context.request(ReadDice(serial, dice, Hand(key[0], key[1], seat)))

    def on_observation(self, serial: int, observation: Observation) -> bool:
        """Handles the dice of a computer's cup, which nobody else sees; returns whether this object asked for them."""
        if self._reading is None or serial != self._reading[0]:
            return False
        (_, key, dice), self._reading = self._reading, None
        name = self._context.name(key[2])
        if observation.faces is not None and len(observation.faces) == dice:
            self._hands[key] = observation.faces
            self._context.notify(text("computer.hand_read", name=name))
        elif observation.faces is None:
            self._context.warn(text("why.lay_again", name=name, cause=observation.why.without_remedy()))
        else:
            self._context.warn(text("computer.hand_count", name=name, n=dice))
        return True

    # What the computer does

    def on_answer(self, answer: Answer) -> None:
        """Handles an answer; ignores it unless it is for the current point of the game."""
        for seat, serial in self._round.serials.items():
            if serial == answer.serial:
                self._round.answers[seat] = answer.command

    def tick(self, now: float) -> float | None:
        """Asks the seats that may move, and makes a move that is due; returns the seconds until the next call."""
        if not self.characters or not self._mode().at_table:
            return None
        self._react()
        moment = self._moment()
        if self._round.moment != moment:
            self._round = _Round(moment)
        current = self._round
        if current.done or self.reading or self.wants_hand:
            return None
        if not current.serials:
            return self._ask(now)
        waited = now - current.asked_at
        if len(current.answers) < len(current.serials):
            if waited >= ANSWER_TIMEOUT:
                return self._ask_again(now)
            return current.beat - waited % current.beat
        if current.due is None:
            current.due = current.asked_at + current.beat * max(1, ceil(waited / current.beat))
        if now < current.due:
            return current.due - now
        self._move()
        return 0.0

    def _moment(self) -> tuple[object, ...]:
        """Identifies a point of the game by all that is journalled and the hands that are known."""
        session, mode = self._context.current_game.session, self._mode()
        if session is None:
            return ()
        return (session.entry.number, self._context.next_serial(), mode.decider, len(self._hands))

    def _askable(self) -> list[int]:
        """Returns the computer's seats that may move now: the deciding one, and those that may challenge."""
        session, decider = self._context.active_session, self._mode().decider
        if decider is None:
            return []
        state, game = session.state, session.game
        seats = {decider}
        if state.phase is Phase.ANSWERING and isinstance(game, BoxGame):
            seats.update(game.possible_challengers(state))
        return sorted(seats & set(self.characters))

    def _ask(self, now: float) -> float | None:
        seats = self._askable()
        current = self._round
        current.done = not seats
        current.asked_at = now
        # Drawn before anybody has answered, so that no answer can matter to it.
        current.beat = self._context.rng.uniform(QUICKEST_SECONDS, THINKING_SECONDS)
        current.attempts += 1
        for seat in seats:
            self._serial += 1
            current.serials[seat] = self._serial
            self._players.ask(self._question(seat))
        return current.beat if seats else None

    def _ask_again(self, now: float) -> float | None:
        """Restarts a player that does not answer; the second time, people play for it."""
        self._players.restart()
        current = self._round
        current.serials.clear()
        current.answers.clear()
        if current.attempts < ATTEMPTS:
            return self._ask(now)
        current.done = current.by_hand = True
        seat = self._mode().decider
        if seat in self.characters:
            self._context.warn(text("computer.silent", name=self._context.name(seat)))
        return None

    def _question(self, seat: int) -> Question:
        session = self._context.active_session
        state = session.state
        model = game_odds(state.options, None).model
        view = seat_view(state, seat, self._hidden(seat), session.history.events(), model)
        return Question(self._serial, self.characters[seat], view)

    def _hidden(self, seat: int) -> HiddenDice:
        """Returns what the box knows of hidden dice; `seat_view` removes what the seat may not see."""
        session = self._context.active_session
        state = session.state
        if state.held:
            shown = state.shown[seat] if state.shown else ()
            hand = (*shown, *self._hands.get(self._hand_key(seat), ()))
            return Hands(tuple(hand if each == seat else () for each in range(len(state.seats))))
        sealed = session.sealed_observation
        if state.phase is not Phase.CLAIMING or sealed is None or sealed.faces is None:
            return None
        return Pair(*sealed.faces)

    def _move(self) -> None:
        """Makes the move of the seats that have answered: a challenge first, otherwise the deciding seat's move."""
        current, mode = self._round, self._mode()
        current.done = True
        calls = [command for command in current.answers.values() if isinstance(command, Challenge)]
        command = self._context.rng.choice(calls) if calls else current.answers.get(self._decider())
        if isinstance(command, Roll):
            current.shakes = True
        if command is None:
            if self._decider() in self.characters:
                current.by_hand = True
            return
        self._context.notify(None)
        mode.carry_out(command)
        self._remark(command)

    def _decider(self) -> int:
        decider = self._mode().decider
        return -1 if decider is None else decider

    def _remark(self, command: Command) -> None:
        """Shows the character's remark on a move; it depends only on the kind of move, and on chance."""
        match command:
            case Declare(seat) | MakeBid(seat, shown=()):
                kind = "claims"
            case Challenge(seat):
                kind = "challenges"
            case Pass(seat) | Accept(seat):
                kind = "passes"
            case MakeBid(seat, shown=dice):
                name = self._context.name(seat)
                self._context.notify(text("computer.shows", name=name, dice=dice), aloud=True)
                return
            case Roll(seat):
                name = self._context.name(seat)
                self._context.notify(text("computer.believes", name=name), aloud=True)
                return
            case _:
                return
        self._say(seat, kind)

    def _react(self) -> None:
        """Shows a character's remark on the last verdict, once the table has moved on."""
        session = self._context.active_session
        state, last = session.state, session.state.last
        round_here = (session.entry.number, state.round)
        if last is None or round_here == self._reacted_in or state.phase is not Phase.OPEN:
            return
        if self._mode().step in (NextStep.VERDICT, NextStep.RULE):
            return
        self._reacted_in = round_here
        if last.ending is not Ending.CHALLENGE or last.verdict not in (Verdict.UPHELD, Verdict.REFUTED):
            return
        lie = last.verdict is Verdict.REFUTED
        if last.challenger is not None and last.challenger in self.characters:
            self._say(last.challenger, "right" if lie else "wrong")
        elif last.owner in self.characters:
            self._say(last.owner, "caught" if lie else "doubted")

    def _say(self, seat: int, kind: str) -> None:
        """Shows and speaks a remark of a character, unless the table is being told something else.

        While dice are to be laid for a seat, how that is done stays on the screen. No remark comes twice running.
        """
        if self._context.notice is None and not self.wants_hand:
            stem = f"{self.characters[seat]}_{kind}"
            remarks = [f"{stem}_{number + 1}" for number in range(VARIANTS[kind])]
            code = self._context.rng.choice([remark for remark in remarks if remark != self._last_remarks.get(stem)])
            self._last_remarks[stem] = code
            said = text(f"computer.{code}")
            calls = kind == "challenges" and not isinstance(self._context.active_session.game, BoxGame)
            speaks = text("computer.calls" if calls else "computer.speaks", name=self._context.name(seat), words=said)
            self._context.notify(speaks, aloud=True, brief=True)
