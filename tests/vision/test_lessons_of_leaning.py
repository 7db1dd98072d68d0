"""What the judge of leaning dice learns from."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import cocked
from vision.training.floors import NoiseBank
from vision.training.scenes import Scene, draw_scene
from vision.training.shards import Library
from vision.training.solids import Fault, Floats, box_camera, throw

FEWER = 64
"""A side of a network that sees fewer pixels than its teacher."""

FLAT = np.array([(100.0, 100), (150, 100), (150, 150), (100, 150)])


def alone(away: float, image: NDArray[np.uint8] | None = None) -> Scene:
    """Returns a scene with one flat die, so far on the right of the axis."""
    seen = np.zeros((256, 256, 3), np.uint8) if image is None else image
    return Scene(seen, np.zeros((64, 64), np.uint8), ((FLAT, 3),), np.array((125.0 - away, 125.0, 300.0)))


def test_the_judge_of_leaning_learns_from_a_teacher_who_sees_the_same_dice_with_more_pixels() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.train_cocked import batches  # noqa: PLC0415

    rng = np.random.default_rng(7)
    bank = NoiseBank(rng)
    drawn = [draw_scene(rng, bank, hands=0.0, aslant=0.5, straight=True) for _ in range(4)]

    class Again:
        def deal(self) -> Scene:
            return drawn[int(rng.integers(len(drawn)))]

    seen, due = next(batches(Again(), rng, (FEWER, cocked.SIDE)))
    assert due.leans.mean() == 0.5
    assert seen.shape[2:] == (FEWER, FEWER)
    assert due.shown.shape == (len(seen), 5, cocked.SIDE, cocked.SIDE)
    for small, large in zip(seen.numpy(), due.shown.numpy(), strict=True):
        smaller = cv2.resize(large[0], (FEWER, FEWER), interpolation=cv2.INTER_AREA)
        assert np.corrcoef(small[0].ravel(), smaller.ravel())[0, 1] > 0.9
    wide, due = next(batches(Again(), rng, (cocked.SIDE,)))
    assert wide is due.shown, "nothing more is made where there is no teacher"


def test_cocked_dice_lean_away_from_the_camera_as_often_as_is_asked_for() -> None:
    rng = np.random.default_rng(5)
    # Some are pushed to another die at last, and lean elsewhere from there.
    for outwards, least, most in ((1.0, 0.85, 1.0), (0.0, 0.3, 0.7)):
        away = []
        for _ in range(40):
            camera = box_camera(rng, 256)
            for die in throw(rng, camera, 256, np.zeros(3, np.float32), aslant=1.0, outwards=outwards):
                # Those upon others have no wall behind them.
                if die.fault is Fault.COCKED and die.corners[:, 2].min() < 1e-6:
                    away.append(float(die.axes[:2, 2] @ die.corners[:, :2].mean(0)) > 0)
        assert len(away) > 40
        assert least <= np.mean(away) <= most


def test_shards_hold_dice_that_lean_away_from_the_camera_where_their_command_asks_for_it(tmp_path: Path) -> None:
    def top(outwards: str) -> float:
        """Returns how large the top faces of the leaning dice are seen on average, in pixels."""
        folder = tmp_path / outwards
        asked = ("--seed", "4", "--shards", "1", "--scenes", "12", "--hands", "0", "--aslant", "1", "--straight")
        command = (sys.executable, "-m", "vision.training.shards", str(folder), *asked, "--outwards", outwards)
        subprocess.run(command, check=True, capture_output=True)
        library = Library((folder,), np.random.default_rng(0))
        faces = [face for _ in range(12) for face in library.deal().faces]
        return float(np.mean([cv2.contourArea(quad.astype(np.float32)) for quad, of in faces if of == Fault.COCKED]))

    assert top("1") < 0.75 * top("0"), "what leans away shows its top the less"


def test_of_a_leaning_die_the_judge_learns_from_any_face_of_a_flat_one_from_its_top() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.train_cocked import found  # noqa: PLC0415

    def face(x: float, y: float) -> Floats:
        return np.asarray(np.array([(0, 0), (40, 0), (40, 40), (0, 40)]) + np.array((x, y)))

    flat, leaning, covered = face(30, 30), face(120, 120), face(20, 180)
    beside, beyond = face(185, 150), face(230, 60)
    faces = (
        *((flat, 3), (face(30, 70), 0), (leaning, Fault.COCKED), (face(160, 120), 0)),
        *((covered, Fault.COVERED), (beside, 4), (beyond, Fault.COCKED)),
    )
    scene = Scene(np.zeros((256, 256, 3), np.uint8), np.zeros((64, 64), np.uint8), faces, np.array((128.0, 128, 300)))
    rng = np.random.default_rng(3)
    for outline, due in (
        (flat, False),
        (face(30, 75), None),
        (leaning, True),
        (face(160, 120), True),
        (face(140, 122), True),
        (covered, None),
        (face(200, 20), None),
        (face(170, 135), None),
        (beyond, None),
    ):
        told = [leans for _, leans in found(rng, scene, [outline])]
        assert told == ([] if due is None else [due])


def test_the_judge_of_leaning_learns_from_no_die_that_lies_beyond_the_frame() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.train_cocked import Eye, dice  # noqa: PLC0415

    eye, learned = Eye(), []
    for away in (0.0, 250.0, 600.0):
        learned.append(sum(len(list(dice(np.random.default_rng(seed), alone(away), eye, [16]))) for seed in range(60)))
    # Through a long lens the frame is narrow.
    assert learned[0] > 1.3 * learned[1] > learned[2] == 0


def test_the_judge_of_leaning_learns_from_flat_dice_as_if_the_camera_were_behind_them_where_a_side_is_seen() -> None:
    pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
    from vision.training.train_cocked import BEHIND, Eye, dice  # noqa: PLC0415

    # Only the ground beyond the die's far side is bright: that is on the right of a patch, as the axis is on its left.
    image = np.zeros((256, 256, 3), np.uint8)
    image[:, 152:] = 200
    eye = Eye()
    for away, behind in ((30.0, 0.0), (120.0, BEHIND)):
        scene = alone(away, image)
        seen = [one for seed in range(300) for one in dice(np.random.default_rng(seed), scene, eye, [80])]
        assert np.mean([one.leans for one in seen]) == pytest.approx(behind, abs=0.1)
        for one in seen:
            left, right = one.patches[80][0, 20:60, 2:10].mean(), one.patches[80][0, 20:60, 70:78].mean()
            assert (left > right) == one.leans
