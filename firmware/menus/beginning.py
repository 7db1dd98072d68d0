"""How a planned game begins: with the opener that the plan names, or quickly."""

from firmware.rules.message import Message, literal
from firmware.rules.options import RulesError
from firmware.table.mode import Mode
from firmware.table.plan import BY_LOT


def opener_text(mode: Mode) -> Message:
    """Says who opens the planned game: a name, or how it is decided."""
    plan = mode.context.current_game.plan
    return literal(plan.seats[plan.opens]) if isinstance(plan.opens, int) else mode.text(f"setup.opens_{plan.opens}")


def begin(mode: Mode) -> None:
    """Begins the planned game; a mode that cannot says why."""
    opens = mode.context.current_game.plan.opens
    if opens == BY_LOT:
        _begin_by_lot(mode)
    else:
        _begin_with(mode, opens if isinstance(opens, int) else None)


def begin_quickly(mode: Mode) -> None:
    """Begins with the seats and rules that stand there; the loser of the last game opens it, or the lot decides."""
    current = mode.context.current_game
    opener = current.last_loser
    if opener is None:
        _begin_by_lot(mode)
    else:
        _begin_with(mode, opener, mode.text("setup.opens_as_loser", name=current.plan.seats[opener]))


def _begin_by_lot(mode: Mode) -> None:
    seats = mode.context.current_game.plan.seats
    opener = mode.context.rng.randrange(len(seats))
    _begin_with(mode, opener, mode.text("setup.opens_by_lot", name=seats[opener]))


def _begin_with(mode: Mode, opener: int | None, told: Message | None = None) -> None:
    plan = mode.context.current_game.plan
    try:
        mode.context.current_game.begin(tuple(name.strip() for name in plan.seats), plan.options, opener)
    except RulesError as error:
        mode.context.warn(error.message)
    else:
        mode.continue_game()
        mode.context.notify(told)
