import random
from pathlib import Path

import pytest

from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.journal.database import Journal
from firmware.journal.dice_in_use import COUNTED, DiceInUse
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import PastGame, read_game
from firmware.journal.session import Session
from firmware.statistics.beta_distribution import beta_quantile
from firmware.statistics.dice_sample import DiceSample, find, sample_of
from tests.firmware.journalled_games import play_on
from tests.firmware.rules.random_games import Chance

BONE = DieSet("red-bone", Shape.OBLONG, PipStyle.RINGS, (1, 2, 3, 4, 5, 6), thrown=(4, 5, 50, 48, 46, 47))


def played(folder: Path, rules: str, dice: DiceInUse | None) -> PastGame:
    game = Chance(rules, {}, seed=3)
    with Journal(folder) as journal:
        session = Session.start(
            journal, rules, game.state.seats, {}, game.state.starter, lambda: 1_700_000_000.0, dice=dice
        )
        play_on(session, game, 60)
        session = Session.resume(journal, session.entry, lambda: 1_700_000_001.0)
        session.stop()
    with JournalReader(folder) as reader:
        return read_game(reader, 1)


def test_the_journal_names_the_dice_of_a_game_and_older_games_name_none(tmp_path: Path) -> None:
    assert played(tmp_path / "new", "viking", DiceInUse("red-bone")).dice.name == "red-bone"
    assert played(tmp_path / "old", "viking", None).dice.name == ""


def test_challenged_rolls_are_no_fair_sample(tmp_path: Path) -> None:
    sample = sample_of(played(tmp_path, "viking", DiceInUse("red-bone")))
    assert sum(sample.fair) == 0 < sum(sample.selected)


def test_the_cups_of_a_round_are_a_fair_sample(tmp_path: Path) -> None:
    sample = sample_of(played(tmp_path, "sympkyn-cups", None))
    assert sum(sample.fair) > 0 == sum(sample.selected)


def test_all_rolls_are_counted_together_only_with_consent(tmp_path: Path) -> None:
    with_consent = played(tmp_path / "all", "viking", DiceInUse("red-bone", counted=True))
    assert sum(sample_of(with_consent).fair) == 2 * sum(
        type(event).__name__ == "Rolled" for event in with_consent.events()
    )
    assert played(tmp_path / "revealed", "viking", DiceInUse("red-bone")).counted == ()


def test_the_rolls_of_a_game_with_few_of_them_are_not_counted(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = Chance("viking", {}, seed=3)
        session = Session.start(
            journal, "viking", game.state.seats, {}, game.state.starter, lambda: 1.0, dice=DiceInUse("", counted=True)
        )
        play_on(session, game, 4)
        session.stop()
        assert COUNTED not in [row.kind for _, row in journal.rows(1)]


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    # scipy.stats.beta.ppf
    [(11, 195, 0.027087, 0.087877), (2, 4, 0.052745, 0.716418), (501, 9501, 0.045901, 0.054449)],
)
def test_quantiles_of_the_beta_distribution(a: float, b: float, low: float, high: float) -> None:
    assert beta_quantile(0.025, a, b) == pytest.approx(low, abs=2e-6)
    assert beta_quantile(0.975, a, b) == pytest.approx(high, abs=2e-6)


def test_a_blessed_set_is_described_in_a_sentence() -> None:
    found = find("red-bone", DiceSample(), BONE)
    assert found.dice == 200
    assert found.sentence() == ("An end face comes once in 37 dice (95 %: 23 to 74); the old table says once in 10.")


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(7)
    held = 0
    for _ in range(200):
        truth = chance.betavariate(2, 4)  # the prior of both ends
        ends = sum(chance.random() < truth for _ in range(100))
        end = find(
            "red-bone",
            DiceSample((ends, 0, 100 - ends, 0, 0, 0)),
            DieSet("x", Shape.OBLONG, PipStyle.RINGS, BONE.faces),
        ).end
        assert end is not None
        held += end.low <= truth / 2 <= end.high
    assert 182 <= held <= 198  # of 190 expected; four standard deviations of the binomial are 12
