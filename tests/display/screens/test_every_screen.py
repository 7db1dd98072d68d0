"""On every screen at every size no text but a long name is cut, nothing overlaps, and everything is legible."""

import itertools
from collections.abc import Callable
from functools import cache

import pytest

from display.draw.canvas import Label
from display.draw.surface_cache import SurfaceCache
from display.samples import box_games, sample_parts
from display.window import MainWindow
from tests.display.sample_pictures import samples

SIZES = ((800, 480), (1024, 600), (1280, 720), (480, 800))
"""Every shape of screen at its smallest; larger ones of a shape only have more pixels to place the same letters on."""

WindowOf = Callable[[tuple[int, int]], MainWindow]
Drawn = Callable[[tuple[int, int]], dict[str, tuple[Label, ...]]]


@pytest.fixture(scope="module")
def drawn(surfaces: SurfaceCache) -> Drawn:
    """Shows every sample to its end at a size, once for all tests; gives the labels of each."""

    @cache
    def labels_at(size: tuple[int, int]) -> dict[str, tuple[Label, ...]]:
        labels = {}
        window = MainWindow(size, surfaces=surfaces)
        for name, scene in samples().items():
            window.show(scene)
            window.tick(0.0)
            window.tick(60.0)
            assert window.picture is not None
            labels[name] = tuple(window.picture.labels)
        window.close()
        return labels

    return labels_at


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_is_cut_leaves_its_box_or_overlaps_another(drawn: Drawn, size: tuple[int, int]) -> None:
    for name, labels in drawn(size).items():
        for label in labels:
            cut = any(line.endswith("…") for line in label.lines)
            assert not cut or label.text in sample_parts.NAMES, f"{name}: {label.text} is cut"
            room = label.room.inflate(2, 4)
            assert room.contains(label.ink), f"{name}: {label.text} leaves its room"
            assert label.ink.left >= 0, f"{name}: {label.text} leaves the screen"
            assert label.ink.right <= size[0], f"{name}: {label.text} leaves the screen"
            assert label.ink.top >= 0, f"{name}: {label.text} leaves the screen"
            assert label.ink.bottom <= size[1], f"{name}: {label.text} leaves the screen"
        for first, second in itertools.combinations(labels, 2):
            assert not first.ink.colliderect(second.ink), f"{name}: {first.text} and {second.text} overlap"


def test_numbers_and_names_are_legible_from_three_metres(window_of: WindowOf) -> None:
    for size in ((800, 480), (1280, 720), (1920, 1080)):
        window = window_of(size)
        window.show(box_games.tables()["table-facing"])
        window.tick(0.0)
        picture = window.picture
        assert picture is not None
        sizes = {label.text: label.px for label in picture.labels}
        assert sizes["thirty-four"] >= size[1] / 7
        assert min(label.px for label in picture.labels if label.text in sample_parts.NAMES) >= size[1] / 40
        assert picture.parts["claim"].height >= size[1] / 8


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (1920, 1080)])
def test_beside_the_story_of_twelve_seats_every_name_is_whole(drawn: Drawn, size: tuple[int, int]) -> None:
    written = {label.text: label.lines for label in drawn(size)["winner-story-twelve"]}
    cut = [written[seat.name] for seat in sample_parts.seats(12) if "…" in written[seat.name][-1]]
    assert cut == []


def test_every_text_of_a_scene_is_drawn(drawn: Drawn) -> None:
    said = drawn((800, 480))
    table = {label.text for label in said["table-twelve"]}
    assert {seat.name for seat in sample_parts.seats(12)} <= table
    assert {
        "Aud",
        "Do you believe it?",
        "Meier",
        "Íñigo de León says",
        "round 12 · sealed",
        "castle pebble tundra zebra",
    } <= table
    reveal = {label.text for label in said["reveal-moved"]}
    assert {"No verdict", "The table rules.", "when sealed", "now", "The claim was a lie", "double twos"} <= reveal
