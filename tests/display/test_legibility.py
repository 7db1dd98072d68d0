"""Who, what, the claim, the verdict and who pays are read from three metres on a small screen."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from display.draw.lettering import Typeface
from display.legibility import FROM_THREE_METRES, SCREENS, SEVEN_INCH, cap_heights
from display.scene import Notice, RevealScene, Scene, TableScene, ThrowPanel, WinnerScene
from display.screens.reveal_timeline import timeline
from display.window import MainWindow
from tests.display.pixels import rgb
from tests.display.sample_pictures import samples

WindowOf = Callable[[tuple[int, int]], MainWindow]
PHASES = (
    "table-roll",
    "table-first-claim",
    "table-facing",
    "table-raise",
    "table-frozen",
    "table-bid",
    "table-sum",
    "table-tallies",
)


def shown(window: MainWindow, scene: TableScene | RevealScene | WinnerScene, *, distant: bool) -> dict[str, int]:
    window.set_distant(distant)
    window.show(scene)
    window.tick(0.0)
    assert window.picture is not None
    sizes = dict(cap_heights(window.picture, scene))
    great = {label.text for label in window.picture.labels if any(line.endswith("…") for line in label.lines)}
    assert not great & {getattr(scene, "who", ""), getattr(scene, "what", "")}
    return sizes


def named(scene: Scene, name: str) -> TableScene:
    """Lets somebody else, with another name, be the one who is spoken to."""
    assert isinstance(scene, TableScene)
    seats = tuple(replace(seat, name=name) if seat.name == scene.who else seat for seat in scene.seats)
    return replace(scene, seats=seats, who=name)


@pytest.mark.parametrize("distant", [False, True], ids=["as it is played", "seen from afar"])
def test_every_phase_is_read_from_three_metres(window_of: WindowOf, distant: bool) -> None:
    for screen in SCREENS:
        window = window_of(screen.size)
        for phase in PHASES:
            for name in ("Aud", "Sympkyn of the Moor"):
                scene = named(samples()[phase], name)
                sizes = shown(window, scene, distant=distant)
                assert {"who", "what"} <= set(sizes)
                assert ("claim" in sizes) == (scene.claim is not None or scene.dial is not None)
                assert all(screen.mm(cap) >= FROM_THREE_METRES for cap in sizes.values()), (screen.name, phase, sizes)


def test_nothing_else_is_as_large_during_play(window_of: WindowOf) -> None:
    window = window_of(SEVEN_INCH.size)
    for phase in PHASES:
        scene = named(samples()[phase], "Aud")
        sizes = shown(window, scene, distant=False)
        assert window.picture is not None
        chosen = scene.dial.claims[scene.dial.index] if scene.dial and not scene.claim else scene.claim
        first = {scene.who, scene.what, chosen.name if chosen else ""}
        rest = [label for label in window.picture.labels if label.text not in first]
        assert max(label.cap for label in rest) < 0.7 * min(sizes.values()), phase


def test_a_refusal_takes_nothing_from_who_what_and_the_claim(window_of: WindowOf) -> None:
    window = window_of(SEVEN_INCH.size)
    facing = samples()["table-facing"]
    assert isinstance(facing, TableScene)
    told = replace(facing, notice=Notice("46 ranks below 34: turn the dial further, or call it a lie."))
    assert shown(window, told, distant=False) == shown(window, facing, distant=False)


def test_who_has_won_is_read_from_three_metres_beside_the_story_too(window_of: WindowOf) -> None:
    for screen in SCREENS:
        window = window_of(screen.size)
        for name in ("winner-tavern", "winner-pot", "winner-story"):
            scene = samples()[name]
            assert isinstance(scene, WinnerScene)
            sizes = shown(window, scene, distant=False)
            assert screen.mm(sizes["who"]) >= FROM_THREE_METRES, (screen.name, name, sizes)
            assert window.picture is not None
            rest = [label for label in window.picture.labels if label.text != scene.headline]
            assert max(label.cap for label in rest) < 0.7 * sizes["who"]


def test_who_pays_is_read_as_the_verdict_is(window_of: WindowOf) -> None:
    window = window_of(SEVEN_INCH.size)
    scene = samples()["reveal-refuted"]
    assert isinstance(scene, RevealScene)
    for payer in ("Gunnar", "Sympkyn of the Moor"):
        pays = (f"{payer} pays one life.",)
        sizes = shown(window, replace(scene, verdict=replace(scene.verdict, pays=pays)), distant=True)
        assert set(sizes) == {"verdict", "who pays"}
        assert all(SEVEN_INCH.mm(cap) >= FROM_THREE_METRES for cap in sizes.values()), sizes


def test_the_verdict_stands_before_all_but_who_pays(window_of: WindowOf) -> None:
    for screen in SCREENS:
        window = window_of(screen.size)
        for name in ("reveal-refuted", "reveal-upheld", "reveal-hands"):
            scene = samples()[name]
            assert isinstance(scene, RevealScene)
            sizes = shown(window, scene, distant=False)
            assert screen.mm(sizes["verdict"]) >= FROM_THREE_METRES
            assert screen.mm(sizes["who pays"]) >= FROM_THREE_METRES
            assert abs(sizes["who pays"] - sizes["verdict"]) <= 0.2 * sizes["verdict"], "as large as the verdict"
            if scene.count is None:
                assert screen.mm(sizes["claim"]) >= FROM_THREE_METRES, "until the verdict"


def test_the_full_screen_is_back_while_something_is_refused_entered_or_ruled(window_of: WindowOf) -> None:
    window = window_of(SEVEN_INCH.size)
    facing = samples()["table-facing"]
    assert isinstance(facing, TableScene)
    for scene in (
        replace(facing, notice=Notice("46 ranks below 34.")),
        replace(facing, throws=(ThrowPanel("Aud"),)),
        samples()["table-laid"],
        samples()["reveal-moved"],
        samples()["house-rules"],
    ):
        window.set_distant(True)
        window.show(scene)
        window.tick(0.0)
        assert window.picture is not None
        assert "hint dial" in window.picture.parts
    assert "claim" in shown(window, facing, distant=True)
    assert window.picture is not None
    assert "hint dial" not in window.picture.parts
    window.set_distant(False)
    window.tick(1.0)
    assert window.picture is not None
    assert "hint dial" in window.picture.parts


def test_nothing_depends_on_the_dice_before_the_photograph(window_of: WindowOf) -> None:
    scene = samples()["reveal-refuted"]
    other = samples()["reveal-upheld"]
    assert isinstance(scene, RevealScene)
    assert isinstance(other, RevealScene)
    frames = []
    for reveal in (scene, replace(other, headline=scene.headline)):
        window = window_of(SEVEN_INCH.size)
        window.set_distant(True)
        window.show(reveal)
        for moment in (0.0, 0.2, timeline(reveal).photograph - 0.01):
            window.tick(moment)
            frames.append(rgb())
    assert all((first == second).all() for first, second in zip(frames[:3], frames[3:], strict=True))


def test_the_height_of_a_capital_is_that_of_its_ink(window: MainWindow) -> None:
    facing = samples()["table-facing"]
    window.show(facing)
    window.tick(0.0)
    assert window.picture is not None
    label = next(label for label in window.picture.labels if label.text == "Astrid")
    capital = pygame.font.Font(str(Typeface.NAME.path), label.px).render("T", True, (255, 255, 255))
    assert abs(capital.get_bounding_rect().height - label.cap) <= 1
