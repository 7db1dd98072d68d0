"""An evening at a table without screen or camera: what people do, and what a scripted camera reads."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from display.scene import ListRow, Scene
from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.presenter import Presenter
from firmware.app.presenter.scene_parts import rows
from firmware.config.settings import LANGUAGE
from firmware.journal.database import Journal
from firmware.journal.observation import Observation, SeenDie
from firmware.menus.wizard import WizardPage
from firmware.rules.claims import Bid, Pair
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.table.context import Equipment
from firmware.table.mode import ListMode, Mode
from firmware.table.plan import GamePlan
from firmware.table.play.bidding import BiddingMode, DialTarget
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.progress import destination_of
from firmware.table.requests import ReadDice, Request, WatchRoll
from firmware.table.table import Table

NAMES = ("Astrid", "Bjorn", "Sigrid")


def observation(*faces: int) -> Observation:
    """An observation of these faces, with a dummy photograph."""
    dice = tuple(SeenDie(face, ((0, 0), (9, 0), (9, 9), (0, 9)), ((4, 4, 1),)) for face in faces)
    return Observation(tuple(sorted(faces)), None, None, 0.99, dice, b"photograph", 1.0)


def unsure(problem: str = "The two dice touch", reason: str = "touching", remedy: str = "shake again") -> Observation:
    """An abstention."""
    why = Message(problem).with_remedy(Message(remedy))
    return Observation(None, reason, why, 0.2, (), b"photograph", 1.0)


def scene_of(table: Table) -> Scene:
    """The current scene."""
    return Presenter(table).scene()


def notice_of(table: Table) -> str:
    """The last notice, as shown on the screen."""
    view, context = Presenter(table).view, table.context
    if context.notice is None:
        return ""
    return view.sentence(context.notice) if context.refused else view.render(context.notice)


def said(message: Message | None) -> str:
    """A message in English; "" for none."""
    return "" if message is None else str(message)


def lines_of(mode: WizardPage) -> tuple[str, ...]:
    """The lines of a page of the wizard, in English."""
    return tuple(map(str, mode.lines()))


def rows_of(table: Table, mode: Mode | None = None) -> tuple[ListRow, ...]:
    """The rows of the list on the screen, or of another one."""
    mode = mode or table.mode
    assert isinstance(mode, ListMode | VerdictMode)
    return rows(Presenter(table).view, mode.choices())


def labels_of(table: Table) -> list[str]:
    """The labels of the rows on the screen."""
    return [row.label for row in rows_of(table)]


def begin(table: Table, seats: tuple[str, ...], options: Mapping[str, OptionValue], opens: int | None) -> None:
    """Begins a game without the start screen."""
    table.context.current_game.begin(seats, options, opens)
    table.go(destination_of(table.state))


def speak(table: Table, language: str) -> None:
    """Changes the language of a table."""
    table.context.preferences.set_temporarily(LANGUAGE, language)


class Evening:
    """A table with a journal in a folder; `asked` are the requests of the last action."""

    sitting: ClassVar[list["Evening"]] = []
    """All evenings of a test, which are closed at its end (conftest)."""

    def __init__(
        self,
        folder: Path,
        plan: GamePlan | None = None,
        can_peek: bool = False,
        seed: int = 1,
        rules: str | None = "viking",
    ) -> None:
        self.now = 1000.0
        self.journal = Journal(folder)
        equipment = Equipment(word_list, random.Random(seed), can_peek=can_peek)
        self.table = open_table(self.journal, self.clock, equipment, rules=rules, plan=plan)
        self.asked: tuple[Request, ...] = ()
        self.sitting.append(self)

    def clock(self) -> float:
        self.now += 1.0
        return self.now

    def begin(
        self, opens: int | None = 0, options: Mapping[str, OptionValue] | None = None, seats: tuple[str, ...] = NAMES
    ) -> None:
        begin(self.table, seats, options or {}, opens)

    def press(self, *controls: str) -> None:
        for control in controls:
            self.table.press(control)
            self.asked = tuple(self.table.drain_requests())

    def turn(self, steps: int) -> None:
        self.table.turn(steps)

    def choose(self, label: str) -> None:
        """Turns to a row of the list on the screen, by its label, and pushes."""
        self.turn_to(label)
        self.press("dial")

    def turn_to(self, label: str) -> None:
        """Turns to a row of the list on the screen, by its label."""
        mode = self.table.mode
        assert isinstance(mode, ListMode | VerdictMode)
        self.turn(labels_of(self.table).index(label) - mode.cursor)

    def shake(self, *faces: int, seen: Observation | None = None) -> None:
        """Shakes; the camera reads these faces, or gives the observation `seen`."""
        self.table.on_shake()
        (request,) = self.table.drain_requests()
        assert isinstance(request, WatchRoll)
        self.table.on_observation(request.serial, seen or observation(*faces))

    def claim(self, low: int, high: int) -> None:
        """Turns the dial to a claim and makes it."""
        self.dial_to(low, high)
        self.press("claim")

    def pass_as(self, low: int, high: int) -> None:
        """Turns the dial to a claim and passes the box on with it."""
        self.dial_to(low, high)
        self.press("claim")

    def dial_to(self, low: int, high: int) -> None:
        mode = self.table.mode
        assert isinstance(mode, BoxRoundMode)
        self.turn(mode.claims().index(Pair(low, high)) - mode.dial)

    def bid(self, quantity: int, face: int) -> None:
        """Turns the dial to a bid on its two axes, as people do, and makes it."""
        self.bid_to(quantity, face)
        self.press("claim")

    def bid_to(self, quantity: int, face: int) -> None:
        mode = self.table.mode
        assert isinstance(mode, BiddingMode)
        for _ in range(4):
            for _ in range(3):
                self._turn_to(mode, quantity, face)
                if mode.bid == Bid(quantity, face):
                    return
                self.press("dial")
        raise AssertionError(f"{quantity}x{face} cannot be reached from {mode.bid}")

    def _turn_to(self, mode: BiddingMode, quantity: int, face: int) -> None:
        """Turns along the axis as near to the bid as possible."""
        along = mode.along()
        if mode.aim is DialTarget.SHOW or not isinstance(mode.bid, Bid):
            return
        aim = mode.aim

        def distance(place: int) -> int:
            bid = along[place]
            assert isinstance(bid, Bid)
            return abs(bid.quantity - quantity) if aim is DialTarget.QUANTITY else abs(bid.face - face)

        self.turn(min(range(len(along)), key=distance) - along.index(mode.bid))

    def lay(self, *faces: int, seen: Observation | None = None) -> None:
        """Lays dice under the camera after a challenge; it reads these faces, or gives the observation `seen`."""
        self.reveal(*faces, seen=seen)

    def offer(self, control: str) -> str:
        """The current label of a control; a dot in front if it is disabled."""
        offer = self.table.offers()[control]
        label = "" if offer.label is None else str(offer.label)
        return label if offer.enabled else f"·{label.removeprefix('·')}"

    def reveal(self, *faces: int, seen: Observation | None = None) -> None:
        """Reveals; the camera reads these faces, or gives the observation `seen`."""
        self.press("reveal")
        (request,) = self.asked
        assert isinstance(request, ReadDice)
        self.table.on_observation(request.serial, seen or observation(*faces))

    @property
    def notice(self) -> str:
        """The last notice, as shown on the screen."""
        return notice_of(self.table)

    @property
    def refused(self) -> bool:
        """Whether the last notice was a refusal."""
        return self.table.context.refused

    @property
    def stock(self) -> tuple[int, ...]:
        return self.table.state.stock

    def killed(self) -> Path:
        """Ends as by `kill -9`, without closing anything; returns the folder for the next evening."""
        self.journal._files.release()
        self.sitting.remove(self)
        return self.journal.path.parent
