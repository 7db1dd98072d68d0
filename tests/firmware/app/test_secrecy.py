"""Secrecy as one test over every output before a reveal: pairs of games that differ only in hidden dice are identical.

And, since a test that cannot fail proves nothing: a screen that leaks on purpose, in four ways, is found out.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from display.scene import Notice, Scene
from firmware.app.presenter.box_scenes import box_round_scene
from firmware.app.presenter.presenter import SCENES, Presenter
from firmware.app.presenter.scene_parts import View
from firmware.table.play.box_round import BoxRoundMode
from tests.firmware.app.recorded_outputs import Outputs, differences
from tests.firmware.app.test_nothing_leaks import CUP_SCRIPTS, SCRIPTS, Dice, Hands
from tests.firmware.evening import Evening

Leak = Callable[[View, Scene, Path], Scene]
Given = list[tuple[str, object]]
ROLLS: tuple[tuple[Dice, Dice], ...] = (((2, 1), (1, 2)), ((6, 6), (5, 4)))
HANDS: tuple[Hands, ...] = (((1, 1, 2, 3), (5, 5, 4, 4)), ((1, 1, 2, 3), (5, 5, 1, 2)))


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def given_in_box_game(folder: Path, rules: str, rolls: tuple[Dice, Dice], leak: Leak | None = None) -> Given:
    """All outputs up to the reveal of two rolls; `leak` changes the scene of a round, or does worse."""
    evening = Evening(folder, rules=rules)
    evening.begin()
    outputs = Outputs(evening)
    if leak is not None:

        def leaking(view: View, mode: Any) -> Scene:
            return leak(view, box_round_scene(view, mode), folder)

        outputs.present(Presenter(evening.table, {**SCENES, BoxRoundMode: leaking}))
    with outputs.listening():
        for step in SCRIPTS[rules]:
            if isinstance(step, int):
                evening.shake(*rolls[step])
            else:
                step(evening)
            outputs.look()
    outputs.read_files()
    return outputs.given


def given_in_cup_game(folder: Path, rules: str, hands: Hands) -> Given:
    """All outputs up to the laying of the second hand."""
    options, script = CUP_SCRIPTS[rules]
    evening = Evening(folder, rules=rules, can_peek=True)
    evening.begin(options=options)
    outputs = Outputs(evening)
    with outputs.listening():
        for step in script:
            step(evening, hands)
            outputs.look()
    outputs.read_files()
    return outputs.given


@pytest.mark.parametrize("rules", SCRIPTS)
def test_no_output_before_a_reveal_depends_on_the_dice_in_the_box(tmp_path: Path, rules: str) -> None:
    one, other = (given_in_box_game(tmp_path / f"{rolls[0]}", rules, rolls) for rolls in ROLLS)
    assert differences(one, other) == []
    modes = {name: mode for name, mode in one if name.startswith("mode of")}
    assert modes["mode of the folder"] == 0o700
    assert modes["mode of journal.db"] == modes["mode of journal.db-wal"] == 0o600
    told = {name for name, _ in one}
    assert told >= {"pixels", "scene", "sound", "lamp", "time until the next frame", "row", "games export", "report"}
    assert told >= {"process cmdline", "process environ", "process comm", "games show", "games stats", "record"}


@pytest.mark.parametrize("rules", CUP_SCRIPTS)
def test_no_output_before_the_laying_depends_on_the_dice_under_the_cups(tmp_path: Path, rules: str) -> None:
    one, other = (given_in_cup_game(tmp_path / f"{number}", rules, hands) for number, hands in enumerate(HANDS))
    assert differences(one, other) == []


def _hidden(view: View) -> tuple[int, ...]:
    seal = view.active_session.seal
    return seal.faces if seal else ()


def _in_words(view: View, scene: Scene, _: Path) -> Scene:
    return replace(scene, notice=Notice(f"{_hidden(view)}"))


def _in_a_hint(view: View, scene: Scene, _: Path) -> Scene:
    """Dims the first control where the dice are high: one bit, which only the scene and its pixels tell."""
    first, *others = scene.hints
    return replace(scene, hints=(replace(first, enabled=sum(_hidden(view)) < 7), *others))


def _in_the_log(view: View, scene: Scene, _: Path) -> Scene:
    logging.getLogger("meierbox").debug("sealed %s", _hidden(view))
    return scene


def _in_a_file(view: View, scene: Scene, folder: Path) -> Scene:
    (folder / "last-roll").write_text(f"{_hidden(view)}")
    return scene


@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (_in_words, {"scene", "pixels"}),
        (_in_a_hint, {"scene", "pixels"}),
        (_in_the_log, {"log"}),
        (_in_a_file, {"content of last-roll"}),
    ],
)
def test_a_screen_that_leaks_on_purpose_is_detected(tmp_path: Path, leak: Leak, where: set[str]) -> None:
    one, other = (given_in_box_game(tmp_path / f"{rolls[0]}", "viking", rolls, leak) for rolls in ROLLS)
    assert where <= set(differences(one, other))
