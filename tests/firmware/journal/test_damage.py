"""A journal damaged anywhere starts again: a short run of `python -m tests.firmware.journal.damage`."""

from tests.firmware.journal.damage import attack


def test_the_table_starts_after_any_damage_and_resumes_no_other_game() -> None:
    seen = attack(24, step=32768, seed=7, actions=5)
    assert sum(seen.values()) > 24
    assert not [what for what in seen if "FAILED" in what]
