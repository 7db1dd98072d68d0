"""Statistics of past games on the screen."""

from pathlib import Path

from display.scene import PageScene
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import read_game
from firmware.menus.past_statistics import dice_sentence
from firmware.statistics.dice_sample import DiceSample, find
from firmware.statistics.evenings import evening_statistics
from tests.firmware.evening import Evening, said, scene_of
from tests.firmware.journalled_games import journal_game


def pages(evening: Evening, row: str) -> list[PageScene]:
    evening.table.hold("reveal")
    evening.choose("Past games")
    evening.choose(row)
    found: list[PageScene] = []
    while not found or found[-1].page + 1 < found[-1].pages:
        evening.turn(1 if found else 0)
        scene = scene_of(evening.table)
        assert isinstance(scene, PageScene)
        found.append(scene)
    return found


def test_the_table_of_an_evening_has_the_counts_of_the_journal(tmp_path: Path) -> None:
    for rules, seed in (("viking", 4), ("stars", 5)):
        journal_game(tmp_path, rules, {}, seed)
    (page, *_) = shown = pages(Evening(tmp_path), "Who bluffed, who knew")
    with JournalReader(tmp_path / "journal.db") as reader:
        counted = evening_statistics([read_game(reader, head.number) for head in reader.games()])
    rows = {row[0]: row for each in shown if each.table for row in each.table.rows}
    assert set(rows) == set(counted.seats)
    for name, seat in counted.seats.items():
        _, caught, right, by_the_odds, luck, boldest = rows[name]
        assert caught == (f"{seat.bluffs_caught} of {seat.bluffs}" if seat.bluffs else "–")
        assert right == (f"{seat.challenges_right} of {seat.challenges}" if seat.challenges else "–")
        judged = seat.by_the_odds + seat.against_the_odds
        assert by_the_odds == (f"{seat.by_the_odds} of {judged}" if judged else "–")
        assert luck == ("–" if seat.luck is None else str(round(100 * seat.luck)))
        assert (boldest == "–") == (seat.boldest is None)
    assert page.title.startswith("Evening of 20")


def test_dice_without_fair_throws_are_not_plotted(tmp_path: Path) -> None:
    (page,) = pages(Evening(tmp_path), "How the dice fall")
    assert not page.bars
    assert page.lines == ("No fair throw is known yet: bless a set of dice, or throw for the opening.",)


def test_the_throws_for_the_opening_are_plotted_with_their_intervals(tmp_path: Path) -> None:
    journal_game(tmp_path, "stars", {}, seed=5)
    (page,) = pages(Evening(tmp_path), "How the dice fall")
    assert [bar.face for bar in page.bars] == [1, 2, 3, 4, 5, 6]
    assert all(bar.low < bar.mean < bar.high for bar in page.bars)


def test_the_fairness_of_dice_is_stated_in_a_plain_sentence() -> None:
    oblong = DieSet("bone", Shape.OBLONG, PipStyle.DRILLED, (1, 2, 3, 4, 5, 6))
    found = find("bone", DiceSample((30, 30, 140, 140, 140, 140)), oblong)
    assert said(dice_sentence(found)) == (
        "An end face comes once in 20 rolls (95 % sure: 16 to 26); the old table says once in 10."
    )
    found = find(
        "cubes",
        DiceSample((90, 100, 100, 100, 100, 140)),
        DieSet("cubes", Shape.CUBE, PipStyle.DRILLED, (1, 2, 3, 4, 5, 6)),
    )
    assert said(dice_sentence(found)).startswith("Farthest from even is the 6: once in 4.5 rolls")
