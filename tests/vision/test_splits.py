"""The three-way split: no throw in two parts, and no training picture in the test part."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.evaluation.labelled import LabelledPicture
from vision.evaluation.splits import (
    Entry,
    Split,
    difference_hashes,
    load,
    main,
    near_duplicates,
    select,
    split,
    was_trained_on,
)

LISTED = load()


def test_the_list_keeps_throws_together_and_training_pictures_out_of_the_test() -> None:
    parts: dict[str, set[Split]] = {}
    for entry in LISTED.values():
        parts.setdefault(entry.throw, set()).add(entry.part)
        assert (entry.part is Split.TRAINING) == was_trained_on(Path(entry.file))
    assert all(Split.TEST not in found or found == {Split.TEST} for found in parts.values())
    counts = [sum(entry.part is part for entry in LISTED.values()) for part in Split]
    assert min(counts) > 150
    assert {entry.table for entry in LISTED.values() if entry.part is Split.TEST} >= {"renders", "carpet_damiantab"}


def test_the_split_depends_on_the_names_alone() -> None:
    paths = [Path("photos/crops_green_matheus") / f"{k}.png" for k in range(40)]
    each = [split([path])[0] for path in paths]
    assert {entry.part for entry in each} == {Split.DEVELOPMENT, Split.TEST}
    assert [split([path])[0] for path in paths] == each
    assert len({entry.part for entry in split(paths)}) == 1, "one throw, one part"


def test_a_training_picture_keeps_its_throw_out_of_the_test() -> None:
    trained_on, held_out = Path("photos/arena_burak/11.jpg"), Path("photos/arena_burak/18.jpg")
    assert (was_trained_on(trained_on), was_trained_on(held_out)) == (True, False)
    assert [entry.part for entry in split([trained_on, held_out])] == [Split.TRAINING, Split.DEVELOPMENT]


def picture(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    clouds = np.random.default_rng(seed).normal(128, 40, (12, 16))
    return np.asarray(cv2.resize(clouds, (320, 240), interpolation=cv2.INTER_CUBIC).clip(0, 255), np.uint8)


def test_near_duplicates_may_differ_in_light_rotation_and_mirroring() -> None:
    one = difference_hashes(picture(1))
    darker = np.asarray(picture(1) * 0.6 + 10, np.uint8)
    for other in (darker, np.rot90(picture(1)), picture(1)[:, ::-1]):
        assert near_duplicates(one, difference_hashes(np.ascontiguousarray(other)))
    assert not near_duplicates(one, difference_hashes(picture(2)))


def test_pictures_of_one_throw_are_listed_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "crops_green_matheus"
    table.mkdir()
    rows = ["file,n_dice,faces"]
    for name, seed, faces in (("a", 1, "2 5"), ("b", 1, "2 5"), ("c", 2, "2 5"), ("d", 1, "3 3")):
        cv2.imwrite(str(table / f"{name}.png"), picture(seed))
        rows.append(f"{name}.png,2,{faces}")
    (table / "truth.csv").write_text("\n".join(rows), encoding="utf-8")
    assert main([str(tmp_path), "--out", str(tmp_path / "splits.csv")]) == 0
    listed = load(tmp_path / "splits.csv")
    throws = {entry.file[-5]: entry.throw for entry in listed.values()}
    assert throws["a"] == throws["b"]
    assert len(set(throws.values())) == 3
    assert "of 3 throws" in capsys.readouterr().out
    chosen = [LabelledPicture("t", table / f"{name}.png", ()) for name in "abcx"]
    assert sum(len(select(chosen, part, listed)) for part in Split) == 3, "x is not listed"
    assert main([str(tmp_path / "none")]) == 2


def test_the_table_of_an_entry_is_its_folder() -> None:
    assert Entry("arena_burak/18.jpg", "arena_burak/18.jpg", Split.TEST).table == "arena_burak"
