"""The sealed roll: bound by its digest, told by nothing."""

import pickle
from itertools import combinations_with_replacement

import pytest

from firmware.journal.observation import Observation
from firmware.journal.seal import Seal, digest_of

ROLLS = list(combinations_with_replacement(range(1, 7), 2))


@pytest.mark.parametrize("faces", ROLLS)
def test_a_seal_matches_its_own_faces_only(faces: tuple[int, ...]) -> None:
    seal = Seal.close(3, faces)
    assert [other for other in ROLLS if seal.matches(other)] == [faces]


def test_anybody_can_check_a_seal_after_the_reveal() -> None:
    seal = Seal.close(9, (6, 2))
    assert digest_of(seal.salt, seal.serial, seal.faces) == seal.digest


def test_equal_rolls_have_different_digests() -> None:
    assert len({Seal.close(1, (1, 2)).digest for _ in range(20)}) == 20
    assert digest_of(b"salt", 1, (1, 2)) != digest_of(b"salt", 2, (1, 2))


def test_it_prints_as_sealed() -> None:
    seal = Seal.close(1, (1, 2))
    assert f"{seal} {seal!r} {[seal]}" == "<sealed> <sealed> [<sealed>]"
    assert pickle.loads(pickle.dumps(seal)) == seal


def test_a_sight_prints_as_sealed() -> None:
    assert repr(Observation((1, 2), None, None, 0.9, (), b"", 0.0)) == "<sealed>"
