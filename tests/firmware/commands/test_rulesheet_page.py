"""The rule sheet as a picture: one page, nothing beyond its edge, nothing over anything else."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from firmware.commands.games.page import FIELD, INK, PAPER, SIZE, SMALLEST, Page, PageError, draw_page, paper_kit

from firmware.rules.options import OptionValue
from firmware.rulesheet.as_text import sheet_text
from firmware.rulesheet.sheet import rule_sheet
from firmware.rulesheet.wording import Wording
from tests.firmware.commands.test_games import complaint, meierbox
from tests.firmware.rulesheet.test_rulesheet import CHANGES, TRANSLATED

KIT = paper_kit()
AS_WRITTEN = [(name, options) for name, options in CHANGES if not options or "preset" in options]


def overlapping(page: Page) -> list[str]:
    """What lies over a text: other texts by their ink, and pieces."""
    found = []
    for number, label in enumerate(page.labels):
        others = [other for other in page.labels[number + 1 :] if other.ink.colliderect(label.ink)]
        found += [f"{label.text} / {other.text}" for other in others]
        found += [f"{label.text} / {piece}" for piece in page.pieces if piece.colliderect(label.ink)]
    return found


def ink_outside(page: Page) -> int:
    """Counts the pixels between the field and the frame that are not white."""
    ring = FIELD.inflate(24, 24)
    shot = page.surface.copy()
    shot.fill(PAPER, FIELD)
    strip = shot.subsurface(ring)
    return ring.width * ring.height - pygame.mask.from_threshold(strip, PAPER, (1, 1, 1)).count()


@pytest.mark.parametrize(("name", "options"), CHANGES)
def test_everything_lies_within_the_page(name: str, options: dict[str, OptionValue]) -> None:
    page = draw_page(rule_sheet(name, options), KIT)
    assert page.surface.get_size() == SIZE
    assert [label.text for label in page.labels if not FIELD.contains(label.ink)] == []
    assert [piece for piece in page.pieces if not FIELD.contains(piece)] == []
    assert overlapping(page) == []
    assert ink_outside(page) == 0
    assert min(label.px for label in page.labels) >= round(SMALLEST * 0.86)
    assert all("".join(label.lines) == label.text for label in page.labels), "nothing is shortened"


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(("name", "options"), AS_WRITTEN)
def test_a_translated_page_holds_everything_too(name: str, options: dict[str, OptionValue], language: str) -> None:
    page = draw_page(rule_sheet(name, options, Wording(language)), KIT)
    assert [label.text for label in page.labels if not FIELD.contains(label.ink)] == []
    assert [piece for piece in page.pieces if not FIELD.contains(piece)] == []
    assert overlapping(page) == []
    assert ink_outside(page) == 0
    assert min(label.px for label in page.labels) >= round(SMALLEST * 0.86)
    assert all("".join(label.lines) == label.text for label in page.labels), "nothing is shortened"


@pytest.mark.parametrize(("name", "options"), AS_WRITTEN)
def test_the_picture_says_all_that_the_text_says(name: str, options: dict[str, OptionValue]) -> None:
    sheet = rule_sheet(name, options)
    drawn = " ".join(" ".join(label.text for label in draw_page(sheet, KIT).labels).split())
    parts = (*sheet.steps, *sheet.ending, sheet.aim, sheet.footer)
    assert [part for part in parts if part not in drawn] == []
    assert all(rung.name in drawn for rung in sheet.ladder)
    for rule in sheet.house:
        assert rule.label in drawn
        assert rule.value in drawn
    text = " ".join(sheet_text(sheet).split())
    assert [part for part in parts if part not in text.replace("- ", "-")] == []


def test_what_is_longer_than_a_page_is_refused() -> None:
    sheet = rule_sheet("viking", {})
    with pytest.raises(PageError, match="longer than a page"):
        draw_page(replace(sheet, steps=sheet.steps * 8), KIT)


def test_it_reads_in_black_and_white() -> None:
    """Letters are nearly black on white, and a die's pips stand out from its top by lightness alone."""
    assert max(INK) < 40
    assert min(PAPER) == 255
    page = draw_page(rule_sheet("viking", {}), KIT)
    die = next(piece for piece in page.pieces if piece.height > 30 and piece.width < piece.height)
    tones = [sum(page.surface.get_at((x, die.top + die.width // 2))[:3]) // 3 for x in range(die.left, die.right)]
    assert max(tones) - min(tones) > 150


def sheet(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return meierbox("games", "rules", *words, state=folder / "state", cwd=folder)


def test_the_text_goes_to_standard_output(tmp_path: Path) -> None:
    done = sheet("viking", "--option", "lives=3", "--option", "end=gambling", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == sheet_text(rule_sheet("viking", {"lives": 3, "end": "gambling"}))
    assert list(tmp_path.iterdir()) == [], "and leaves nothing behind"


def test_the_sheet_comes_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    done = sheet("mia", "--language", "de", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == sheet_text(rule_sheet("mia", {}, Wording("de")))
    assert done.stdout.startswith("MIA ODER MÄXCHEN")


def test_the_picture_goes_to_a_folder(tmp_path: Path) -> None:
    done = sheet("sympkyn-cups", "--preset", "ildhafn", "--format", "both", "--output", "sheets", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (tmp_path / "sheets" / "sympkyn-cups.txt").read_text("utf-8")
    assert pygame.image.load(tmp_path / "sheets" / "sympkyn-cups.png").get_size() == SIZE
    assert sorted(path.name for path in (tmp_path / "sheets").iterdir()) == ["sympkyn-cups.png", "sympkyn-cups.txt"]


def test_the_picture_alone_prints_nothing_but_where_it_is(tmp_path: Path) -> None:
    done = sheet("mia", "--format", "png", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "mia.png\n")
    assert (tmp_path / "mia.png").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], 'No game and no house rules are called "chess"'),
        (["viking", "--option", "lives"], "write it like lives=3"),
        (["viking", "--option", "lives=0"], 'cannot be "0"; it may be 1 to 99'),
        (["viking", "--preset", "ildhafn"], 'No preset is called "ildhafn"'),
        (["viking", "--format", "png", "--output", "letter"], "letter cannot be written"),
        (["viking", "--format", "png", "--output", "letter/x"], "letter/x cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "letter").write_text("a letter")
    done = sheet(*words, folder=tmp_path)
    assert done.returncode == 2
    assert said in complaint(done)
