"""Labelled pictures: folders of photographs or renders with their truth, and what a reading of one is worth.

A folder holds `truth.csv` (`file, n_dice, faces, boxes`) or `truth.jsonl` (renders, counted per profile), or has
subfolders that do. Photographs are read without being told the number of dice; renders are told `expected_dice`, as
the box is.
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
"""The reason due for a render's `reason`; all of `foreign-…` are a foreign object."""

HARMLESS = ("foreign-coin", "foreign-pebble", "foreign-button")
"""Objects beside plain dice: reading the dice rightly is right too."""


def is_held_out(path: Path) -> bool:
    """Whether no network learned from this picture: the half whose names (folder/file) have an odd CRC-32.

    >>> is_held_out(Path("photos/arena_burak/11.jpg")), is_held_out(Path("photos/arena_burak/18.jpg"))
    (False, True)
    """
    return zlib.crc32(f"{path.parent.name}/{path.name}".encode()) % 2 == 1


class Outcome(Enum):
    """What a reading is worth."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True)
class LabelledPlace:
    """Where a die lies (left, top, right, bottom in pixels) and its face; None where nobody should read it."""

    box: tuple[float, float, float, float]
    face: int | None


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture and its truth: the faces, or the reason for which it must not be read."""

    group: str
    path: Path
    faces: tuple[int, ...]
    due: Reason | None = None
    legible: bool = True
    readable: bool = True
    expect: int | None = None
    places: tuple[LabelledPlace, ...] | None = None
    """Where the dice lie, where that is known."""

    def judge(self, reading: Reading) -> Outcome:
        """Returns what a reading of this picture is worth."""
        if reading.faces is not None:
            return Outcome.RIGHT if self.readable and reading.faces == self.faces else Outcome.WRONG
        if self.due is Reason.EMPTY and self.expect is None:
            return Outcome.RIGHT if reading.reason is Reason.EMPTY else Outcome.ABSTAINED
        return Outcome.RIGHT if self.due is not None or not self.legible else Outcome.ABSTAINED


def _photographs(table: Path) -> Iterator[LabelledPicture]:
    with table.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            faces = tuple(sorted(int(face) for face in row["faces"].split()))
            due = Reason.EMPTY if row["n_dice"].strip() == "0" else None
            places = tuple(map(_box, row["boxes"].split(";"))) if row.get("boxes") else () if due else None
            path = table.parent / row["file"]
            yield LabelledPicture(table.parent.name, path, faces, due, readable=due is None, places=places)


def _box(text: str) -> LabelledPlace:
    """Returns the place written as `face:x,y,width,height`."""
    face, numbers = text.split(":")
    x, y, width, height = map(float, numbers.split(","))
    return LabelledPlace((x, y, x + width, y + height), int(face))


def _renders(folder: Path, truth: dict[str, Any]) -> Iterator[LabelledPicture]:
    """Yields the pictures of one line: of a burst all frames, and those by each lamp channel."""
    frames = [*truth.get("frames", ()), *truth.get("extra_frames", ())]
    for file in [frame["file"] for frame in frames] or [truth["file"]]:
        yield _render(folder, {**truth, "file": file})


def _render(folder: Path, truth: dict[str, Any]) -> LabelledPicture:
    reason = str(truth["reason"])
    due = None
    if truth["expect"] == "abstain":
        due = Reason.FOREIGN_OBJECT if reason.startswith("foreign") else RENDER_REASONS[reason]
    faces = truth["faces"] or [die["value"] for die in truth["dice"]]
    return LabelledPicture(
        group=f"{folder.name}: {truth['profile']}",
        path=folder / truth["file"],
        faces=tuple(sorted(faces)),
        due=due,
        legible=truth.get("legible") is not False,
        readable=due is None or reason in HARMLESS,
        expect=int(truth["expected_dice"]),
        places=tuple(map(_rendered, truth["dice"])),
    )


WHOLE = 0.9
"""A rendered die of which less than this share lies in the picture is nobody's to read."""


def _rendered(die: dict[str, Any]) -> LabelledPlace:
    corners = die.get("top_poly") or [(-1.0, -1.0)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    readable = die.get("flat", True) and die.get("inside", 1.0) > WHOLE
    return LabelledPlace((min(xs), min(ys), max(xs), max(ys)), int(die["value"]) if readable else None)


def find_labelled(folder: Path, held_out: bool = False) -> list[LabelledPicture]:
    """Returns the labelled pictures of a folder or of its subfolders; raises FileNotFoundError if there are none.

    With `held_out` only those that no network learned from.
    """
    found: list[LabelledPicture] = []
    for place in (folder, *sorted(p for p in folder.iterdir() if p.is_dir())) if folder.is_dir() else ():
        if (place / "truth.csv").is_file():
            found += _photographs(place / "truth.csv")
        if (place / "truth.jsonl").is_file():
            lines = (place / "truth.jsonl").read_text(encoding="utf-8").splitlines()
            renders = [one for line in lines if line for one in _renders(place, json.loads(line))]
            found += sorted(renders, key=lambda one: one.group)
    if held_out:
        found = [one for one in found if is_held_out(one.path)]
    if not found:
        raise FileNotFoundError(
            f"{folder} has no truth.csv or truth.jsonl, nor has a folder in it: name another folder"
        )
    return found
