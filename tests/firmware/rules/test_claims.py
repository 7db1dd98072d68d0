"""Claims and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total, parse_claim, parse_pair, write_claim
from firmware.rules.errors import ClaimError

faces = st.integers(1, 6)
all_claims: st.SearchStrategy[Claim] = (
    st.builds(Pair, faces, faces) | st.builds(Bid, st.integers(1, 9999), faces) | st.builds(Total, st.integers(1, 9999))
)


@given(faces, faces)
def test_a_pair_has_no_order(one: int, other: int) -> None:
    assert Pair(one, other) == Pair(other, one)
    assert hash(Pair(one, other)) == hash(Pair(other, one))
    assert Pair(one, other).low <= Pair(one, other).high


@given(all_claims, st.booleans())
def test_what_is_written_is_read_again(claim: Claim, low_first: bool) -> None:
    assert parse_claim(write_claim(claim, low_first)) == claim


def test_two_dice_are_written_either_way() -> None:
    for text in (
        "1-3",
        "3-1",
        "13",
        "31",
    ):
        assert parse_pair(text) == Pair(1, 3)


NO_CLAIMS = ["", "7-1", "0-1", "1", "1-2-3", "123", "1 3", "0x5", "4x7", "4x", "sum", "sum 0", "٣١"]


def test_text_that_is_not_a_claim_is_refused() -> None:
    for text in NO_CLAIMS:
        with pytest.raises(ValueError, match="is not"):
            parse_claim(text)


@given(st.text(max_size=12) | st.text("0123456789x- sum", max_size=8))
def test_any_text_is_a_claim_or_a_claim_error(text: str) -> None:
    try:
        claim = parse_claim(text)
    except ClaimError:
        return
    assert parse_claim(write_claim(claim)) == claim


def test_impossible_dice_bids_and_totals_are_refused() -> None:
    for make in (
        lambda: Pair(0, 3),
        lambda: Pair(3, 7),
        lambda: Bid(0, 3),
        lambda: Bid(2, 7),
        lambda: Total(0),
        lambda: Hands(((1, 7),)),
    ):
        assert callable(make)
        with pytest.raises(ValueError, match="not"):
            make()


def test_hands_are_sorted() -> None:
    assert Hands(((4, 2, 5), ())) == Hands(((2, 4, 5), ()))
