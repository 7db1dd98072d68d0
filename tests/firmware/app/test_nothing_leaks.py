"""Non-interference, for every game: before a reveal nothing that is shown or logged depends on the hidden dice."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.scene import TableScene
from firmware.app.scenes import scene_of
from tests.firmware.evening import Evening, unsure

Dice = tuple[int, int]
FACES = st.tuples(st.integers(1, 6), st.integers(1, 6))
Step = Callable[[Evening], object] | int
"""What is done; a number is a shake that shows these of the hidden dice."""

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
        lambda e: e.table.lid(True),
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


def told(folder: Path, rules: str, one: Dice, two: Dice) -> list[object]:
    """All that the screen and the log are given up to the reveal; but for the digests, whose salt is chance."""
    evening = Evening(folder, rules=rules)
    evening.begin()
    given_out: list[object] = []
    for step in SCRIPTS[rules]:
        if isinstance(step, int):
            evening.shake(*(one, two)[step])
        else:
            step(evening)
        for _ in range(2):
            scene = scene_of(evening.table)
            shown = replace(scene, seal="") if isinstance(scene, TableScene) else scene
            given_out.append((shown, repr(evening.table.state), evening.table.notice, evening.table.refused))
            given_out.append((repr(evening.table.playing.seal), repr(evening.table.playing.sealed_sight)))
            given_out.append(evening.table.playing.record())
            if evening.table.mode.behind is None:
                evening.table.hold("reveal")
        evening.press("challenge")
    return given_out


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
