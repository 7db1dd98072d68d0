"""The accuracy table, and the accuracy on the available photographs."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.vision.drawing import Drawn, draw, ground
from vision.evaluation.accuracy import evaluate_pictures, main, wilson_interval
from vision.evaluation.goals import cameras, read_picture
from vision.evaluation.labelled import LabelledPicture, Outcome, find_labelled
from vision.reader import Reader
from vision.reading import Reading, Reason

DATA = Path(__file__).parents[2].parent / "shared" / "data"
PHOTOS = DATA / "photos"
BOX_SETS = (
    *("pitray_kingjacker", "arena_burak", "carpet_damiantab", "shadow_tomek"),
    *("dark_wiktoria", "glass_tai", "vignette_rune55"),
)

OVERHEAD_SETS = ("pitray_kingjacker", "carpet_damiantab", "shadow_tomek", "dark_wiktoria", "vignette_rune55")
"""Those of uncropped pictures from straight above with square pixels."""


def reading(faces: tuple[int, ...] | None, reason: Reason | None = None) -> Reading:
    return Reading(faces, reason, 1.0, (), 1.0)


class TestOutcomes:
    plain = LabelledPicture("set", Path("a.jpg"), (2, 5))
    bare = LabelledPicture("set", Path("a.jpg"), (), expected_reason=Reason.EMPTY, readable=False)
    cocked = LabelledPicture("set", Path("a.jpg"), (2, 5), expected_reason=Reason.COCKED, readable=False, expect=2)
    coin = LabelledPicture("set", Path("a.jpg"), (2, 5), expected_reason=Reason.FOREIGN_OBJECT, readable=True, expect=2)
    murky = LabelledPicture("set", Path("a.jpg"), (2, 5), legible=False, expect=2)

    def test_only_a_reading_of_exactly_the_true_faces_is_right(self) -> None:
        assert self.plain.outcome_of(reading((2, 5))) is Outcome.RIGHT
        assert self.plain.outcome_of(reading((2, 4))) is Outcome.WRONG
        assert self.plain.outcome_of(reading((2,))) is Outcome.WRONG
        assert self.plain.outcome_of(reading(None, Reason.UNCLEAR)) is Outcome.ABSTAINED

    def test_on_an_empty_table_only_empty_is_right(self) -> None:
        assert self.bare.outcome_of(reading(None, Reason.EMPTY)) is Outcome.RIGHT
        assert self.bare.outcome_of(reading(None, Reason.UNCLEAR)) is Outcome.ABSTAINED
        assert self.bare.outcome_of(reading((1,))) is Outcome.WRONG

    def test_if_an_abstention_is_expected_any_reading_is_wrong(self) -> None:
        assert self.cocked.outcome_of(reading(None, Reason.UNCLEAR)) is Outcome.RIGHT
        assert self.cocked.outcome_of(reading((2, 5))) is Outcome.WRONG

    def test_dice_beside_a_coin_may_be_read(self) -> None:
        assert self.coin.outcome_of(reading((2, 5))) is Outcome.RIGHT
        assert self.coin.outcome_of(reading((1, 2, 5))) is Outcome.WRONG

    def test_an_abstention_on_an_illegible_picture_is_right(self) -> None:
        assert self.murky.outcome_of(reading(None, Reason.UNCLEAR)) is Outcome.RIGHT
        assert self.murky.outcome_of(reading((2, 4))) is Outcome.WRONG


def test_wilsons_interval_has_its_published_values() -> None:
    low, high = wilson_interval(8, 10)
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-3)
    assert wilson_interval(0, 100)[0] == 0.0


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    photographs = tmp_path / "mine"
    photographs.mkdir()
    cv2.imwrite(str(photographs / "two.png"), draw([Drawn(3, (400, 380), 130, 20), Drawn(5, (850, 600), 130, 60)]))
    cv2.imwrite(str(photographs / "lie.png"), draw([Drawn(4, (500, 420), 130, 20)]))
    cv2.imwrite(str(photographs / "bare.png"), ground())
    (photographs / "truth.csv").write_text(
        "file,n_dice,faces,boxes,view,notes\ntwo.png,2,3 5,,top,\nlie.png,1,6,,top,\nbare.png,0,,,top,\n", "utf-8"
    )
    return tmp_path


def test_a_folder_of_photographs_is_counted(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(labelled), "--failures"]) == 0
    shown = capsys.readouterr().out
    total = next(line for line in shown.splitlines() if line.startswith("total"))
    assert total.split()[1:3] == ["3", "2"]
    failures = [line for line in shown.splitlines() if line.startswith("wrong")]
    assert len(failures) == 1
    assert "lie.png" in failures[0]


def test_the_number_of_dice_of_photographs_can_be_passed_to_the_reader(
    labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (labelled / "mine" / "truth.csv").write_text("file,n_dice,faces\nlie.png,2,4 4\nbare.png,0,\n", "utf-8")
    shown = []
    for options in ([], ["--expect"]):
        assert main([str(labelled), "--failures", *options]) == 0
        shown.append([line for line in capsys.readouterr().out.splitlines() if ".png" in line])
    assert [len(failures) for failures in shown] == [1, 1]
    assert shown[0][0].startswith("wrong")
    assert shown[1][0].startswith("abstained")
    assert "too-few" in shown[1][0]


def test_contact_sheets_of_the_failures_are_written(labelled: Path, tmp_path: Path) -> None:
    assert main([str(labelled), "--sheet", str(tmp_path / "sheets")]) == 0
    assert [path.name for path in (tmp_path / "sheets").iterdir()] == ["failures-01.png"]


def test_renders_are_counted_by_profile_and_read_with_their_number_of_dice(tmp_path: Path) -> None:
    plain = {"file": "a.png", "profile": "easy", "expect": "read", "reason": "", "faces": [4], "expected_dice": 1}
    alone = {"file": "b.png", "profile": "abstain", "expect": "abstain", "reason": "one_die", "faces": None}
    rows: list[dict[str, Any]] = [plain | {"dice": []}, alone | {"dice": [{"value": 4}], "expected_dice": 2}]
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    for row in rows:
        cv2.imwrite(str(tmp_path / row["file"]), draw([Drawn(4, (500, 420), 130, 20)]))
    judged = list(evaluate_pictures(find_labelled(tmp_path), Reader()))
    assert {one.labelled.group.split(": ")[1] for one in judged} == {"easy", "abstain"}
    assert [one.outcome for one in judged] == [Outcome.RIGHT, Outcome.RIGHT]
    assert {one.reading.reason for one in judged} == {None, Reason.TOO_FEW}


def test_a_folder_without_truth_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    shown = capsys.readouterr().err
    assert "truth.csv" in shown
    assert len(shown.splitlines()) == 1


@pytest.mark.skipif(not (DATA / "renders2").is_dir(), reason="the labelled renders are not in ../shared/data")
@pytest.mark.parametrize("name", ["renders2/lean_0005.jpg", "renders/box_012.jpg"])
def test_a_leaning_die_is_given_as_the_reason(name: str) -> None:
    """The first one leans on a pencil, which only the second pass shows; the other's value is not quite certain."""
    found = Reader().read(read_picture(DATA / name), 2, camera=cameras(DATA)[name])
    assert found.reason is Reason.COCKED
    assert sum(die.face is None for die in found.dice) == 1


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not at ../shared/data/photos")
def test_photographs_like_those_of_the_box_reach_the_required_accuracy() -> None:
    pictures = [picture for name in BOX_SETS for picture in find_labelled(PHOTOS / name)]
    # Every sixth of them, for time; `python -m vision.evaluation.accuracy` reads all.
    outcomes = [one.outcome for one in evaluate_pictures(pictures[::6], Reader())]
    assert outcomes.count(Outcome.RIGHT) >= 0.75 * len(outcomes)
    assert outcomes.count(Outcome.WRONG) == 0


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not at ../shared/data/photos")
def test_overhead_photographs_are_also_read_with_their_number_of_dice() -> None:
    """With a number of dice, they are treated like pictures of the box, and flat dice must not count as leaning."""
    pictures = [one for name in OVERHEAD_SETS for one in find_labelled(PHOTOS / name, held_out=True) if one.faces]
    numbered = [replace(one, expect=len(one.faces)) for one in pictures]
    outcomes = [one.outcome for one in evaluate_pictures(numbered, Reader())]
    assert len(outcomes) > 50
    assert outcomes.count(Outcome.WRONG) == 0
    assert outcomes.count(Outcome.RIGHT) > 0.9 * len(outcomes)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not at ../shared/data/photos")
def test_coloured_dice_in_oblique_views_are_read_and_none_wrongly() -> None:
    pictures = find_labelled(PHOTOS / "oblique_skovy", held_out=True)
    outcomes = [one.outcome for one in evaluate_pictures(pictures, Reader())]
    assert outcomes.count(Outcome.RIGHT) >= 0.75 * len(outcomes)
    assert outcomes.count(Outcome.WRONG) == 0
