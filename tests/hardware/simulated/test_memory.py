"""What a camera with dice of its own remembers of its throws."""

import os
from pathlib import Path

from hardware.simulated.remembered_throws import DiceAtRest, Memory, remembered_camera

HAND = (1, 7, 0, 0)


def test_after_a_restart_throws_are_numbered_on_and_hands_are_found_again(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    before = Memory(file, "sim:7")
    before.shake(2)
    before.hand(HAND, 5)
    before.shake(1)
    after = Memory(file, "sim:7")
    assert (after.box, after.hand(HAND, 5), after.shake(2)) == (DiceAtRest(3, 1), DiceAtRest(2, 5), DiceAtRest(4, 2))
    assert remembered_camera(file) == "sim:7"
    assert [path.name for path in tmp_path.iterdir()] == ["box.json"]


def test_a_file_of_another_camera_or_a_damaged_one_is_no_memory(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    Memory(file, "sim:7").shake(2)
    assert Memory(file, "sim:8").box == DiceAtRest()
    good = file.read_text()
    boxes = ("1", "[1, 99]", "[-1, 2]", "[1e999, 2]", "[" + "9" * 5000 + ", 2]", "[" * 5000, "[1, 2, 3]")
    for damaged in ("", "[]", "{}", good[:20], *(good.replace('"box": [1, 2]', f'"box": {box}') for box in boxes)):
        file.write_text(damaged)
        assert Memory(file, "sim:7").box == DiceAtRest()
    assert remembered_camera(tmp_path / "missing.json") is None


def test_a_pipe_or_an_endless_device_is_no_memory_and_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    os.mkfifo(file)
    os.mkfifo(tmp_path / "box.json.new")
    assert Memory(file, "sim:7").shake(2) == DiceAtRest(1, 2)
    assert remembered_camera(file) == "sim:7"
    file.unlink()
    file.symlink_to("/dev/zero")
    assert Memory(file, "sim:7").box == DiceAtRest()


def test_a_memory_that_cannot_be_written_lasts_as_long_as_the_camera(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "no folder" / "box.json", "sim:7")
    assert (memory.shake(2), memory.shake(2), memory.box) == (DiceAtRest(1, 2), DiceAtRest(2, 2), DiceAtRest(2, 2))


def test_only_the_latest_hands_are_remembered() -> None:
    memory = Memory(None, "sim:7")
    for number in range(1100):
        memory.hand((1, number, 0, 0), 2)
    assert memory.hand((1, 1099, 0, 0), 2) == DiceAtRest(1100, 2)
    assert memory.hand((1, 0, 0, 0), 2) == DiceAtRest(1101, 2), "a hand of long ago is thrown again"
