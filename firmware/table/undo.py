"""Undoing the last action, by holding CHALLENGE or from the menu."""

from firmware.journal.database import JournalError
from firmware.rules.commands import Refusal
from firmware.rules.events import (
    Adjudicated,
    BidMade,
    Challenged,
    Dealt,
    Declared,
    Ending,
    Event,
    Passed,
    Rolled,
    RolledOff,
    RollVoided,
    Ruled,
    Scored,
    Shown,
)
from firmware.rules.message import Message
from firmware.table.context import Context
from firmware.table.destinations import VerdictShown
from firmware.table.progress import awaits_ruling, destination_of
from firmware.texts.source import text


def last_action_text(context: Context) -> Message | None:
    """Names the action that would be undone; None before the first."""
    events = context.active_session.last_action
    if events is None:
        change = context.current_game.seat_change
        return text(f"undo.{change.what}", name=change.name) if change else None
    for event in events:
        if action := _action_code(event):
            return text(f"undo.{action}", name=context.name(getattr(event, "seat", None)))
    return text("undo.ruling")


def undo_last_action(context: Context) -> None:
    """Undoes the last action and goes to its state; shows what was undone, or why it cannot be.

    Whoever takes back a ruling is asked for it again.
    """
    what = last_action_text(context)
    if what is None:
        context.warn(text("why.nothing_done"))
        return
    asks_again = False
    if change := context.current_game.seat_change:
        try:
            context.current_game.undo_seat_change(change)
        except JournalError as error:
            context.warn(error.message)
            return
    else:
        undone = context.active_session.undo()
        if isinstance(undone, Refusal):
            context.warn(undone.reason)
            return
        asks_again = any(isinstance(event, Ruled | Scored) for event in undone) and awaits_ruling(
            context.active_session
        )
    context.navigator.go(VerdictShown() if asks_again else destination_of(context.state))
    context.notify(text("table.undone", what=what))


def _action_code(event: Event) -> str | None:
    match event:
        case RolledOff():
            return "rolloff"
        case Rolled():
            return "roll"
        case Declared():
            return "declare"
        case Passed():
            return "pass"
        case Dealt():
            return "deal"
        case BidMade():
            return "bid"
        case Challenged():
            return "challenge"
        case Shown():
            return "show"
        case Adjudicated(ending=Ending.ACCEPTED):
            return "accept"
        case Adjudicated() | RollVoided():
            return "reveal"
        case Ruled() | Scored():
            return "ruling"
        case _:
            return None
