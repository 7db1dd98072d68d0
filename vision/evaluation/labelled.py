"""Labelled pictures: folders of photographs or renders with their ground truth, and the outcome of a reading.

A folder holds `truth.csv` (`file, n_dice, faces, boxes`) or `truth.jsonl` (renders, counted by profile), or has
subfolders that do. Photographs are read without the number of dice; renders with `expected_dice`, as in the box.
"""

import csv
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from vision.reading import Reading, Reason

RENDER_REASONS = {
    "stacked": Reason.STACKED,
    "cocked": Reason.COCKED,
    "empty": Reason.EMPTY,
    "partial": Reason.CUT_OFF,
    "moving": Reason.MOVING,
    "one_die": Reason.TOO_FEW,
}
"""The expected reason by the `reason` of a render; every `foreign-…` is a foreign object."""

HARMLESS_OBJECTS = ("foreign-coin", "foreign-pebble", "foreign-button")
"""Objects that do not occlude the dice: a correct reading is right as well."""


def is_held_out(path: Path) -> bool:
    """Whether no network was trained on this picture: the half of the names (folder/file) with an odd CRC-32.

    >>> is_held_out(Path("photos/arena_burak/11.jpg")), is_held_out(Path("photos/arena_burak/18.jpg"))
    (False, True)
    """
    return zlib.crc32(f"{path.parent.name}/{path.name}".encode()) % 2 == 1


class Outcome(Enum):
    """The outcome of a reading."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True)
class LabelledPlace:
    """The bounding box of a die (left, top, right, bottom in pixels) and its value, None if it is unreadable."""

    box: tuple[float, float, float, float]
    face: int | None


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture and its truth: the faces, or the reason for which it must not be read.

    A reading counts as right only if the picture is `readable`; an abstention is accepted if it is not `legible`.
    `expect` is the number of dice that is passed to the reader.
    """

    group: str
    path: Path
    faces: tuple[int, ...]
    expected_reason: Reason | None = None
    legible: bool = True
    readable: bool = True
    expect: int | None = None
    places: tuple[LabelledPlace, ...] | None = None
    """The dice in the picture, if their places are known."""

    def outcome_of(self, reading: Reading) -> Outcome:
        """Returns the outcome of a reading of this picture."""
        if reading.faces is not None:
            return Outcome.RIGHT if self.readable and reading.faces == self.faces else Outcome.WRONG
        if self.expected_reason is Reason.EMPTY and self.expect is None:
            return Outcome.RIGHT if reading.reason is Reason.EMPTY else Outcome.ABSTAINED
        return Outcome.RIGHT if self.expected_reason is not None or not self.legible else Outcome.ABSTAINED


def _photographs(table: Path) -> Iterator[LabelledPicture]:
    with table.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            faces = tuple(sorted(int(face) for face in row["faces"].split()))
            expected_reason = Reason.EMPTY if row["n_dice"].strip() == "0" else None
            places = tuple(map(_box, row["boxes"].split(";"))) if row.get("boxes") else () if expected_reason else None
            path = table.parent / row["file"]
            yield LabelledPicture(
                table.parent.name, path, faces, expected_reason, readable=expected_reason is None, places=places
            )


def _box(text: str) -> LabelledPlace:
    """Parses a place written as `face:x,y,width,height`."""
    face, numbers = text.split(":")
    x, y, width, height = map(float, numbers.split(","))
    return LabelledPlace((x, y, x + width, y + height), int(face))


def _renders(folder: Path, truth: dict[str, Any]) -> Iterator[LabelledPicture]:
    """Yields the pictures of one line: all frames of a burst, and those by single lamp channels."""
    frames = [*truth.get("frames", ()), *truth.get("extra_frames", ())]
    for file in [frame["file"] for frame in frames] or [truth["file"]]:
        yield _render(folder, {**truth, "file": file})


def _render(folder: Path, truth: dict[str, Any]) -> LabelledPicture:
    reason = str(truth["reason"])
    expected_reason = None
    if truth["expect"] == "abstain":
        expected_reason = Reason.FOREIGN_OBJECT if reason.startswith("foreign") else RENDER_REASONS[reason]
    faces = truth["faces"] or [die["value"] for die in truth["dice"]]
    return LabelledPicture(
        group=f"{folder.name}: {truth['profile']}",
        path=folder / truth["file"],
        faces=tuple(sorted(faces)),
        expected_reason=expected_reason,
        legible=truth.get("legible") is not False,
        readable=expected_reason is None or reason in HARMLESS_OBJECTS,
        expect=int(truth["expected_dice"]),
        places=tuple(map(_place_of_die, truth["dice"])),
    )


MIN_VISIBLE_SHARE = 0.9
"""Share of a rendered die that must be inside the picture for it to be readable."""


def _place_of_die(die: dict[str, Any]) -> LabelledPlace:
    corners = die.get("top_poly") or [(-1.0, -1.0)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    readable = die.get("flat", True) and die.get("inside", 1.0) > MIN_VISIBLE_SHARE
    return LabelledPlace((min(xs), min(ys), max(xs), max(ys)), int(die["value"]) if readable else None)


def find_labelled(folder: Path, held_out: bool = False) -> list[LabelledPicture]:
    """Returns the labelled pictures of a folder or its subfolders; raises FileNotFoundError if there are none.

    With `held_out`, only those on which no network was trained.
    """
    found: list[LabelledPicture] = []
    for subfolder in (folder, *sorted(p for p in folder.iterdir() if p.is_dir())) if folder.is_dir() else ():
        if (subfolder / "truth.csv").is_file():
            found += _photographs(subfolder / "truth.csv")
        if (subfolder / "truth.jsonl").is_file():
            lines = (subfolder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
            renders = [one for line in lines if line for one in _renders(subfolder, json.loads(line))]
            found += sorted(renders, key=lambda one: one.group)
    if held_out:
        found = [one for one in found if is_held_out(one.path)]
    if not found:
        raise FileNotFoundError(
            f"{folder} has no truth.csv or truth.jsonl, nor has a folder in it: name another folder"
        )
    return found
