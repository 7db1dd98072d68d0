"""The questions before a set of dice is blessed, and why the camera may be unavailable for such a task."""

import re
import unicodedata

from firmware.dice_sets.die_set import DieSets
from firmware.menus.names import edited, turned_to
from firmware.menus.spelling import NamingList
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.destinations import Spelling
from firmware.table.mode import Choice
from firmware.table.requests import Bless
from firmware.texts.source import text

LONGEST_NAME = 40
"""The longest name of a die set, as in `firmware.dice_sets.die_set`."""
MAX_DICE = 12
THROWS = (8, 20, 60, 120, 240)
"""The fewest identify the dice, in under a minute; a fairness test needs many more."""
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})


def camera_task_hindrance(context: Context, game_unfinished: bool) -> Message | None:
    """Returns why calibrating and blessing are impossible now, or None.

    While a game is unfinished its dice may lie in the box, and both would reveal them.
    """
    if context.camera_starting:
        return text("calibration.camera_starting")
    if context.camera_failure is not None:
        return text("calibration.no_camera", reason=context.camera_failure)
    return text("calibration.game") if game_unfinished else None


def file_name(name: str) -> str:
    """Turns typed or spelled text into a file name for a die set.

    >>> file_name("Astrid's Würfel"), file_name("rød knogle"), file_name(" - ")
    ('astrids-wuerfel', 'roed-knogle', '')
    """
    plain = unicodedata.normalize("NFKD", name.lower().translate(_WRITTEN_OUT))
    letters = "".join(letter for letter in plain if letter.isascii() and (letter.isalnum() or letter in " -."))
    return re.sub(r"[ .-]+", "-", letters)[:LONGEST_NAME].strip("-")


class BlessMode(NamingList):
    """Asks for a set's name, the number of dice in the box and of throws; then blesses them."""

    def __init__(self, context: Context) -> None:
        """Starts with an unused name, two dice, and the fewest throws."""
        super().__init__(context)
        self.suggested = context.word_list("bless.names")
        self.known: frozenset[str] = frozenset()
        self.on_resume()
        self.name = next((name for name in self.suggested if file_name(name) not in self.known), self.suggested[0])
        self.dice, self.throws = 2, THROWS[0]

    def on_resume(self) -> None:
        """Reads the known sets."""
        self.known = frozenset(DieSets(self.context.folder).names())

    @property
    def title(self) -> Message:
        """Bless dice."""
        return self.text("bless.title")

    @property
    def subtitle(self) -> Message:
        """What blessing is good for."""
        return self.text("bless.subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """Begin, the name, the dice, the throws, and back."""
        known = file_name(self.name) in self.known
        return (
            Choice("begin", self.text("bless.begin"), detail=self.text("bless.begin_detail"), act=self._begin),
            Choice(
                "name",
                self.text("bless.name"),
                literal(self.name),
                self.text("bless.known" if known else "bless.name_detail"),
                turn=self._turn_name,
                type=self._type,
            ),
            Choice(
                "dice",
                self.text("bless.dice"),
                literal(str(self.dice)),
                self.text("bless.dice_detail"),
                turn=self._turn_dice,
            ),
            Choice(
                "throws",
                self.text("bless.throws"),
                literal(str(self.throws)),
                self.text("bless.throws_detail"),
                turn=self._turn_throws,
            ),
            self.back_row(),
        )

    def spelling(self) -> Spelling:
        """Spells the name."""
        return Spelling(self.text("bless.name"), self.rename)

    def rename(self, name: str) -> None:
        """Takes a spelled name, made fit for a file."""
        self.name = file_name(name) or self.name

    def _turn_name(self, steps: int) -> None:
        self.name = turned_to(self.suggested, self.name, steps)

    def _type(self, typed: str) -> None:
        self.name = edited(self.name, typed.lower(), self.fresh)[:LONGEST_NAME]
        self.fresh = False

    def _turn_dice(self, steps: int) -> None:
        self.dice = max(1, min(MAX_DICE, self.dice + steps))

    def _turn_throws(self, steps: int) -> None:
        self.throws = THROWS[max(0, min(len(THROWS) - 1, THROWS.index(self.throws) + steps))]

    def _begin(self) -> None:
        name = file_name(self.name)
        if not name:
            self.context.warn(self.text("bless.nameless"))
        elif why := camera_task_hindrance(self.context, self.context.current_game.unfinished() is not None):
            self.context.warn(why)
        else:
            self.name = name
            self.context.request(Bless(name, self.dice, self.throws))
