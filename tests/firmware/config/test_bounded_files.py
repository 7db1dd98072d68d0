"""One loader for every small file: its content is read within limits or refused in one sentence."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.config.bounded_files import LARGEST, parse_json, parse_toml, read_bytes, read_json, read_toml, set_aside
from firmware.config.errors import MalformedTextError, UnusableFileError


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


MADE: dict[str, Callable[[Path], object]] = {
    "it is a pipe": os.mkfifo,
    "it is a folder": lambda path: path.mkdir(),
    "it is a device": lambda path: path.symlink_to("/dev/zero"),
    "a broken or circular link": lambda path: path.symlink_to(path.name),
    "not a regular file": a_socket,
    "longer than 256 kB": lambda path: path.write_bytes(b" " * (LARGEST + 1)),
    "not UTF-8 text": lambda path: path.write_bytes(b"\xff"),
    "nested more than 24 deep": lambda path: path.write_text('{"a": ' + "[" * 100_000),
    "number of more than 40 digits": lambda path: path.write_text('{"a": ' + "9" * 5000 + "}"),
    "not a JSON object": lambda path: path.write_text("[]"),
    "NaN is no number": lambda path: path.write_text('{"a": NaN}'),
}


@pytest.mark.parametrize("why", MADE)
def test_a_file_that_cannot_be_used_is_refused_at_once(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    MADE[why](Path("x"))
    with pytest.raises(UnusableFileError, match=why) as refused:
        read_json(Path("x"))
    assert str(refused.value).startswith("x cannot be used (")
    assert str(refused.value).endswith(": fix or remove it.")


def test_what_is_not_there_is_not_damaged(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_toml(tmp_path / "x")


def test_a_file_that_may_not_be_read_is_not_the_files_own_fault() -> None:
    with pytest.raises(UnusableFileError) as refused:
        read_bytes(Path("/proc/self/mem"))
    assert not refused.value.damaged


def test_a_link_is_followed_unless_forbidden(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("{}")
    (tmp_path / "link").symlink_to("real")
    assert read_json(tmp_path / "link") == {}
    with pytest.raises(UnusableFileError):
        read_json(tmp_path / "link", follow=False)


def test_what_is_set_aside_is_never_lost(tmp_path: Path) -> None:
    for content in "abc":
        (tmp_path / "x.toml").write_text(content)
        set_aside(tmp_path / "x.toml", now=lambda: 0.0)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"x.toml.damaged-19700101-000000{tail}" for tail in ("", "-2", "-3")]
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == list("abc")


def test_tables_with_many_dots_are_too_deep() -> None:
    for text in ("[" + ".".join("a" * 5000) + "]", ".".join("a" * 5000) + " = 1", "[[" + ".".join("a" * 99) + "]]"):
        with pytest.raises(MalformedTextError, match="nested"):
            parse_toml(text)


def test_what_stands_in_quotation_marks_counts_for_nothing() -> None:
    deep = "[{" * 50 + "9" * 50
    assert parse_json(f'{{"a": "{deep}", "b": "\\"{deep}"}}')["a"] == deep
    assert parse_toml(f'a = \'{deep}\'  # {deep}\nb = """\n{deep}"""')["b"] == deep


SIGNS = st.text(alphabet="[]{}\"'#.=,:\n\\ ae-_0129tn", max_size=200)


@given(SIGNS)
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for parse in (parse_toml, parse_json):
        with suppress(MalformedTextError):
            parse(text)
