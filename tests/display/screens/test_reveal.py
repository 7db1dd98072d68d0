"""The reveal: nothing is told before its time, all is told in the end, and a press ends the waiting."""

import itertools
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pygame
import pytest

from display.draw.composition import Hit
from display.draw.drawing_context import Kit
from display.samples import box_games
from display.samples.box_games import SampleDie
from display.scene import Notice, Photograph, RevealScene, Row, Scene, SeenDie, Tone, VerdictPlate
from display.screens.reveal import timeline
from display.widgets.photographs import MOST_CLOSE_UPS, crop, views
from display.widgets.plates import FRAME
from display.widgets.verdict_plate import SEAM
from display.window import Stage
from tests.display.pixels import brightness, rgb


def scene_of(scenes: dict[str, Scene], name: str) -> RevealScene:
    scene = scenes[name]
    assert isinstance(scene, RevealScene)
    return scene


@pytest.fixture
def refuted(scenes: dict[str, Scene]) -> RevealScene:
    return scene_of(scenes, "reveal-refuted")


def test_the_theatre_takes_four_seconds_at_most(stage: Stage, scenes: dict[str, Scene]) -> None:
    for scene in scenes.values():
        if isinstance(scene, RevealScene):
            stage.show(scene)
            stage.tick(0.0)
            assert stage.picture is not None
            assert 1.0 < stage.picture.ends <= 4.1


def test_many_pips_are_counted_faster(stage: Stage) -> None:
    kit = Kit(stage.size)
    few, many = ((box_games.photograph(kit, faces, 1)) for faces in ((1, 2), (6, 6)))
    paces = [timeline(replace(samples_reveal(), photographs=(picture,))).pace for picture in (few, many)]
    assert paces[0] > paces[1]


def samples_reveal() -> RevealScene:
    return RevealScene(
        9, box_games.seats(3), "Liar!", box_games.claim("34"), "", None, (), VerdictPlate("A lie!", Tone.BAD, ()), ()
    )


@pytest.mark.parametrize("moment", [0.0, 0.2, 0.44])
def test_before_the_photograph_nothing_on_the_screen_depends_on_the_dice(
    stage: Stage, refuted: RevealScene, moment: float
) -> None:
    other = replace(
        refuted,
        actual=box_games.claim("12"),
        photographs=(box_games.photograph(Kit(stage.size), (6, 6), 77),),
        verdict=VerdictPlate("True!", Tone.GOOD, ("It is so.",)),
    )
    pixels = []
    for scene in (refuted, other):
        fresh = Stage(stage.size)
        fresh.show(scene)
        fresh.tick(0.0)
        fresh.tick(moment)
        assert fresh.picture is not None
        outside = rgb()
        frames = [box for name, box in fresh.picture.parts.items() if name.startswith(("photograph", "close-up"))]
        for frame in frames:
            assert frame.right < 0.65 * stage.size[0]
        outside[60:285, : round(stage.size[0] * 0.65)] = 0
        pixels.append(outside)
    assert np.array_equal(pixels[0], pixels[1])


def test_pips_are_ringed_one_after_another(stage: Stage, refuted: RevealScene) -> None:
    times = timeline(refuted)
    stage.show(refuted)
    stage.tick(0.0)
    assert stage.picture is not None
    views = [box for name, box in stage.picture.parts.items() if name.startswith(("photograph", "close-up"))]
    view = views[0].unionall(views[1:])
    gold = []
    for number in range(9):
        stage.tick(times.count + times.pace * number + 0.01)
        pixels = rgb(view)
        gold.append(int((np.abs(pixels - (255, 196, 54)).sum(axis=2) < 60).sum()))
    stage.tick(60.0)
    assert gold[0] < gold[2] < gold[8]


def test_the_verdict_falls_after_the_last_pip(stage: Stage, refuted: RevealScene) -> None:
    times = timeline(refuted)
    assert times.verdict >= times.count + 8 * times.pace
    stage.show(refuted)
    stage.tick(0.0)
    assert stage.picture is not None
    plate = stage.picture.parts["verdict"]
    stage.tick(times.verdict - 0.02)
    before = rgb(plate).mean(axis=(0, 1))
    stage.tick(60.0)
    after = rgb(plate).mean(axis=(0, 1))
    assert after[0] > before[0] + 60


def test_who_pays_is_not_told_before_the_verdict(stage: Stage, refuted: RevealScene) -> None:
    before = timeline(refuted).verdict - 0.02
    pixels = []
    for payer in (1, 2):
        seats = tuple(replace(seat, stock=3, lost=int(index == payer)) for index, seat in enumerate(refuted.seats))
        fresh = Stage(stage.size)
        fresh.show(replace(refuted, seats=seats, actual=box_games.claim("12")))
        for moment in (0.0, 1.0, before):
            fresh.tick(moment)
        pixels.append(rgb())
    assert np.array_equal(pixels[0], pixels[1])


def test_verdicts_differ_in_colour_and_in_shape(stage: Stage, refuted: RevealScene) -> None:
    means, edges = {}, {}
    for serial, tone in enumerate((Tone.GOOD, Tone.BAD, Tone.DOUBT)):
        stage.show(replace(refuted, serial=100 + serial, verdict=VerdictPlate("Word", tone, ("A line.",))))
        stage.tick(0.0)
        stage.tick(60.0)
        assert stage.picture is not None
        plate = stage.picture.parts["verdict"]
        pixels = rgb(plate)
        means[tone] = pixels.mean(axis=(0, 1))
        grey = pixels.mean(axis=2)
        edges[tone] = grey[:, int(plate.width * 0.9) :] > 90
    assert means[Tone.BAD][0] > 1.5 * means[Tone.BAD][2]
    assert means[Tone.GOOD][2] > 1.5 * means[Tone.GOOD][0]
    assert np.ptp(means[Tone.DOUBT]) < 30
    for first, second in ((Tone.GOOD, Tone.BAD), (Tone.GOOD, Tone.DOUBT), (Tone.BAD, Tone.DOUBT)):
        assert (edges[first] != edges[second]).mean() > 0.02


def test_who_pays_is_shown_with_broken_staves(stage: Stage, refuted: RevealScene) -> None:
    stage.show(refuted)
    stage.tick(0.0)
    stage.tick(60.0)
    assert stage.picture is not None
    seats = [name for name in stage.picture.parts if name.startswith("seat ")]
    assert seats == ["seat 1"]
    broken = stage.picture.parts["stave 1.3"].copy()
    broken.height //= 3
    whole = stage.picture.parts["stave 1.2"].copy()
    whole.height //= 3
    assert brightness(whole) > 120 > 60 > brightness(broken)


def test_the_one_who_pays_is_named_in_letters_that_are_read_across_the_table(
    stage: Stage, refuted: RevealScene
) -> None:
    stage.show(refuted)
    stage.tick(0.0)
    assert stage.picture is not None
    px = {label.text: label.px for label in stage.picture.labels}
    (payer,) = (plate.name for plate in refuted.seats if plate.lost)
    assert px[payer] > 1.2 * px[refuted.claim.name], "who pays concerns all; what was said, they have heard"


def test_a_press_ends_the_theatre_at_once(stage: Stage, refuted: RevealScene) -> None:
    stage.show(refuted)
    stage.tick(10.0)
    stage.tick(60.0)
    full = rgb()
    again = replace(refuted, serial=refuted.serial + 1)
    stage.show(again)
    assert stage.playing
    stage.tick(100.0)
    stage.tick(100.3)
    assert stage.playing
    assert stage.skip()
    assert not stage.playing
    assert not stage.skip()
    stage.tick(100.32)
    assert stage.tick(100.34) is None
    assert np.array_equal(rgb(), full)


def test_a_theatre_can_be_ended_before_it_was_ever_drawn(stage: Stage, refuted: RevealScene) -> None:
    stage.show(refuted)
    assert stage.skip()
    stage.tick(5.0)
    assert not stage.playing
    assert stage.tick(5.1) is None


def test_the_plate_says_what_the_ruling_under_the_cursor_would_mean(stage: Stage, scenes: dict[str, Scene]) -> None:
    moved = scene_of(scenes, "reveal-moved")
    choices = (Row("The claim was true", detail="Wolfram pays one life."), Row("The claim was a lie"))
    for cursor, last in ((0, "Wolfram pays one life."), (1, moved.verdict.lines[-1])):
        stage.show(replace(moved, choices=choices, cursor=cursor))
        stage.tick(0.0)
        stage.tick(60.0)
        assert stage.picture is not None
        written = {label.text for label in stage.picture.labels}
        assert {"Wolfram pays one life.", moved.verdict.lines[-1]} & written == {last}


def test_a_theatre_is_played_once(stage: Stage, scenes: dict[str, Scene]) -> None:
    moved = scene_of(scenes, "reveal-moved")
    stage.show(moved)
    stage.tick(0.0)
    stage.tick(1.0)
    stage.show(replace(moved, cursor=2))
    assert stage.playing, "another choice under the cursor does not end it"
    stage.tick(1.1)
    stage.tick(60.0)
    assert not stage.playing
    stage.show(replace(moved, cursor=0))
    stage.tick(61.0)
    assert not stage.playing, "and does not start it anew"
    stage.show(scenes["table-facing"])
    stage.tick(70.0)
    stage.show(moved)
    stage.tick(80.0)
    assert not stage.playing, "nor does coming back to it"
    stage.show(replace(moved, serial=moved.serial + 1))
    stage.tick(90.0)
    assert stage.playing


def test_only_a_reveal_is_theatre(stage: Stage, scenes: dict[str, Scene]) -> None:
    stage.show(scenes["table-shaking"])
    stage.tick(0.0)
    assert not stage.playing
    assert not stage.skip()


def test_two_photographs_stand_side_by_side(stage: Stage, scenes: dict[str, Scene]) -> None:
    stage.show(scenes["reveal-moved"])
    stage.tick(0.0)
    assert stage.picture is not None
    first, second = (stage.picture.parts[f"photograph {number}"] for number in (0, 1))
    assert first.right < second.left
    assert abs(first.centery - second.centery) <= 20


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_no_line_of_a_verdict_is_written_over_its_seam(
    stage_of: Callable[[tuple[int, int]], Stage], size: tuple[int, int]
) -> None:
    stage = stage_of(size)
    kit = Kit(size)
    scene = scene_of(box_games.all_scenes(kit), "reveal-moved")
    lines = (
        "The dice were moved under the lid: they lay otherwise when they were sealed.",
        "Look together: the table rules.",
    )
    stage.show(replace(scene, serial=70, verdict=VerdictPlate("No verdict", Tone.DOUBT, lines)))
    stage.tick(0.0)
    assert stage.picture is not None
    within = stage.picture.parts["verdict"].inflate(-2 * kit.px(SEAM), -2 * kit.px(SEAM))
    written = [label for label in stage.picture.labels if label.text in lines]
    assert len(written) == len(lines)
    for label in written:
        assert within.contains(label.ink), label


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)])
def test_the_claim_at_a_reveal_is_read_as_easily_as_what_lies_there(
    stage_of: Callable[[tuple[int, int]], Stage], size: tuple[int, int]
) -> None:
    stage = stage_of(size)
    scene = scene_of(box_games.all_scenes(Kit(size)), "reveal-refuted")
    claims = replace(scene.claim, name="double threes"), replace(scene.claim, name="sixteen")
    stage.show(replace(scene, serial=71, claim=claims[0], actual=claims[1]))
    stage.tick(0.0)
    assert stage.picture is not None
    labels = {label.text: label for label in stage.picture.labels}
    assert labels["double threes"].lines == ("double threes",)
    assert labels["double threes"].px == labels["sixteen"].px
    assert labels["double threes"].ink.left == pytest.approx(labels["sixteen"].ink.left, abs=4)


def test_until_the_verdict_the_size_of_the_claim_tells_nothing_of_the_dice(stage: Stage, refuted: RevealScene) -> None:
    times = timeline(refuted)
    seen = []
    for serial, name in enumerate(("double threes", "six"), start=74):
        lies = replace(box_games.claim("12"), name=name)
        stage.show(replace(refuted, serial=serial, actual=lies))
        stage.tick(0.0)
        assert stage.picture is not None
        where = stage.picture.parts["claim"].union(stage.picture.parts["actual"]).inflate(40, 0)
        where.width = stage.size[0] - where.left
        stage.tick(times.verdict - 0.01)
        seen.append(rgb(where))
    assert np.array_equal(seen[0], seen[1])


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_notice_at_a_reveal_hangs_beside_the_torches_or_below_them(
    stage_of: Callable[[tuple[int, int]], Stage], size: tuple[int, int]
) -> None:
    stage = stage_of(size)
    scene = scene_of(box_games.all_scenes(Kit(size)), "reveal-refuted")
    stage.show(replace(scene, serial=73, notice=Notice("Every pip is counted.", aloud=True)))
    stage.tick(0.0)
    assert stage.picture is not None
    parts = stage.picture.parts
    assert not any(parts["notice"].colliderect(parts[f"torch {number}"]) for number in (0, 1))


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720), (1920, 1080), (1080, 1920)])
def test_the_verse_covers_no_frame_below_it(
    stage_of: Callable[[tuple[int, int]], Stage], refuted: RevealScene, size: tuple[int, int]
) -> None:
    stage = stage_of(size)
    stage.show(replace(refuted, saga="The bones blushed; the raven laughs last."))
    stage.tick(0.0)
    assert stage.picture is not None
    parts = stage.picture.parts
    assert parts["saga"].bottom <= parts["photograph 0"].top - Kit(size).px(FRAME)


def test_photographs_of_many_hands_fill_the_width(stage: Stage, scenes: dict[str, Scene]) -> None:
    hands = scene_of(scenes, "reveal-hands")
    seats = tuple(replace(seat, lost=0) for seat in hands.seats)
    stage.show(replace(hands, serial=72, seats=seats, photographs=hands.photographs * 2))
    stage.tick(0.0)
    assert stage.picture is not None
    hung = [stage.picture.parts[f"photograph {number}"] for number in range(6)]
    assert max(box.right for box in hung) > 0.6 * stage.size[0]
    assert len({box.top // 40 for box in hung}) == 2, "in two rows"
    assert all(not first.colliderect(second) for first, second in itertools.combinations(hung, 2))


def test_a_choice_turns_the_dial_there_and_pushes_it(stage: Stage, scenes: dict[str, Scene]) -> None:
    stage.show(scenes["reveal-moved"])
    stage.tick(0.0)
    assert stage.picture is not None
    for row, turn in enumerate((-1, 0, 1)):
        assert stage.hit(stage.picture.parts[f"row {row}"].center) == Hit(turn=turn, control="dial")


def test_bytes_that_are_no_picture_leave_the_verdict_standing(stage: Stage, refuted: RevealScene) -> None:
    spoiled = replace(refuted, serial=50, photographs=(Photograph(b"no picture", refuted.photographs[0].dice),))
    stage.show(spoiled)
    stage.tick(0.0)
    stage.tick(60.0)
    assert stage.picture is not None
    assert rgb(stage.picture.parts["verdict"]).mean() > 40


def test_the_crop_holds_all_dice_and_is_never_distorted() -> None:
    dice = tuple(
        SampleDie(3, ((x, y), (x + 90, y), (x + 90, y + 60), (x, y + 60)), ()) for x, y in ((400, 500), (700, 420))
    )
    for room in (pygame.Rect(10, 10, 480, 220), pygame.Rect(0, 0, 200, 400), pygame.Rect(0, 0, 300, 300)):
        cut = crop((1280, 960), dice, room)
        assert room.contains(cut.target)
        assert cut.target.width / cut.source.width == pytest.approx(cut.target.height / cut.source.height, rel=0.02)
        for die in dice:
            for point in die.polygon:
                x, y = cut.place(*point)
                assert cut.target.collidepoint(x, y)
        assert cut.source.width < 1280


def die_at(x: float, y: float) -> SeenDie:
    return SampleDie(3, ((x, y), (x + 40, y + 5), (x + 35, y + 45), (x - 5, y + 40)), ((x + 18, y + 22, 4),))


@pytest.mark.parametrize(
    "room", [pygame.Rect(8, 60, 480, 220), pygame.Rect(0, 0, 240, 260), pygame.Rect(0, 0, 900, 330)]
)
@pytest.mark.parametrize("number", [1, 2, 5, 6])
def test_every_die_has_a_close_up_that_holds_it_whole_and_larger(room: pygame.Rect, number: int) -> None:
    dice = tuple(die_at(60 + 190 * (i % 6), 40 + 160 * (i % 5)) for i in range(number))
    whole, closer = views((1280, 960), dice, room, 6)
    boxes = [whole.target, *(view.target for _, view in closer)]
    assert [die for die, _ in closer] == list(dice)
    assert all(room.contains(box) for box in boxes)
    assert not any(a.colliderect(b) for number, a in enumerate(boxes) for b in boxes[number + 1 :])
    for die, view in closer:
        assert view.source.width == view.source.height
        assert view.zoom > whole.zoom
        assert all(view.target.collidepoint(view.place(*point)) for point in die.polygon)


def test_a_heap_of_dice_is_shown_in_the_picture_alone() -> None:
    dice = tuple(die_at(60 + 90 * i, 100) for i in range(MOST_CLOSE_UPS + 1))
    _, closer = views((1280, 960), dice, pygame.Rect(0, 0, 480, 220), 6)
    assert closer == ()


def test_a_die_that_the_eye_could_not_tell_is_counted_with_a_question_mark(stage: Stage, refuted: RevealScene) -> None:
    picture = refuted.photographs[0]
    pixels = []
    for serial, face in enumerate((6, None)):
        dice = (SampleDie(face, picture.dice[1].polygon, picture.dice[1].pips),)
        stage.show(replace(refuted, serial=70 + serial, photographs=(replace(picture, dice=dice),)))
        stage.tick(0.0)
        stage.tick(60.0)
        assert stage.picture is not None
        pixels.append(rgb(stage.picture.parts["close-up 0.0"]))
    assert not np.array_equal(pixels[0], pixels[1])


def test_a_picture_without_dice_is_shown_whole() -> None:
    cut = crop((640, 480), (), pygame.Rect(0, 0, 400, 200))
    assert cut.source.size == (640, 480)
    assert cut.target.height == 200


def test_the_lid_lies_over_the_dice_until_the_dark_has_fallen(stage: Stage, scenes: dict[str, Scene]) -> None:
    """Whatever the photograph shows, nothing of it is seen before the lid goes up; and at the end the lid is gone."""
    told = scenes["reveal-refuted"]
    assert isinstance(told, RevealScene)
    other = replace(told, serial=99, photographs=(box_games.photograph(Kit(stage.size), (4, 4), 9),))
    early, late = [], []
    for scene in (told, other):
        stage.show(scene)
        stage.tick(0.0)
        for moment in (0.1, 0.3, timeline(scene).photograph - 0.02):
            stage.tick(moment)
            early.append(rgb())
        stage.tick(60.0)
        late.append(rgb())
    assert all(np.array_equal(first, second) for first, second in zip(early[:3], early[3:], strict=True))
    assert not np.array_equal(late[0], late[1])
    assert stage.picture is not None
    lid = stage.picture.parts["photograph 0"]
    assert np.abs(early[1] - late[0])[lid.top : lid.bottom, lid.left : lid.right].mean() > 20


def test_what_the_eye_read_stands_beside_a_die_whose_pips_it_did_not_find(stage: Stage, refuted: RevealScene) -> None:
    """Otherwise nobody could see what the verdict rests on."""
    (photograph,) = refuted.photographs
    pictures = []
    for serial, face in enumerate((4, 5, None), start=70):
        first, *others = photograph.dice
        bare = replace(photograph, dice=(SampleDie(face, first.polygon, ()), *others))
        stage.show(replace(refuted, serial=serial, photographs=(bare,)))
        stage.tick(0.0)
        stage.tick(60.0)
        assert stage.picture is not None
        pictures.append(rgb(stage.picture.parts["close-up 0.0"]))
    assert not np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])
