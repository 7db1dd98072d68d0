"""The sealed roll: fixed by its digest, disclosed by nothing."""

import pickle
from itertools import combinations, combinations_with_replacement

import pytest

from firmware.journal.observation import Observation
from firmware.journal.seal import SHOWN_BYTES, Seal, SealLink, code_of, digest_of, words_of
from firmware.journal.seal_words import WORDS

ROLLS = list(combinations_with_replacement(range(1, 7), 2))
LINK = SealLink(3, "ab" * 32)
SALT = bytes(16)


@pytest.mark.parametrize("link", [LINK, None], ids=["chained", "of an older journal"])
def test_a_seal_matches_its_own_faces_only(link: SealLink | None) -> None:
    for faces in ROLLS:
        seal = Seal(3, SALT, faces, link)
        assert [other for other in ROLLS if seal.matches(other)] == [faces]


def test_anybody_can_check_a_seal_after_the_reveal() -> None:
    seal = Seal.close(9, (6, 2), LINK)
    assert digest_of(seal.salt, seal.serial, seal.faces, LINK) == seal.digest


def test_equal_rolls_have_different_digests() -> None:
    assert len({Seal.close(1, (1, 2), LINK).digest for _ in range(20)}) == 20


def test_a_seal_is_bound_to_its_game_its_roll_and_the_seal_before() -> None:
    places = [(1, LINK), (2, LINK), (1, SealLink(4, LINK.after)), (1, SealLink(3, "")), (1, None)]
    assert len({digest_of(SALT, serial, (1, 2), link) for serial, link in places}) == len(places)


def test_it_prints_as_sealed() -> None:
    seal = Seal.close(1, (1, 2), LINK)
    assert f"{seal} {seal!r} {[seal]}" == "<sealed> <sealed> [<sealed>]"
    assert pickle.loads(pickle.dumps(seal)) == seal


def test_a_sight_prints_as_sealed() -> None:
    assert repr(Observation((1, 2), None, None, 0.9, (), b"", 0.0)) == "<sealed>"


def test_the_code_that_is_shown_takes_2_to_the_80_digests_to_forge() -> None:
    digest = "0123456789abcdef" * 4
    assert SHOWN_BYTES * 8 // 2 >= 80
    *_, shown = code_of(3, 17, digest).split()
    assert len(shown) * 5 >= 160
    for place in range(2 * SHOWN_BYTES):
        changed = f"{digest[:place]}{int(digest[place], 16) ^ 1:x}{digest[place + 1 :]}"
        assert code_of(3, 17, changed).split()[-1] != shown, "every bit of the first 160 is in it"


def test_the_words_are_short_and_distinct() -> None:
    assert len(WORDS) == 512
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.islower() and 3 <= len(word) <= 7 for word in WORDS)
    assert len({word[:4] for word in WORDS}) == 512
    assert not [pair for pair in combinations(WORDS, 2) if len(pair[0]) == len(pair[1]) and _differ(*pair) < 2]
    speaks_of_dice = {"one", "two", "three", "four", "five", "six", "double", "pair", "lie", "liar", "true", "dice"}
    assert not speaks_of_dice & set(WORDS)


def test_the_words_follow_the_digest() -> None:
    first = words_of("00" * 32)
    assert [words_of(f"{bit:064x}") != first for bit in (1 << 255, 1 << 220, 1 << 219)] == [True, True, False]


def _differ(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
