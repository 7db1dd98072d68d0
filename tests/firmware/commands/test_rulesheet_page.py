"""The rule sheet as a picture, and `games rules`."""

from itertools import product
from pathlib import Path

import pygame
import pytest

from display.printing.paper import SIZE, paper_context
from display.printing.typesetter import typeset
from firmware.commands.games.sheet_page import sheet_document
from firmware.rules.games.registry import RULESETS
from firmware.rulesheet.as_text import sheet_text
from firmware.rulesheet.sheet import rule_sheet
from firmware.texts import Texts, languages
from tests.display.printing.layout_checks import layout_faults
from tests.firmware.commands.terminal import Done, meierbox
from tests.firmware.commands.test_games import complaint
from tests.firmware.rulesheet.sample_house_rules import AS_WRITTEN, CHANGES

KIT = paper_context()


@pytest.mark.parametrize("rules", RULESETS)
def test_every_sheet_fits_its_page(rules: str) -> None:
    english = [("en", options) for name, options in CHANGES if name == rules]
    translated = product(languages()[1:], (options for name, options in AS_WRITTEN if name == rules))
    for language, options in (*english, *translated):
        page = typeset(sheet_document(rule_sheet(rules, options), Texts(language).render), KIT)
        assert layout_faults(page) == [], (language, options)


def test_the_picture_says_all_that_the_text_says() -> None:
    for name, options in AS_WRITTEN:
        sheet = rule_sheet(name, options)
        drawn = " ".join(" ".join(label.text for label in typeset(sheet_document(sheet, str), KIT).labels).split())
        parts = [str(part) for part in (sheet.aim, *sheet.steps, *sheet.beats, *sheet.ending, sheet.footer)]
        assert [part for part in parts if part not in drawn] == []
        assert [rung.name for rung in sheet.ladder if rung.name not in drawn] == []
        for rule in sheet.house:
            assert str(rule.label) in drawn
            assert str(rule.value) in drawn
        text = " ".join(sheet_text(sheet, str).split()).replace("- ", "-")
        assert [part for part in parts if part not in text] == []


def sheet(*words: str, folder: Path) -> Done:
    return meierbox("games", "rules", *words, state=folder / "state", cwd=folder)


def test_the_text_goes_to_standard_output(tmp_path: Path) -> None:
    done = sheet("viking", "--option", "lives=3", "--option", "end=gambling", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == sheet_text(rule_sheet("viking", {"lives": 3, "end": "gambling"}), str)
    assert list(tmp_path.iterdir()) == [], "and leaves nothing behind"


def test_the_sheet_comes_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    done = sheet("mia", "--language", "de", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == sheet_text(rule_sheet("mia", {}), Texts("de").render)
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
def test_an_impossible_request_is_reported(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "letter").write_text("a letter")
    done = sheet(*words, folder=tmp_path)
    assert done.returncode == 2
    assert said in complaint(done)
