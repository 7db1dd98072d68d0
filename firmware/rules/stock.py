"""What the seats of a game hold and pay with: lives, tallies or dice."""

from enum import StrEnum

from firmware.rules.message import Message, message, plural


class StockKind(StrEnum):
    """What a ruleset counts; the value is part of the codes of texts, such as `common.life_one`."""

    LIVES = "life"
    TALLIES = "tally"
    DICE = "die"


def name_of(kind: StockKind) -> Message:
    """Returns the plural: `lives`."""
    match kind:
        case StockKind.LIVES:
            return message("lives", context="stock")
        case StockKind.TALLIES:
            return message("tallies", context="stock")
        case StockKind.DICE:
            return message("dice", context="stock")


def amount(kind: StockKind, n: int) -> Message:
    """Words an amount.

    >>> str(amount(StockKind.LIVES, 1)), str(amount(StockKind.DICE, 0))
    ('1 life', '0 dice')
    """
    match kind:
        case StockKind.LIVES:
            return plural("{n} life", "{n} lives", n, context="stock")
        case StockKind.TALLIES:
            return plural("{n} tally", "{n} tallies", n, context="stock")
        case StockKind.DICE:
            return plural("{n} die", "{n} dice", n, context="stock")
