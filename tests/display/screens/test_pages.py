"""Pages: claims of equal rank have equal sizes, and a long title fits."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from display.draw.canvas import Label
from display.scene import ClaimPicture, Notice, PageScene
from display.window import MainWindow
from tests.display.sample_pictures import samples

WindowOf = Callable[[tuple[int, int]], MainWindow]


def ladder() -> PageScene:
    scene = samples()["page-ladder"]
    assert isinstance(scene, PageScene)
    return scene


def written(window: MainWindow, scene: PageScene) -> dict[str, Label]:
    window.show(scene)
    window.tick(0.0)
    assert window.picture is not None
    return {label.text: label for label in window.picture.labels}


def test_the_names_on_a_ladder_have_one_size(window_of: WindowOf) -> None:
    for long in (False, True):
        for size in ((800, 480), (480, 800), (1920, 1080)):
            scene = ladder()
            if long:
                named = (
                    replace(claim, name=f"sechsund\u00ad{'dreißig' * (i % 2 + 1)}")
                    for i, claim in enumerate(_claims(scene))
                )
                scene = replace(
                    scene, groups=tuple(replace(s, claims=tuple(next(named) for _ in s.claims)) for s in scene.groups)
                )
            labels = written(window_of(size), scene)
            assert len({labels[claim.name].px for claim in _claims(scene)}) == 1


def _claims(scene: PageScene) -> tuple[ClaimPicture, ...]:
    return tuple(claim for group in scene.groups for claim in group.claims)


def test_names_are_hyphenated_to_stay_large(window_of: WindowOf) -> None:
    for size in ((800, 480), (480, 800)):
        scene = ladder()
        groups = tuple(
            replace(group, claims=tuple(replace(claim, name="sechsund\u00addreißig") for claim in group.claims))
            for group in scene.groups
        )
        parted = written(window_of(size), replace(scene, groups=groups))["sechsund\u00addreißig"]
        assert parted.lines == ("sechsund-", "dreißig")
        assert parted.px >= min(size) / 32


def test_a_long_title_does_not_touch_the_notice_in_portrait(window_of: WindowOf) -> None:
    for size in ((480, 800), (1080, 1920)):
        window = window_of(size)
        title = "Was schlägt was, von oben nach unten"
        labels = written(window, replace(ladder(), title=title, notice=Notice("Kleine Zahlen stehen hoch.")))
        assert window.picture is not None
        assert labels[title].ink.bottom < window.picture.parts["notice"].top
        assert labels[title].px >= 0.06 * size[0] * 0.82


def test_paragraphs_are_spaced_even_on_a_full_page(window_of: WindowOf) -> None:
    for size in ((800, 480), (480, 800), (1280, 720)):
        long = "Whoever opens shakes the box, looks inside without showing anybody, and claims a result, true or not."
        scene = replace(ladder(), groups=(), lines=tuple(f"{number}: {long}" for number in range(1, 5)))
        labels = written(window_of(size), scene)
        said = [labels[line] for line in scene.lines]
        for above, below in pairwise(said):
            assert len(above.lines) > 1
            assert below.room.top - above.room.bottom >= 0.15 * above.px
