"""What a game needs next: which destination, which seat, whether the table still has to rule."""

from firmware.journal.session import Session
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.games.cup_game import CupGame
from firmware.rules.games.registry import ruleset
from firmware.rules.state import GameState, Phase
from firmware.table.destinations import Bidding, BoxRound, Destination, OpeningRollOff, Showdown, Winner


def destination_of(state: GameState) -> Destination:
    """Returns the destination for a game's state."""
    if state.phase is Phase.ROLL_OFF:
        return OpeningRollOff()
    if state.phase is Phase.OVER:
        return Winner()
    if not isinstance(ruleset(state.ruleset), CupGame):
        return BoxRound()
    return Showdown() if state.phase is Phase.REVEALING else Bidding()


def awaits_ruling(session: Session) -> bool:
    """Returns whether the last action was a reveal without a verdict, which the table may still rule on."""
    events = session.last_action or ()
    return any(isinstance(event, Adjudicated) and event.verdict is Verdict.NO_VERDICT for event in events)


def throwers(session: Session) -> tuple[int, ...]:
    """Returns the seats that throw for the opening."""
    return session.state.tied or session.game.live(session.state)


def hidden(state: GameState, seat: int) -> int:
    """Counts the dice under a seat's cup."""
    if not state.held:
        return 0
    return state.held[seat] - (len(state.shown[seat]) if state.shown else 0)


def unrevealed(session: Session, seat: int) -> int:
    """Counts a seat's dice that have not been laid under the camera since the challenge."""
    return hidden(session.state, seat) - len(session.laid.get(seat, ()))


def seat_to_act(session: Session) -> int | None:
    """Returns the seat that the game is waiting for, or None."""
    match destination_of(session.state):
        case OpeningRollOff():
            return next((seat for seat in throwers(session) if seat not in session.throws), None)
        case Showdown():
            seats = range(len(session.state.seats))
            return next((seat for seat in seats if unrevealed(session, seat)), None)
        case _:
            return session.state.turn
