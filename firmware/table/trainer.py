"""The trainer: advice on the choices of people who play against the computer, once it gives nothing away."""

from firmware.config.settings import TRAINER
from firmware.players.decisions import SeatDecision, last_round
from firmware.rules.commands import Challenge, Roll
from firmware.rules.events import Adjudicated
from firmware.rules.message import Message, literal
from firmware.table.advice_wording import judgement
from firmware.table.context import Context
from firmware.texts.source import text


def choices_of_round(context: Context) -> tuple[SeatDecision, ...]:
    """Returns the choices that people had in the round that was adjudicated last."""
    return last_round(_choices_of_people(context), context.active_session.history.events())


def said_at_table(context: Context) -> Message | None:
    """Returns the advice during a round on the last choice, or None.

    That is the answer to a claim with the box, which does not depend on hidden dice. Other advice waits for the reveal.
    """
    if not _trains(context):
        return None
    events = context.active_session.history.events()
    ended = max((at for at, event in enumerate(events) if isinstance(event, Adjudicated)), default=0)
    running = [choice for choice in _choices_of_people(context) if choice.at > ended]
    return _told(context, running[-1]) if running else None


def said_at_verdict(context: Context) -> Message | None:
    """Returns the advice at a verdict for the person who challenged, or else for the one who was challenged."""
    last = context.state.last
    if last is None or not _trains(context):
        return None
    choices = choices_of_round(context)
    called = [choice for choice in choices if choice.seat == last.challenger and isinstance(choice.made, Challenge)]
    claimed = [choice for choice in choices if choice.seat == last.owner and not isinstance(choice.made, Roll)]
    parties = (*claimed[-1:], *called)
    return _told(context, parties[-1]) if parties else None


def _trains(context: Context) -> bool:
    playing = context.current_game.session
    return playing is not None and bool(playing.computers) and context.preferences.settings.flag(TRAINER)


def _choices_of_people(context: Context) -> tuple[SeatDecision, ...]:
    session = context.active_session
    names = session.state.seats
    return tuple(
        choice for choice in context.advisor.choices(session.history) if names[choice.seat] not in session.computers
    )


def _told(context: Context, choice: SeatDecision) -> Message | None:
    """Returns what the jarl says of a choice, to whom where several people play; None until it has answered."""
    commands = context.advisor.commands(choice)
    if commands is None:
        return None
    said = judgement(choice, commands, context.die_set)
    session = context.active_session
    people = [name for name in session.state.seats if name not in session.computers]
    if len(people) < 2:
        return said
    return text("common.labelled", label=literal(session.state.seats[choice.seat]), text=said)
