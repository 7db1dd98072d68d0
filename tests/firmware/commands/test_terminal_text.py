"""Terminal output, and how a command ends on a signal."""

import json
import signal
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.commands.play import window_size
from firmware.commands.terminal_text import cleaned, one_line
from firmware.commands.termination import CODE, ended_by_sigterm
from tests.firmware.commands.terminal import meierbox

EVIL = "\x1b[2J\x07\u202eevil\u2066\x9b31m"


@given(st.text())
def test_no_sign_that_steers_a_terminal_is_left_and_json_stays_the_same(text: str) -> None:
    assert not {sign for sign in one_line(text) if ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0}
    assert not set(cleaned(text)) & set("\x1b\x07\r\x9b\u202e\u2066\u200f")
    written = json.dumps({text: [text]}, ensure_ascii=False)
    assert json.loads(cleaned(written)) == {text: [text]}


@pytest.mark.parametrize(
    "words",
    [
        ["judge", f"no{EVIL}"],
        ["read", f"no{EVIL}"],
        ["read", "x.jpg", "--dice", EVIL],
        ["read", "x.jpg", "--calibration", EVIL],
        ["play", "--camera", EVIL],
        ["play", "--rules", EVIL],
        ["play", "--seats", f"Astrid; {EVIL}; B; B"],
        ["games", "rules", EVIL],
        [EVIL],
        ["play", EVIL],
    ],
)
def test_words_of_the_command_line_are_shown_cleaned(words: list[str], tmp_path: Path) -> None:
    done = meierbox(*words, state=tmp_path)
    assert done.returncode == 2
    assert "evil" in done.stderr
    assert not set(done.stderr + done.stdout) & set(EVIL) - set("evil[2J31m")


def test_what_a_record_holds_is_shown_cleaned(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    lines = f'[Rules "viking"]\n[Seats "Ast{EVIL}rid; Bjorn; Sigrid"]\nruling Bjorn -1 "{EVIL}\\nforged"\n{EVIL}\n'
    record.write_text(lines, "utf-8")
    for form in ([], ["--json"]):
        done = meierbox("judge", str(record), *form, state=tmp_path)
        assert done.returncode == 1
        assert not set(done.stderr + done.stdout) & set("\x1b\x07\x9b\u202e\u2066")
        assert not [line for line in done.stdout.splitlines() if line.startswith("forged")]


def test_a_window_larger_than_any_screen_is_refused_with_the_limits(tmp_path: Path) -> None:
    assert window_size("7680x4320") == (7680, 4320)
    for size in ("99999x99999", "7681x800", "100x100", "0x0", "9" * 5000 + "x1"):
        done = meierbox("play", "--window", size, state=tmp_path)
        assert done.returncode == 2
    done = meierbox("demo", "--window", "99999x99999", state=tmp_path)
    assert "from 320×240 to 7680×4320" in done.stderr


def test_a_command_that_does_not_end_is_ended_by_force() -> None:
    ended, codes = threading.Event(), list[int]()

    def end(code: int) -> None:
        codes.append(code)
        ended.set()

    def work() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            ended.wait(30)

    with ended_by_sigterm(grace=0.01, end=end), pytest.raises(SystemExit):
        work()
    assert codes == [CODE]


def test_a_command_that_ends_by_itself_is_not_forced() -> None:
    codes = list[int]()
    with pytest.raises(SystemExit) as left, ended_by_sigterm(grace=30, end=codes.append):
        signal.raise_signal(signal.SIGTERM)
    assert (left.value.code, codes) == (CODE, [])
