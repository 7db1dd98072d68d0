"""Die sets: stored under a name, read back unchanged, and refused with a remedy."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.dice_sets.die_set import DieSet, DieSets, PipStyle, Shape, parsed
from firmware.dice_sets.errors import DieSetError, DieSetFileError, DieSetNotFoundError, InvalidDieSetError

BONE = DieSet("red-bone", Shape.OBLONG, PipStyle.DRILLED, (1, 2, 3, 4, 5, 6), (25.4, 19.0), "#e8d6b2", "#221a16")

names = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)
edges = st.tuples(st.integers(40, 600), st.integers(40, 600)).map(lambda pair: (max(pair) / 10, min(pair) / 10))
sets = st.builds(
    DieSet,
    name=names,
    shape=st.sampled_from(Shape),
    pips=st.sampled_from(PipStyle),
    faces=st.sets(st.integers(1, 6), min_size=1).map(lambda faces: tuple(sorted(faces))),
    size_mm=st.none() | edges,
    colour=st.sampled_from(["", "#a1b2c3"]),
    pip_colour=st.sampled_from(["", "#000000"]),
    thrown=st.just(()) | st.lists(st.integers(0, 99), min_size=6, max_size=6).map(tuple),
)


@given(sets)
def test_what_is_written_is_read_back(die_set: DieSet) -> None:
    assert parsed(die_set.toml()) == die_set


@given(st.text())
def test_no_text_raises_anything_but_a_die_set_error(text: str) -> None:
    with pytest.raises(DieSetError):
        parsed(text)


def test_sets_are_saved_listed_loaded_and_removed(tmp_path: Path) -> None:
    kept = DieSets(tmp_path)
    assert kept.names() == ()
    path = kept.save(BONE)
    assert path == tmp_path / "dice" / "red-bone.toml"
    kept.save(replace(BONE, name="horn", colour="#54483c"))
    assert kept.names() == ("horn", "red-bone")
    assert kept.load("red-bone") == BONE
    kept.remove("horn")
    assert kept.names() == ("red-bone",)


def test_a_missing_set_is_named_with_those_that_are(tmp_path: Path) -> None:
    kept = DieSets(tmp_path)
    with pytest.raises(DieSetNotFoundError, match=r'no die set "horn": none is known yet; meierbox bless'):
        kept.load("horn")
    kept.save(BONE)
    with pytest.raises(DieSetNotFoundError, match=r'no die set "horn": there are red-bone\.'):
        kept.remove("horn")


def test_an_unsafe_file_name_is_refused(tmp_path: Path) -> None:
    for name in ("", "../camera", "a/b", "Red Bone", "-x", "x-", ".", "ä", "a" * 41):
        with pytest.raises(InvalidDieSetError, match="cannot be the name of a die set"):
            DieSets(tmp_path).path(name)


def test_a_file_that_says_what_cannot_be_is_named_with_the_remedy(tmp_path: Path) -> None:
    kept = DieSets(tmp_path)
    for before, after, reason in (
        ('"oblong"', '"round"', "round"),
        ("[25.4, 19.0]", "[19.0, 25.4]", "the longer first"),
        ("[25.4, 19.0]", "[25.4]", "index"),
        ("[25.4, 19.0]", "[2000.0, 19.0]", "from 4 to 60"),
        ("[1, 2, 3, 4, 5, 6]", "[1, 1]", "each once"),
        ("[1, 2, 3, 4, 5, 6]", "[]", "some of 1 to 6"),
        ("[1, 2, 3, 4, 5, 6]", "[0, 7]", "some of 1 to 6"),
        ('shape = "oblong"\n', "", "shape is missing"),
        ("#e8d6b2", "pale", "not a colour"),
    ):
        path = kept.save(BONE)
        assert before in path.read_text()
        path.write_text(path.read_text().replace(before, after))
        with pytest.raises(InvalidDieSetError, match=reason) as error:
            kept.load("red-bone")
        assert str(error.value).endswith("bless the dice again.")


def test_a_file_that_cannot_be_read_is_distinguished_from_one_that_is_damaged(tmp_path: Path) -> None:
    kept = DieSets(tmp_path)
    path = kept.save(BONE)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidDieSetError, match="not UTF-8 text"):
        kept.load("red-bone")
    path.unlink()
    path.symlink_to("/proc/self/mem")
    with pytest.raises(DieSetFileError, match="check its permissions"):
        kept.load("red-bone")


def test_an_endless_file_is_no_die_set(tmp_path: Path) -> None:
    kept = DieSets(tmp_path)
    path = kept.save(BONE)
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(InvalidDieSetError, match=r"it is a device.*bless the dice again"):
        kept.load("red-bone")


def test_what_others_keep_in_the_file_does_no_harm() -> None:
    assert parsed(BONE.toml() + "[fall]\nthrows = 20\n") == BONE


def test_the_aspect_is_that_of_the_edges() -> None:
    assert BONE.aspect == pytest.approx(25.4 / 19)
    assert replace(BONE, size_mm=None).aspect is None
    assert replace(BONE, shape=Shape.CUBE, size_mm=None).aspect == 1
