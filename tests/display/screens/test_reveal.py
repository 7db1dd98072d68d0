"""The reveal: nothing is shown before its time, everything is shown in the end, and a press skips to it."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from display.draw.canvas import Hit
from display.draw.drawing_context import DrawingContext
from display.draw.theme import DAYLIGHT, HIGH_CONTRAST, TORCHLIGHT, Theme
from display.samples import sample_parts
from display.samples.sample_parts import SampleDie
from display.scene import ListRow, Notice, Photograph, RevealScene, Scene, Tone, VerdictPanel
from display.screens.reveal_timeline import timeline
from display.widgets.photo_view import FRAME
from display.widgets.verdict_panel import SEAM
from display.window import MainWindow
from tests.display.pixels import brightness, rgb
from tests.display.sample_pictures import samples


def scene_of(scenes: Mapping[str, Scene], name: str) -> RevealScene:
    scene = scenes[name]
    assert isinstance(scene, RevealScene)
    return scene


@pytest.fixture
def refuted(scenes: Mapping[str, Scene]) -> RevealScene:
    return scene_of(scenes, "reveal-refuted")


def test_the_animation_takes_at_most_four_seconds(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    for scene in scenes.values():
        if isinstance(scene, RevealScene):
            window.show(scene)
            window.tick(0.0)
            assert window.picture is not None
            assert 1.0 < window.picture.ends <= (10.6 if scene.count else 4.1)


def test_many_pips_are_counted_faster(window: MainWindow) -> None:
    context = DrawingContext(window.size)
    few, many = ((sample_parts.photograph(context, faces, 1)) for faces in ((1, 2), (6, 6)))
    paces = [timeline(replace(sample_reveal(), photographs=(picture,))).pace for picture in (few, many)]
    assert paces[0] > paces[1]


def sample_reveal() -> RevealScene:
    claim, verdict = sample_parts.claim("34"), VerdictPanel("A lie!", Tone.BAD, ())
    return RevealScene(9, sample_parts.seats(3), "Liar!", claim, "", None, (), verdict, ())


def test_nothing_depends_on_the_dice_before_the_photograph(window: MainWindow, refuted: RevealScene) -> None:
    other = replace(
        refuted,
        actual=sample_parts.claim("12"),
        photographs=(sample_parts.photograph(DrawingContext(window.size), (6, 6), 77),),
        verdict=VerdictPanel("True!", Tone.GOOD, ("It is so.",)),
    )
    frames = []
    for scene in (refuted, other):
        fresh = MainWindow(window.size)
        fresh.show(scene)
        for moment in (0.0, 0.2, 0.44):
            fresh.tick(moment)
            outside = rgb()
            outside[60:285, : round(window.size[0] * 0.65)] = 0
            frames.append(outside)
        assert fresh.picture is not None
        for name, box in fresh.picture.parts.items():
            if name.startswith(("photograph", "close-up")):
                assert box.right < 0.65 * window.size[0]
    assert all(np.array_equal(first, second) for first, second in zip(frames[:3], frames[3:], strict=True))


def test_pips_are_ringed_one_after_another(window: MainWindow, refuted: RevealScene) -> None:
    times = timeline(refuted)
    window.show(refuted)
    window.tick(0.0)
    assert window.picture is not None
    views = [box for name, box in window.picture.parts.items() if name.startswith(("large photo", "large close-up"))]
    view = views[0].unionall(views[1:])
    gold = []
    for number in range(9):
        window.tick(times.count + times.pace * number + 0.01)
        pixels = rgb(view)
        gold.append(int((np.abs(pixels - (255, 196, 54)).sum(axis=2) < 60).sum()))
    assert gold[0] < gold[2] < gold[8]


def test_the_verdict_falls_after_the_last_pip(window: MainWindow, refuted: RevealScene) -> None:
    times = timeline(refuted)
    assert times.verdict >= times.count + 8 * times.pace
    window.show(refuted)
    window.tick(0.0)
    assert window.picture is not None
    panel = window.picture.parts["verdict"]
    window.tick(times.verdict - 0.02)
    before = rgb(panel).mean(axis=(0, 1))
    window.tick(60.0)
    after = rgb(panel).mean(axis=(0, 1))
    assert after[0] - after[2] > before[0] - before[2] + 40


def test_who_pays_is_not_shown_before_the_verdict(window: MainWindow, refuted: RevealScene) -> None:
    before = timeline(refuted).verdict - 0.02
    pixels = []
    for payer in (1, 2):
        seats = tuple(replace(seat, stock=3, lost=int(index == payer)) for index, seat in enumerate(refuted.seats))
        fresh = MainWindow(window.size)
        fresh.show(replace(refuted, seats=seats, actual=sample_parts.claim("12")))
        for moment in (0.0, 1.0, before):
            fresh.tick(moment)
        pixels.append(rgb())
    assert np.array_equal(pixels[0], pixels[1])


def test_verdicts_differ_in_colour_and_in_shape(window: MainWindow, refuted: RevealScene) -> None:
    means, edges = {}, {}
    for serial, tone in enumerate((Tone.GOOD, Tone.BAD, Tone.DOUBT)):
        window.show(replace(refuted, serial=100 + serial, verdict=VerdictPanel("Word", tone, ("A line.",))))
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        panel = window.picture.parts["verdict"]
        pixels = rgb(panel)
        means[tone] = pixels.mean(axis=(0, 1))
        grey = pixels.mean(axis=2)
        edges[tone] = grey[:, int(panel.width * 0.9) :] > 90
    assert means[Tone.BAD][0] > 1.5 * means[Tone.BAD][2]
    assert means[Tone.GOOD][2] > 1.5 * means[Tone.GOOD][0]
    assert np.ptp(means[Tone.DOUBT]) < 30
    for first, second in ((Tone.GOOD, Tone.BAD), (Tone.GOOD, Tone.DOUBT), (Tone.BAD, Tone.DOUBT)):
        assert (edges[first] != edges[second]).mean() > 0.02


def test_who_pays_is_shown_with_broken_lives(window: MainWindow, refuted: RevealScene) -> None:
    window.show(refuted)
    window.tick(0.0)
    window.tick(60.0)
    assert window.picture is not None
    seats = [name for name in window.picture.parts if name.startswith("seat ")]
    assert seats == ["seat 1"]
    broken = window.picture.parts["life 1.3"].copy()
    broken.height //= 3
    whole = window.picture.parts["life 1.2"].copy()
    whole.height //= 3
    assert brightness(whole) > 120 > 60 > brightness(broken)


def test_the_name_of_the_payer_is_larger_than_the_claim(window: MainWindow, refuted: RevealScene) -> None:
    window.show(refuted)
    window.tick(0.0)
    assert window.picture is not None
    px = {label.text: label.px for label in window.picture.labels}
    (payer,) = (panel.name for panel in refuted.seats if panel.lost)
    assert px[payer] > 1.2 * px[refuted.claim.name], "everybody has heard the claim, but not who pays"


def test_skipping_ends_the_animation_at_once(window: MainWindow, refuted: RevealScene) -> None:
    window.show(refuted)
    window.tick(10.0)
    window.tick(60.0)
    full = rgb()
    again = replace(refuted, serial=refuted.serial + 1)
    window.show(again)
    assert window.playing
    window.tick(100.0)
    window.tick(100.3)
    assert window.playing
    assert window.skip()
    assert not window.playing
    assert not window.skip()
    window.tick(100.32)
    assert window.tick(100.34) is None
    assert np.array_equal(rgb(), full)


def test_an_animation_can_be_skipped_before_its_first_frame(window: MainWindow, refuted: RevealScene) -> None:
    window.show(refuted)
    assert window.skip()
    window.tick(5.0)
    assert not window.playing
    assert window.tick(5.1) is None


def test_the_verdict_says_what_the_selected_ruling_would_mean(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    moved = scene_of(scenes, "reveal-moved")
    choices = (ListRow("The claim was true", detail="Wolfram pays one life."), ListRow("The claim was a lie"))
    for cursor, last in ((0, "Wolfram pays one life."), (1, moved.verdict.lines[-1])):
        window.show(replace(moved, choices=choices, cursor=cursor))
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        written = {label.text for label in window.picture.labels}
        assert {"Wolfram pays one life.", moved.verdict.lines[-1]} & written == {last}


def test_an_animation_is_played_once(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    moved = scene_of(scenes, "reveal-moved")
    window.show(moved)
    window.tick(0.0)
    window.tick(1.0)
    window.show(replace(moved, cursor=2))
    assert window.playing, "another choice under the cursor does not end it"
    window.tick(1.1)
    window.tick(60.0)
    assert not window.playing
    window.show(replace(moved, cursor=0))
    window.tick(61.0)
    assert not window.playing, "and does not start it anew"
    window.show(scenes["table-facing"])
    window.tick(70.0)
    window.show(moved)
    window.tick(80.0)
    assert not window.playing, "nor does coming back to it"
    window.show(replace(moved, serial=moved.serial + 1))
    window.tick(90.0)
    assert window.playing


def test_only_a_reveal_counts_as_playing(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["table-shaking"])
    window.tick(0.0)
    assert not window.playing
    assert not window.skip()


def test_two_photographs_are_side_by_side(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["reveal-moved"])
    window.tick(0.0)
    assert window.picture is not None
    first, second = (window.picture.parts[f"photograph {number}"] for number in (0, 1))
    assert first.right < second.left
    assert abs(first.centery - second.centery) <= 20


def test_no_line_of_a_verdict_overlaps_its_seam(window_of: Callable[[tuple[int, int]], MainWindow]) -> None:
    for size in ((800, 480), (1280, 720), (1920, 1080)):
        window = window_of(size)
        context = DrawingContext(size)
        scene = scene_of(samples(), "reveal-moved")
        lines = (
            "The dice were moved under the lid: they no longer lie as they were sealed.",
            "Look together: the table rules.",
        )
        window.show(replace(scene, serial=70, verdict=VerdictPanel("No verdict", Tone.DOUBT, lines)))
        window.tick(0.0)
        assert window.picture is not None
        within = window.picture.parts["verdict"].inflate(-2 * context.px(SEAM), -2 * context.px(SEAM))
        written = [label for label in window.picture.labels if label.text in lines]
        assert len(written) == len(lines)
        for label in written:
            assert within.contains(label.ink), label


def test_claim_and_actual_dice_are_equally_legible(
    window_of: Callable[[tuple[int, int]], MainWindow],
) -> None:
    for size in ((800, 480), (1280, 720), (480, 800)):
        window = window_of(size)
        scene = scene_of(samples(), "reveal-refuted")
        claims = replace(scene.claim, name="double threes"), replace(scene.claim, name="sixteen")
        window.show(replace(scene, serial=71, claim=claims[0], actual=claims[1]))
        window.tick(0.0)
        assert window.picture is not None
        labels = {label.text: label for label in window.picture.labels}
        assert labels["double threes"].lines == ("double threes",)
        assert labels["double threes"].px == labels["sixteen"].px
        assert labels["double threes"].ink.left == pytest.approx(labels["sixteen"].ink.left, abs=4)


def test_the_size_of_the_claim_does_not_depend_on_the_dice_before_the_verdict(
    window: MainWindow, refuted: RevealScene
) -> None:
    times = timeline(refuted)
    seen = []
    for serial, name in enumerate(("double threes", "six"), start=74):
        lies = replace(sample_parts.claim("12"), name=name)
        window.show(replace(refuted, serial=serial, actual=lies))
        window.tick(0.0)
        assert window.picture is not None
        where = window.picture.parts["claim"].union(window.picture.parts["actual"]).inflate(40, 0)
        where.width = window.size[0] - where.left
        window.tick(times.verdict - 0.01)
        seen.append(rgb(where))
    assert np.array_equal(seen[0], seen[1])


def test_a_notice_does_not_overlap_the_torches(
    window_of: Callable[[tuple[int, int]], MainWindow],
) -> None:
    for size in ((800, 480), (480, 800)):
        window = window_of(size)
        scene = scene_of(samples(), "reveal-refuted")
        window.show(replace(scene, serial=73, notice=Notice("Every pip is counted.", aloud=True)))
        window.tick(0.0)
        assert window.picture is not None
        parts = window.picture.parts
        assert not any(parts["notice"].colliderect(parts[f"torch {number}"]) for number in (0, 1))


def test_the_verse_does_not_overlap_the_frames(
    window_of: Callable[[tuple[int, int]], MainWindow], refuted: RevealScene
) -> None:
    for size in ((800, 480), (480, 800), (1280, 720), (1920, 1080), (1080, 1920)):
        window = window_of(size)
        window.show(replace(refuted, verse="The bones blushed; the raven laughs last."))
        window.tick(0.0)
        assert window.picture is not None
        parts = window.picture.parts
        assert parts["verse"].bottom <= parts["photograph 0"].top - DrawingContext(size).px(FRAME)


def test_many_photographs_fill_the_width(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    hands = scene_of(scenes, "reveal-hands")
    seats = tuple(replace(seat, lost=0) for seat in hands.seats)
    window.show(replace(hands, serial=72, seats=seats, photographs=hands.photographs * 2))
    window.tick(0.0)
    assert window.picture is not None
    hung = [window.picture.parts[f"photograph {number}"] for number in range(6)]
    assert max(box.right for box in hung) > 0.6 * window.size[0]
    assert all(not first.colliderect(second) for first, second in itertools.combinations(hung, 2))


def test_touching_a_choice_turns_the_dial_there_and_pushes_it(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["reveal-moved"])
    window.tick(0.0)
    assert window.picture is not None
    for row, turn in enumerate((-1, 0, 1)):
        assert window.hit(window.picture.parts[f"row {row}"].center) == Hit(turn=turn, control="dial")


def test_an_undecodable_photograph_does_not_prevent_the_verdict(window: MainWindow, refuted: RevealScene) -> None:
    spoiled = replace(refuted, serial=50, photographs=(Photograph(b"no picture", refuted.photographs[0].dice),))
    window.show(spoiled)
    window.tick(0.0)
    window.tick(60.0)
    assert window.picture is not None
    assert rgb(window.picture.parts["verdict"]).mean() > 40


def test_an_unclear_die_is_counted_with_a_question_mark(window: MainWindow, refuted: RevealScene) -> None:
    picture = refuted.photographs[0]
    pixels = []
    for serial, face in enumerate((6, None)):
        dice = (SampleDie(face, picture.dice[1].polygon, picture.dice[1].pips),)
        window.show(replace(refuted, serial=70 + serial, photographs=(replace(picture, dice=dice),)))
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        pixels.append(rgb(window.picture.parts["close-up 0.0"]))
    assert not np.array_equal(pixels[0], pixels[1])


def test_the_lid_covers_the_dice_until_the_photograph_appears(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    """Nothing of the photograph is visible before the lid lifts, and at the end the lid is gone."""
    told = scenes["reveal-refuted"]
    assert isinstance(told, RevealScene)
    other = replace(told, serial=99, photographs=(sample_parts.photograph(DrawingContext(window.size), (4, 4), 9),))
    early, late = [], []
    for scene in (told, other):
        window.show(scene)
        window.tick(0.0)
        for moment in (0.1, 0.3, timeline(scene).photograph - 0.02):
            window.tick(moment)
            early.append(rgb())
        window.tick(60.0)
        late.append(rgb())
    assert all(np.array_equal(first, second) for first, second in zip(early[:3], early[3:], strict=True))
    assert not np.array_equal(late[0], late[1])
    assert window.picture is not None
    lid = window.picture.parts["photograph 0"]
    assert np.abs(early[1] - late[0])[lid.top : lid.bottom, lid.left : lid.right].mean() > 20


def test_the_face_that_was_read_is_shown_even_without_pips(window: MainWindow, refuted: RevealScene) -> None:
    """Otherwise nobody could check the verdict."""
    (photograph,) = refuted.photographs
    pictures = []
    for serial, face in enumerate((4, 5, None), start=70):
        first, *others = photograph.dice
        bare = replace(photograph, dice=(SampleDie(face, first.polygon, ()), *others))
        window.show(replace(refuted, serial=serial, photographs=(bare,)))
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        pictures.append(rgb(window.picture.parts["close-up 0.0"]))
    assert not np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])


@pytest.mark.parametrize("theme", [TORCHLIGHT, DAYLIGHT, HIGH_CONTRAST])
def test_only_the_corners_of_a_die_that_was_not_read_are_outlined_and_in_red(theme: Theme) -> None:
    """In high contrast there is no red."""
    window = MainWindow((800, 480), theme=theme)
    read = sample_parts.photograph(DrawingContext(window.size, theme), (4, 4), 9)
    red: list[int] = []
    gold: list[int] = []
    for shown in (read, sample_parts.with_unread_die(read)):
        window.show(replace(sample_reveal(), photographs=(shown,)))
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        pixels = rgb(window.picture.parts["photograph 0"])
        for counts, colour in ((red, theme.wax[1]), (gold, theme.gold[1])):
            counts.append(int((np.abs(pixels - colour).sum(axis=2) < 12).sum()))
    assert gold[0] > 1.1 * gold[1]
    assert theme is HIGH_CONTRAST or red[0] + 20 < red[1] < gold[0] / 2
