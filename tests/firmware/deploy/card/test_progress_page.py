"""What the screen shows during the first start."""

import re

from firmware.deploy.card.progress_page import SetupProgress, page

STEPS = ("Make room", "Install", "Tidy up")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text)


def test_it_shows_what_is_done_what_is_under_way_and_for_how_long() -> None:
    shown = plain(page(SetupProgress(STEPS, 1, 75)))
    assert "√  Make room" in shown
    assert re.search(r"►  Install +1:15", shown)
    assert "If the power fails, it goes on where it was." in shown


def test_a_failure_names_the_step_and_stays_within_the_screen() -> None:
    shown = plain(page(SetupProgress(STEPS, 2, 0, "The card is full: " + "use a larger one " * 40)))
    assert "!  Tidy up" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert len(shown.splitlines()) <= 25


def test_the_characters_are_those_of_a_console_without_a_font_of_its_own() -> None:
    """The kernel's own font has the characters of code page 437."""
    shown = plain(page(SetupProgress(STEPS, 1, 75))) + plain(page(SetupProgress(STEPS, 3, finished=True)))
    for sign in set(shown) - set("►\r\n"):
        sign.encode("cp437")
