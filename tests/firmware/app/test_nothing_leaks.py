"""Non-interference, for every game: before a reveal nothing that is given out depends on the hidden dice.

What is given out is all that screen, speaker, voice, lamp, lights, log, hints and record get.
"""

import logging
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.scene import Scene, TableScene
from display.sound.cues import cues
from display.sound.words import spoken
from firmware.app.pi_devices import lamp_level, lit_buttons
from firmware.app.presenter.hints import explanation, next_step
from firmware.rules.options import OptionValue
from firmware.table.play.bidding import BiddingMode, DialTarget
from firmware.table.play.showdown import ShowdownMode
from firmware.table.requests import ReadDice
from tests.firmware.evening import Evening, notice_of, observation, scene_of, unsure

Dice = tuple[int, int]
FACES = st.tuples(st.integers(1, 6), st.integers(1, 6))
Hands = tuple[tuple[int, ...], ...]
Step = Callable[[Evening], object] | int
"""The actions; a number is a shake that shows these of the hidden dice."""

SCRIPTS: dict[str, list[Step]] = {
    "viking": [
        0,
        lambda e: e.claim(2, 4),
        1,
        lambda e: e.turn(2),
        lambda e: e.claim(1, 2),
        lambda e: e.press("challenge"),
    ],
    "mia": [
        0,
        lambda e: e.claim(6, 1),
        lambda e: e.press("dial"),
        1,
        lambda e: e.turn(3),
        lambda e: e.claim(6, 5),
        lambda e: e.press("dial"),
        lambda e: e.press("challenge"),
    ],
    "sympkyn-box": [
        0,
        lambda e: e.claim(4, 3),
        lambda e: e.press("reveal"),
        1,
        lambda e: e.table.on_lid(True),
        lambda e: e.claim(5, 1),
        lambda e: e.pass_as(6, 1),
        lambda e: e.press("challenge"),
    ],
    "bullshit": [
        0,
        lambda e: e.turn(99),
        lambda e: e.claim(6, 1),
        lambda e: e.shake(seen=unsure()),
        1,
        lambda e: e.turn(-3),
        lambda e: e.claim(4, 3),
        lambda e: e.press("challenge"),
        lambda e: e.turn(1),
        lambda e: e.press("dial"),
    ],
}


class Witness(logging.Handler):
    """Records every output of a table except the digests of seals, whose salt is random."""

    def __init__(self, evening: Evening) -> None:
        super().__init__()
        self.evening = evening
        self.given: list[object] = []
        self.before: Scene | None = None

    def emit(self, record: logging.LogRecord) -> None:
        self.given.append(record.getMessage())

    def looks(self) -> None:
        """Records the current outputs, and those with the menu opened on top."""
        table = self.evening.table
        for _ in range(2):
            scene = scene_of(table)
            scene = replace(scene, seal=None) if isinstance(scene, TableScene) else scene
            self.given.append((scene, repr(table.state), notice_of(table), table.context.refused))
            self.given.append((cues(self.before, scene), spoken(self.before, scene)))
            self.given.append((lamp_level(table, 0.0), lit_buttons(table)))
            self.given.append((next_step(table.mode), explanation(table.mode)))
            self.given.append(
                (
                    repr(table.active_session.seal),
                    repr(table.active_session.sealed_observation),
                    table.active_session.record(),
                )
            )
            self.before = scene
            if table.mode.overlay is False:
                table.hold("reveal")
        self.evening.press("challenge")


def told(folder: Path, rules: str, one: Dice, two: Dice) -> list[object]:
    """All outputs up to the reveal of two rolls."""
    evening = Evening(folder, rules=rules)
    evening.begin()
    witness = Witness(evening)
    logging.getLogger().addHandler(witness)
    for step in SCRIPTS[rules]:
        if isinstance(step, int):
            evening.shake(*(one, two)[step])
        else:
            step(evening)
        witness.looks()
    logging.getLogger().removeHandler(witness)
    return witness.given


@pytest.mark.parametrize("rules", SCRIPTS)
@settings(max_examples=12, deadline=None)
@given(one=FACES, two=FACES, other=FACES, another=FACES)
def test_nothing_before_a_reveal_depends_on_the_dice(
    rules: str, one: Dice, two: Dice, other: Dice, another: Dice
) -> None:
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        assert told(Path(first), rules, one, two) == told(Path(second), rules, other, another)
        while Evening.sitting:
            Evening.sitting.pop().journal.close()


@pytest.mark.parametrize("rules", SCRIPTS)
def test_not_even_a_rolled_21_changes_anything(tmp_path: Path, rules: str) -> None:
    assert told(tmp_path / "one", rules, (2, 1), (1, 2)) == told(tmp_path / "other", rules, (6, 6), (5, 4))


HELD = 4
SHOWN = (5, 5)
"""The dice that Bjorn shows where he may: the highest, whatever the others are."""
CupStep = Callable[[Evening, Hands], object]


def look_under(evening: Evening, hands: Hands, seat: int) -> None:
    """Answers a request to look under a cup."""
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(*hands[seat]))


def show(evening: Evening, hands: Hands) -> None:
    """Bjorn shows dice by their positions in his simulated cup; only the others remain secret."""
    mode = evening.table.mode
    assert isinstance(mode, BiddingMode)
    while mode.aim is not DialTarget.SHOW:
        evening.press("dial")
    evening.turn(len(SHOWN) - mode.count)
    evening.press("claim")
    evening.turn(HELD - len(SHOWN))
    evening.press("dial", "dial")
    look_under(evening, hands, seat=1)
    assert evening.table.active_session.showing == SHOWN


def lay(evening: Evening, hands: Hands) -> None:
    """The first seat lays its dice: only the others remain secret."""
    assert isinstance(evening.table.mode, ShowdownMode)
    evening.press("reveal")
    look_under(evening, hands, seat=0)


CUP_SCRIPTS: dict[str, tuple[dict[str, OptionValue], list[CupStep]]] = {
    "sympkyn-cups": (
        {"preset": "ildhafn", "dice": HELD},
        [
            lambda e, _: e.press("dial"),
            lambda e, _: e.press("reveal"),
            lambda e, _: e.bid(2, 5),
            lambda e, _: e.turn(3),
            lambda e, _: e.bid(4, 1),
            lambda e, _: e.press("challenge"),
            lay,
        ],
    ),
    "stars": (
        {"dice": HELD},
        [
            lambda e, _: e.press("dial"),
            lambda e, _: e.press("reveal"),
            lambda e, _: e.bid(2, 5),
            show,
            lambda e, _: e.press("reveal"),
            lambda e, _: e.bid(5, 5),
            lambda e, _: e.press("challenge"),
            lay,
        ],
    ),
}


def told_of_cups(folder: Path, rules: str, hands: Hands) -> list[object]:
    """All outputs up to the laying of the second hand, of simulated cups with these dice."""
    options, script = CUP_SCRIPTS[rules]
    evening = Evening(folder, rules=rules, can_peek=True)
    evening.begin(options=options)
    witness = Witness(evening)
    logging.getLogger().addHandler(witness)
    for step in script:
        step(evening, hands)
        witness.looks()
    logging.getLogger().removeHandler(witness)
    return witness.given


hand = st.lists(st.integers(1, 6), min_size=HELD, max_size=HELD).map(tuple)
showing = st.lists(st.integers(1, 5), min_size=HELD - 2, max_size=HELD - 2).map(lambda rest: (*SHOWN, *rest))


@pytest.mark.parametrize("rules", CUP_SCRIPTS)
@settings(max_examples=12, deadline=None)
@given(laid=hand, hands=st.tuples(showing, hand), others=st.tuples(showing, hand))
def test_nothing_before_the_laying_depends_on_what_is_under_the_cups(
    rules: str, laid: tuple[int, ...], hands: Hands, others: Hands
) -> None:
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        assert told_of_cups(Path(first), rules, (laid, *hands)) == told_of_cups(Path(second), rules, (laid, *others))
        while Evening.sitting:
            Evening.sitting.pop().journal.close()
