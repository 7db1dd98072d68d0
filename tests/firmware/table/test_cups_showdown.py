"""The showdown of a game with cups (RULES.md §5): all dice are laid under the camera and counted."""

from pathlib import Path

from display.scene import RevealScene, TableScene
from firmware.journal.observation import Observation, SeenDie
from firmware.rules.claims import Hands
from firmware.rules.events import Verdict
from firmware.rules.message import literal
from tests.firmware.evening import scene_of, unsure
from tests.firmware.table.cups_evening import BASE, ILDHAFN, H, begun, decided, few, laying, tell


def test_the_box_leads_through_the_laying_seat_by_seat_and_counts_along(tmp_path: Path) -> None:
    evening = begun(tmp_path, ILDHAFN)
    evening.press("dial")
    evening.bid(4, 5)
    evening.press("challenge")
    first = scene_of(evening.table)
    assert isinstance(first, TableScene)
    assert (first.who, first.what) == ("Astrid", "Lay five dice")
    evening.lay(*H[0])
    second = scene_of(evening.table)
    assert isinstance(second, TableScene)
    assert (second.who, second.claim_by) == ("Bjorn", "Astrid bids")
    assert second.photograph is not None
    assert second.photograph.caption == "Astrid · 2 so far"
    assert second.photograph is not None
    assert [die.face for die in second.photograph.dice] == [5, 5], "only what counts is marked"
    evening.lay(*H[1])
    assert decided(evening).last.actual == 4
    assert [item.seat for item in evening.table.active_session.reveal_photographs] == [0, 1]


def test_the_number_of_dice_must_be_what_the_seat_holds(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    evening.press("dial")
    evening.bid(4, 5)
    evening.press("challenge")
    evening.lay(*H[0])
    evening.lay(seen=few(4))
    assert evening.notice == "I see four dice, but Bjorn holds five dice."
    assert laying(evening).seat == 1
    evening.lay(*H[1])
    assert decided(evening)


def test_dice_that_the_camera_cannot_read_are_laid_again_or_told_by_the_dial(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"result": "lose_die"})
    evening.press("dial")
    evening.bid(4, 4)
    evening.press("challenge")
    evening.lay(seen=unsure("One die leans", "cocked"))
    assert evening.notice == "Astrid, put them down again: One die leans.", "nobody is to shake them now"
    for face in H[0]:
        tell(evening, face)
    assert laying(evening).seat == 1
    tell(evening, 6)
    evening.press("challenge")
    for face in H[1]:
        tell(evening, face)
    assert decided(evening).last.verdict is Verdict.UPHELD
    assert evening.stock == (5, 4)


def test_a_round_that_nobody_could_judge_shows_whose_dice_were_laid_and_which_count(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE, seats=3)
    evening.press("dial")
    evening.bid(4, 5)
    evening.press("challenge")
    evening.lay(*H[0])
    evening.lay(*H[1])
    evening.press("claim")
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert [photograph.caption for photograph in scene.photographs] == ["Astrid", "Bjorn"]
    assert [die.face for die in scene.photographs[0].dice] == [5, 5]
    assert scene.claim_by.endswith(" bids")


def test_hands_that_differ_are_not_taken_for_moved_dice(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE, seats=3)
    evening.press("dial")
    evening.bid(4, 4)
    evening.press("challenge")
    evening.lay(*H[0])
    evening.lay(*H[1])
    evening.press("claim")
    assert not decided(evening).moved


def test_without_a_camera_all_dice_are_told_by_the_dial(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"dice": 2, "result": "lose_die"})
    evening.table.on_camera_lost(literal("no camera"))
    evening.press("dial")
    evening.bid(1, 4)
    evening.press("challenge")
    assert evening.offer("reveal").startswith("·")
    for face in (4, 2, 3, 3):
        tell(evening, face)
    assert evening.stock == (2, 1)


def test_many_dice_are_laid_in_portions(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"dice": 20, "result": "lose_die"})
    evening.press("dial")
    evening.bid(20, 4)
    evening.press("challenge")
    for portion, seat in ((12, 0), (8, 0), (12, 1), (8, 1)):
        mode = laying(evening)
        assert (mode.seat, mode.wanted) == (seat, portion)
        evening.lay(*[4] * portion)
    assert decided(evening).last.actual == 40


def spread(*faces: int) -> Observation:
    """An observation of dice that lie in this order from the left to the right."""
    dice = tuple(
        SeenDie(face, ((9 * x, 0), (9 * x + 8, 0), (9 * x + 8, 8), (9 * x, 8)), ((4, 4, 1),))
        for x, face in enumerate(faces)
    )
    return Observation(tuple(sorted(faces)), None, None, 0.99, tuple(reversed(dice)), b"photograph", 1.0)


def test_all_dice_may_be_laid_at_once_from_the_left_to_the_right(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"dice": 2, "result": "lose_die"}, seats=3)
    evening.press("dial")
    evening.bid(2, 4)
    evening.press("challenge")
    assert evening.offer("dial") == "All at once"
    evening.press("dial")
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert (scene.who, scene.what) == ("Everybody", "Lay all six dice")
    evening.lay(seen=few(5))
    assert evening.notice == "I see five dice, but together you hold six dice."
    evening.lay(seen=spread(4, 1, 6, 6, 2, 4))
    last = decided(evening).last
    assert last.revealed == Hands(((1, 4), (6, 6), (2, 4)))
    assert last.actual == 2
    assert evening.stock == (2, 1, 2)


def test_one_may_go_back_to_laying_seat_by_seat(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"dice": 2})
    evening.press("dial")
    evening.bid(2, 4)
    evening.press("challenge", "dial", "dial")
    assert not laying(evening).together
    evening.lay(4, 4)
    assert evening.offer("dial").startswith("·"), "now it goes on seat by seat"


def test_many_dice_are_not_laid_at_once(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"dice": 7})
    evening.press("dial")
    evening.bid(2, 4)
    evening.press("challenge")
    assert evening.offer("challenge") == "·Take one back"
