"""The screen during the first start."""

import re

import pytest

from firmware.deploy.card.boot_files import setup_unit
from firmware.deploy.card.choices import CardChoices
from firmware.deploy.card.progress_page import SetupProgress, page
from firmware.deploy.card.setup import CardSetup
from firmware.deploy.card.system import RunningSystem
from firmware.deploy.host import LocalHost
from firmware.texts import Texts, languages

STEPS = ("Make room", "Install", "Tidy up")
EXTRA = set("ØøÁÍÓÚ")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text)


def test_it_shows_what_is_done_what_is_under_way_and_for_how_long() -> None:
    shown = plain(page(SetupProgress(STEPS, 1, 75)))
    assert "√  Make room" in shown
    assert re.search(r"►  Install +1:15", shown)
    assert "After a power cut it continues where it was." in shown


def test_a_failure_names_the_step_and_stays_within_the_screen() -> None:
    shown = plain(page(SetupProgress(STEPS, 2, 0, "The card is full: " + "use a larger one " * 40)))
    assert "!  Tidy up" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert len(shown.splitlines()) <= 25


@pytest.mark.parametrize("language", languages())
def test_every_language_fits_and_has_only_characters_of_the_consoles_own_font(language: str) -> None:
    """The kernel's own font has the characters of code page 437, and draws those of `EXTRA` with others."""
    texts = Texts(language)
    setup = CardSetup(CardChoices(language=language), RunningSystem(), LocalHost(()))
    steps = tuple(texts.render(step.says) for step in setup.steps())
    for progress in (SetupProgress(steps, 4, 754), SetupProgress(steps, len(steps), finished=True)):
        shown = plain(page(progress, texts.render))
        assert all(len(line) <= 69 for line in shown.splitlines()), "wider than the bar"
        for sign in set(shown) - set("►\r\n") - EXTRA:
            sign.encode("cp437")
    assert texts.render(setup.steps()[0].says) in plain(page(SetupProgress(steps, 4, 754), texts.render))


def test_a_damaged_copy_is_reported_in_the_language_of_the_card() -> None:
    for language in languages():
        line = next(line for line in setup_unit("0" * 64, language).splitlines() if line.startswith("ExecStartPre="))
        # The sentence stands between single quotes, between double quotes.
        assert (line.count("'"), line.count('"'), "%" in line, "$" in line) == (4, 2, False, False)
    assert "beschädigt" in setup_unit("0" * 64, "de")
