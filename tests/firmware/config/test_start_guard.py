"""Failed starts are recorded, and the next start is a safe one."""

from pathlib import Path

from firmware.config.start_guard import FLAG, StartGuard
from firmware.rules.message import message

MISSING = message("{camera} is missing", camera="USB camera 0").with_remedy(message("plug it in"))


def test_a_first_start_is_an_ordinary_one(tmp_path: Path) -> None:
    assert StartGuard([tmp_path]).before.why_careful is None


def test_a_failed_start_with_a_known_reason_makes_the_next_a_safe_start(tmp_path: Path) -> None:
    start = StartGuard([tmp_path])
    start.begin()
    start.failed(MISSING)
    assert StartGuard([tmp_path]).before.why_careful == MISSING


def test_one_pulled_plug_changes_nothing_and_two_silent_ends_do(tmp_path: Path) -> None:
    StartGuard([tmp_path]).begin()
    assert StartGuard([tmp_path]).before.why_careful is None
    StartGuard([tmp_path]).begin()
    why = StartGuard([tmp_path]).before.why_careful
    assert why is not None
    assert "2 starts failed" in str(why)


def test_a_start_that_came_to_its_end_is_forgotten(tmp_path: Path) -> None:
    for _ in range(3):
        start = StartGuard([tmp_path])
        start.begin()
        start.done()
        start.done()
    assert list(tmp_path.iterdir()) == []
    assert StartGuard([tmp_path]).before.why_careful is None


def test_a_torn_flag_counts_as_a_start(tmp_path: Path) -> None:
    (tmp_path / FLAG).write_bytes(b'{"starts": \xff')
    start = StartGuard([tmp_path])
    assert start.before.starts == 1
    start.begin()
    assert StartGuard([tmp_path]).before.why_careful is not None


def test_where_the_state_cannot_be_written_the_next_folder_remembers(tmp_path: Path) -> None:
    blocked = tmp_path / "file" / "state"
    (tmp_path / "file").write_text("in the way")
    start = StartGuard([blocked, tmp_path / "run"])
    start.begin()
    start.failed(MISSING)
    assert StartGuard([blocked, tmp_path / "run"]).before.why_careful == MISSING
    start.done()
    assert StartGuard([blocked, tmp_path / "run"]).before.why_careful is None


def test_where_nothing_can_be_written_the_box_starts_anyway(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    start = StartGuard([tmp_path / "file" / "state"])
    start.begin()
    start.failed(MISSING)
    start.done()
    assert StartGuard([tmp_path / "file" / "state"]).before.why_careful is None


def test_a_reason_that_an_earlier_release_wrote_as_text_is_read(tmp_path: Path) -> None:
    (tmp_path / FLAG).write_text('{"starts": 1, "reason": "The journal is missing."}')
    assert str(StartGuard([tmp_path]).before.why_careful) == "The journal is missing."
    (tmp_path / FLAG).write_text('{"starts": 1, "reason": ""}')
    assert StartGuard([tmp_path]).before.why_careful is None


def test_whatever_lies_in_place_of_the_flag_counts_as_a_start(tmp_path: Path) -> None:
    flag = tmp_path / FLAG
    for content in (
        "[" * 5000,
        '{"starts": ' + "9" * 5000 + ', "reason": ""}',
        '{"starts": 1e999, "reason": ""}',
        '{"starts": [], "reason": ""}',
        '{"starts": 1, "reason": {"template": "{gone}"}}',
        '{"starts": 1, "reason": {"template": "{", "fields": 7}}',
        "{}",
    ):
        flag.write_text(content)
        assert StartGuard([tmp_path]).before.starts == 1
    flag.unlink()
    flag.symlink_to("/dev/zero")
    assert StartGuard([tmp_path]).before.starts == 1


def test_a_folder_in_place_of_the_flag_does_not_stop_the_box(tmp_path: Path) -> None:
    (tmp_path / FLAG).mkdir()
    StartGuard([tmp_path]).begin()
    assert StartGuard([tmp_path]).before.starts == 2
