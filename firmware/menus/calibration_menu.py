"""What the table asks of the workbench: to calibrate the camera, to bless dice; and when there can be no bench."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from firmware.dice_sets.die_set import DieSets
from firmware.menus.seat_names import edited
from firmware.menus.spelling import NamingList
from firmware.table.mode import Choice, Mode
from firmware.table.requests import Bless

if TYPE_CHECKING:
    from firmware.table.table import Table

LONGEST_NAME = 40
"""Letters of a set's name, as `firmware.dice_sets.die_set` allows."""
MOST_DICE = 12
THROWS = (8, 20, 60, 120, 240)
"""The fewest show what the dice are, in under a minute; to tell their fairness takes many more."""
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})


def no_bench(table: Table) -> str:
    """Tells why camera and dice cannot be seen to now; "" where they can.

    While a game stands unfinished its dice may lie in the box, and the bench would show them.
    """
    if table.eye_trouble is not None:
        return table.texts.say("bench.no_camera", reason=table.eye_trouble.rstrip("."))
    return table.texts.say("bench.game") if table.journal.unfinished() is not None else ""


def file_name(name: str) -> str:
    """Makes a name for a die set of what people typed or spelled.

    >>> file_name("Astrid's Würfel"), file_name("rød knogle"), file_name(" - ")
    ('astrids-wuerfel', 'roed-knogle', '')
    """
    plain = unicodedata.normalize("NFKD", name.lower().translate(_WRITTEN_OUT))
    letters = "".join(letter for letter in plain if letter.isascii() and (letter.isalnum() or letter in " -."))
    return re.sub(r"[ .-]+", "-", letters)[:LONGEST_NAME].strip("-")


class Blessing(NamingList):
    """Asks how a set of dice is called, how many lie in the box, and how often they are thrown; then blesses them."""

    NAME = 1
    """The line of the name."""

    def __init__(self, table: Table, behind: Mode) -> None:
        """Starts with a name that no set bears yet, two dice, and as few throws as it takes."""
        super().__init__(table, behind, "bless.name")
        self.known = DieSets(table.journal.path.parent).names()
        self.suggested = self.say("bless.names").split("; ")
        self.name = next((name for name in self.suggested if file_name(name) not in self.known), self.suggested[0])
        self.dice, self.throws = 2, THROWS[0]

    def entitle(self) -> None:
        """Writes what it is about."""
        self.title = self.say("bless.title")
        self.subtitle = self.say("bless.subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """Begin, the name, the dice, the throws, and the way back."""
        known = file_name(self.name) in self.known
        return (
            Choice(self.say("bless.begin"), detail=self.say("bless.begin_detail"), act=self._begin),
            Choice(
                self.say("bless.name"),
                self.name,
                self.say("bless.known" if known else "bless.name_detail"),
                turn=self._turn_name,
                type=self._type,
            ),
            Choice(self.say("bless.dice"), str(self.dice), self.say("bless.dice_detail"), turn=self._turn_dice),
            Choice(self.say("bless.throws"), str(self.throws), self.say("bless.throws_detail"), turn=self._turn_throws),
            Choice(self.say("control.back"), act=self.go_back),
        )

    def rename(self, name: str) -> None:
        """Takes a name that was spelled, as files may be called."""
        self.name = file_name(name) or self.name

    def _turn_name(self, steps: int) -> None:
        at = self.suggested.index(self.name) + steps if self.name in self.suggested else 0
        self.name = self.suggested[at % len(self.suggested)]

    def _type(self, text: str) -> None:
        self.name = edited(self.name, text.lower(), self.fresh)[:LONGEST_NAME]
        self.fresh = False

    def _turn_dice(self, steps: int) -> None:
        self.dice = max(1, min(MOST_DICE, self.dice + steps))

    def _turn_throws(self, steps: int) -> None:
        self.throws = THROWS[max(0, min(len(THROWS) - 1, THROWS.index(self.throws) + steps))]

    def _begin(self) -> None:
        name = file_name(self.name)
        if not name:
            self.table.refuse(self.say("bless.nameless"))
        elif why := no_bench(self.table):
            self.table.refuse(why)
        else:
            self.name = name
            self.table.ask(Bless(name, self.dice, self.throws))
