"""Node counts: the number of ways to play on, derived by hand where a closed form exists, otherwise pinned."""

from math import comb

from firmware.rules.claims import Bid, Pair, Total
from firmware.rules.commands import (
    Accept,
    Challenge,
    Command,
    Deal,
    Declare,
    MakeBid,
    Move,
    MoveKind,
    Pass,
    Reveal,
    Roll,
    Show,
)
from firmware.rules.games.registry import legal, new_game
from firmware.rules.state import GameState, Phase
from tests.firmware.rules.play_commands import play, start
from tests.firmware.rules.records import NAMES


def ways(state: GameState, depth: int) -> int:
    """How many sequences there are of that many moves within one round; what ends the round ends the sequence."""
    if depth == 0:
        return 1
    if state.phase is Phase.REVEALING or state.round > 1:
        return 0
    return sum(
        ways(play(state, *commands(seat, move)), depth - 1)
        for seat in range(len(state.seats))
        for move in legal(state, seat)
    )


def commands(seat: int, move: Move) -> tuple[Command, ...]:
    match move.kind, move.claim:
        case MoveKind.CHALLENGE, _:
            return (Challenge(seat),)
        case MoveKind.ACCEPT, _:
            return (Accept(seat),)
        case MoveKind.SHOW, _:
            return (Roll(seat), Show(seat), Reveal(Pair(2, 1)))
        case MoveKind.PASS, Pair() as claim:
            return (Pass(seat, claim),)
        case _, Pair() as claim:
            return (Roll(seat, move.kind is MoveKind.BLIND), Declare(seat, claim))
        case _, (Bid() | Total()) as claim:
            return (MakeBid(seat, claim),)
    raise AssertionError(move)


def box(rules: str, **options: str) -> GameState:
    return start(new_game(rules, NAMES[:3], options, opens=0))


def cups(rules: str, dice: int, seats: int = 2, **options: str) -> GameState:
    return start(new_game(rules, NAMES[:seats], options, stock=(dice,) * seats, opens=0), Deal())


BELOW_TOP = range(20)
"""The ranks below the top claim, of which there are 21 - rank as high or higher and 20 - rank higher."""


def test_the_first_two_moves_of_a_box_game() -> None:
    for state, second in (
        (box("viking"), sum(1 + (21 - rank) for rank in BELOW_TOP) + 2),
        (box("viking", min_raise="higher"), sum(1 + (20 - rank) for rank in BELOW_TOP) + 2),
        (box("mia"), sum(1 + 1 + (20 - rank) for rank in BELOW_TOP) + 2),
        (box("mia", ranking="modern"), sum(1 + 1 + (20 - rank) for rank in BELOW_TOP) + 2),
        (box("sympkyn-box"), sum(1 + 2 * (20 - rank) + (21 - rank) for rank in BELOW_TOP) + 2),
        (box("bullshit"), 20 * (1 + 1 + 20 + 1)),
        (box("bullshit", equal="forbidden"), 20 * (1 + 1 + 19 + 1)),
        (box("bullshit", callers="next"), 20 * (1 + 1 + 20)),
    ):
        assert ways(state, 1) == 21
        assert ways(state, 2) == second


def test_three_moves_of_viking() -> None:
    """Two claims that do not fall, the first below Meier, then whatever answers the second."""
    expected = sum((rank + 1) * (1 + 21 - rank) for rank in BELOW_TOP) + 20 * 2
    assert ways(box("viking"), 3) == expected


def test_three_moves_of_mia() -> None:
    """A pass, or a higher claim, then whatever answers it."""
    passed = sum(1 + 1 + (20 - rank) for rank in BELOW_TOP) + 2
    raised = sum(rank * (1 + 1 + (20 - rank)) for rank in BELOW_TOP) + 20 * 2
    assert ways(box("mia"), 3) == passed + raised


def test_around_the_table_of_mia() -> None:
    """Three seats, so that after two passes the claim has come round; counted apart by rank and passes."""

    def answers(circle: str, rank: int, passes: int, depth: int) -> int:
        if depth == 0:
            return 1
        higher = sum(answers(circle, more, 0, depth - 1) for more in range(rank + 1, 21))
        challenge = int(depth == 1)
        if passes < 2:
            return challenge + answers(circle, rank, passes + 1, depth - 1) + higher
        if rank < 20:
            return challenge + 2 * higher
        again = range(21) if circle == "fresh" else (20,)
        return challenge + sum(answers(circle, claim, 0, depth - 1) for claim in again)

    for circle in ("fresh", "mia_again"):
        assert ways(box("mia", mia_circle=circle), 4) == sum(answers(circle, rank, 0, 3) for rank in range(21))


def test_bids_in_a_total_order_are_chosen_in_as_many_ways_as_subsets() -> None:
    for state, bids in (
        (cups("stars", 1), 12),
        (cups("sympkyn-cups", 1), 12),
        (cups("sympkyn-cups", 1, raise_rule="quantity"), 12),
        (cups("sympkyn-cups", 1, seats=2, preset="ildhafn"), 11),
        (cups("sympkyn-cups", 1, seats=3, preset="ildhafn"), 16),
    ):
        for depth in range(1, 6):
            assert ways(state, depth) == comb(bids, depth) + (comb(bids, depth - 1) if depth > 1 else 0)


def test_monotone_bids_are_chains_of_a_grid() -> None:
    state = cups("sympkyn-cups", 1, raise_rule="monotone")
    ordered = comb(3, 2) * comb(7, 2) - 12
    assert ways(state, 2) == ordered + 12
