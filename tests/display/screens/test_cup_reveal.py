"""The reveal of a cup game: seat by seat, die by die into the sum; and the slow replay of any reveal."""

import itertools
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from display.scene import RevealScene, Scene
from display.screens.reveal_timeline import timeline
from display.window import MainWindow
from tests.display.pixels import rgb


def reveal(scenes: Mapping[str, Scene], name: str) -> RevealScene:
    scene = scenes[name]
    assert isinstance(scene, RevealScene)
    return scene


def test_cups_are_counted_one_photograph_at_a_time(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    hands = reveal(scenes, "reveal-hands")
    times = timeline(hands)
    assert len(times.shots) == len(hands.photographs)
    assert all(shot.ends <= after.begins for shot, after in itertools.pairwise(times.shots))
    assert times.shots[-1].ends < times.verdict
    assert len(times.taps) == sum(len(photograph.dice) for photograph in hands.photographs)
    window.show(hands)
    window.tick(0.0)
    assert window.picture is not None
    total = window.picture.parts["count"]
    seen = []
    for moment in (times.taps[0] - 0.05, *(tap + 0.02 for tap in times.taps)):
        window.tick(moment)
        seen.append(rgb(total))
    assert all(not np.array_equal(one, other) for one, other in itertools.pairwise(seen)), "every die adds to the sum"
    window.tick(60.0)
    assert "2 + 2 + 2 = 6" in {label.text for label in window.picture.labels}


def test_a_slow_replay_shows_the_same_more_slowly(scenes: Mapping[str, Scene]) -> None:
    for name in ("reveal-refuted", "reveal-hands"):
        scene = reveal(scenes, name)
        usual, slow = timeline(scene), timeline(replace(scene, slow=True))
        assert slow.photograph == usual.photograph
        assert slow.verdict > 2 * usual.verdict
        assert len(slow.taps) == len(usual.taps)


def test_the_name_above_a_photograph_covers_none_of_it(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    named = reveal(scenes, "reveal-hands")
    first = timeline(named).shots[0]
    pictures = []
    for caption in ("Astrid", "Gunnar"):
        photographs = (replace(named.photographs[0], caption=caption), *named.photographs[1:])
        window.show(replace(named, photographs=photographs))
        window.tick(0.0)
        window.tick(first.ends - 0.05)
        pictures.append(rgb())
    rows = np.flatnonzero((pictures[0] != pictures[1]).any(axis=(1, 2)))
    assert len(rows), "the names differ"
    assert np.ptp(rows) < 0.12 * pictures[0].shape[0]
