"""Sympkyn of the Moor with cups, and Ildhafn, at the table (RULES.md §5): bids, challenges, lives and points."""

from pathlib import Path

import pytest

from display.scene import RevealScene, TableScene
from firmware.menus.table_ruling import RulingMode
from firmware.rules.claims import Bid, Total
from firmware.rules.events import Verdict
from firmware.rules.state import Phase
from firmware.table.play.bidding import BiddingMode
from firmware.table.play.ruling import RoundWinnerMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import Peek, ReadDice
from tests.firmware.evening import Evening, labels_of, rows_of, scene_of
from tests.firmware.table.cups_evening import BASE, ILDHAFN, H, begun, decided, laying


def cups(evening: Evening) -> BiddingMode:
    assert isinstance(evening.table.mode, BiddingMode)
    return evening.table.mode


def judged(evening: Evening, bid: tuple[int, int], hands: tuple[tuple[int, ...], ...]) -> VerdictMode:
    evening.press("dial")
    evening.bid(*bid)
    evening.press("challenge")
    for hand in hands:
        evening.lay(*hand)
    return decided(evening)


def test_nothing_is_bid_before_all_have_looked(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    assert evening.offer("dial") == "All have looked"
    assert evening.offer("challenge").startswith("·")
    evening.press("dial")
    assert evening.table.state.held == (5, 5)
    assert evening.offer("claim") == "Bid a single one"


def test_whoever_opens_may_bid_without_reporting_the_deal(tmp_path: Path) -> None:
    evening = begun(tmp_path, ILDHAFN)
    evening.press("claim")
    assert evening.notice == "Everybody shakes and looks first; then Astrid turns the dial to a bid."
    evening.turn(1)
    assert evening.offer("claim") == "Bid a single one"
    evening.turn(2)
    assert evening.offer("dial") == "Turn: how many"
    assert not evening.table.state.held, "turning the dial changes the selection, and nothing else"
    evening.press("claim")
    assert evening.table.state.claim == Bid(3, 1)
    evening.table.hold("challenge")
    assert evening.notice == "Taken back: Astrid's bid."
    evening.table.hold("challenge")
    assert evening.notice == "Taken back: the deal."


def test_a_push_after_the_dial_was_turned_goes_on_with_the_bid(tmp_path: Path) -> None:
    evening = begun(tmp_path, ILDHAFN)
    evening.turn(4)
    evening.press("dial")
    assert evening.table.state.held == (5, 5)
    evening.turn(2)
    assert evening.offer("claim") == "Bid four threes"


def test_looking_under_a_simulated_cup_deals(tmp_path: Path) -> None:
    evening = begun(tmp_path, ILDHAFN, can_peek=True)
    assert evening.offer("reveal") == "Look at the dice"
    evening.press("reveal")
    assert evening.asked == (Peek(),)
    assert evening.table.state.held == (5, 5)


def test_the_dial_turns_how_many_and_after_a_push_the_face(tmp_path: Path) -> None:
    evening = begun(tmp_path, ILDHAFN)
    evening.press("dial")
    assert evening.offer("dial") == "Turn: how many"
    evening.turn(3)
    assert cups(evening).bid == Bid(4, 1)
    evening.press("dial")
    evening.turn(4)
    assert evening.offer("claim") == "Bid four fives"
    below = {hint.control: hint.held for hint in scene_of(evening.table).hints}
    assert (below["claim"], below["dial"]) == ("ones count too", "push: how many")
    assert evening.offer("dial") == "Turn: the face"
    evening.turn(99)
    assert cups(evening).bid == Bid(4, 6)


@pytest.mark.parametrize("rule", ["face", "monotone", "quantity"])
def test_every_legal_bid_can_be_reached_by_the_dial(tmp_path: Path, rule: str) -> None:
    evening = begun(tmp_path, {"raise_rule": rule, "dice": 3})
    evening.press("dial")
    evening.bid(2, 3)
    for bid in cups(evening).bids():
        assert isinstance(bid, Bid)
        evening.bid_to(bid.quantity, bid.face)


@pytest.mark.parametrize(
    ("rule", "legal", "illegal"),
    [
        ("face", ["6x4", "1x5", "1x6"], ["5x4", "6x3"]),
        ("monotone", ["6x4", "5x5", "5x6", "6x5"], ["4x5", "6x3"]),
        ("quantity", ["5x5", "5x6", "6x1"], ["5x3", "4x6"]),
    ],
)
def test_what_may_follow_five_fours(tmp_path: Path, rule: str, legal: list[str], illegal: list[str]) -> None:
    evening = begun(tmp_path, {"raise_rule": rule})
    evening.press("dial")
    evening.bid(5, 4)
    may = {f"{bid.quantity}x{bid.face}" for bid in cups(evening).bids() if isinstance(bid, Bid)}
    assert may.issuperset(legal)
    assert may.isdisjoint(illegal)


@pytest.mark.parametrize(
    ("bid", "wild", "stock"),
    [((5, 4), 0, (4, 5)), ((4, 4), 0, (5, 4)), ((4, 5), 1, (5, 4)), ((3, 1), 1, (4, 5)), ((5, 4), 6, (5, 4))],
)
def test_a_challenge_costs_a_die(tmp_path: Path, bid: tuple[int, int], wild: int, stock: tuple[int, ...]) -> None:
    evening = begun(tmp_path, {"result": "lose_die", "wild": wild})
    judged(evening, bid, H)
    assert evening.stock == stock


def test_the_verdict_says_that_wild_dice_are_counted(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"result": "lose_die", "wild": 1})
    judged(evening, (6, 4), H)
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.lines[0] == "The count is 6, with the ones: six fours is true."


def test_the_latest_true_bid_of_the_round_wins_it(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE, seats=3)
    evening.press("dial")
    for bid in ((2, 2), (4, 3), (5, 6)):
        evening.bid(*bid)
    evening.press("challenge")
    for hand in ((2, 2, 3, 4, 5), (3, 3, 3, 4, 6), (2, 4, 4, 6, 6)):
        evening.lay(*hand)
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.lines == ("The count is 3: five sixes is a lie.", "Bjorn wins the round.")
    evening.press("dial")
    assert isinstance(evening.table.mode, WinnerMode)
    assert evening.table.state.winners == (1,)


@pytest.mark.parametrize(("dice", "bids", "stock"), [((4, 2, 6), (9, 13), (1, 0, 1)), ((1, 1), (3,), (0, 1))])
def test_on_the_last_dice_sums_are_called(
    tmp_path: Path, dice: tuple[int, ...], bids: tuple[int, ...], stock: tuple[int, ...]
) -> None:
    evening = begun(tmp_path, {"dice": 1, **ILDHAFN}, seats=len(dice))
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.prompt.startswith("One die each: bid what all dice come to.")
    evening.press("dial")
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.what == "How much in all?"
    for total in bids:
        mode = cups(evening)
        evening.turn(mode.along().index(Total(total)) - mode.along().index(mode.bid or Total(1)))
        assert evening.offer("claim") == f"Bid a total of {total}"
        assert evening.offer("dial").startswith("·"), "there is one axis only"
        evening.press("claim")
    evening.press("challenge")
    for face in dice:
        evening.lay(face)
    assert evening.stock == stock


def test_the_table_may_rule_instead(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"result": "lose_die"})
    evening.press("dial")
    evening.bid(4, 4)
    evening.press("challenge", "claim")
    costs = {row.label: row.detail for row in rows_of(evening.table)}
    assert costs["The claim was true"] == "Bjorn pays one die."
    assert costs["The claim was a lie"] == "Astrid pays one die."
    evening.choose("The claim was a lie")
    assert evening.stock == (4, 5)


@pytest.mark.parametrize(("turns", "winner"), [(0, 1), (1, 0), (2, 2)])
def test_where_points_are_played_the_table_says_who_wins_the_round(tmp_path: Path, turns: int, winner: int) -> None:
    evening = begun(tmp_path, {"points_to_win": 2}, seats=3)
    evening.press("dial")
    evening.bid(4, 4)
    evening.bid(4, 5)
    evening.press("challenge", "claim")
    labels = labels_of(evening.table)
    assert labels == ["Read the dice again", "Nobody pays", "We know who wins the round"]
    evening.choose("We know who wins the round")
    mode = evening.table.mode
    assert isinstance(mode, RoundWinnerMode)
    rows = [(row.label, row.value) for row in rows_of(evening.table)]
    assert rows == [("Bjorn", "four fives"), ("Astrid", "four fours"), ("Sigrid", "")]
    evening.turn(turns)
    evening.press("dial")
    state = evening.table.state
    assert (state.points[winner], sum(state.points), state.turn) == (1, 1, winner)
    name = state.seats[winner]
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.word == ("TRUE" if winner == 1 else "A LIE"), "Bjorn made the last bid"
    assert scene.verdict.pays == (f"{name} wins the round.",)
    assert f'ruling {name} +1 point "the table looked: {name} wins the round"' in evening.table.active_session.record()


def test_a_point_may_be_ruled_on_at_any_time_and_may_end_the_game(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    evening.press("dial")
    evening.table.hold("reveal")
    evening.turn(2)
    evening.press("dial")
    rows = labels_of(evening.table) if isinstance(evening.table.mode, RulingMode) else []
    assert rows[:3] == ["Seat", "What changes", "Points"]
    evening.turn(2)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(2)
    evening.press("dial")
    assert evening.table.state.points == (1, 0)
    assert isinstance(evening.table.mode, WinnerMode)
    evening.table.active_session.undo()
    assert evening.table.state.points == (0, 0)


def test_dice_may_be_ruled_on_where_points_are_played(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    evening.table.hold("reveal")
    evening.turn(2)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(1)
    evening.press("dial")
    evening.turn(9)
    evening.press("dial")
    assert (evening.stock, evening.table.state.points) == ((4, 5), (0, 0))


def test_power_may_fail_between_the_last_dice_and_the_verdict(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    evening.press("dial")
    evening.bid(4, 4)
    evening.press("challenge")
    for seat, hand in enumerate(H):
        evening.table.active_session.note_laid(seat, hand)  # the rows that are in the journal before the verdict's
    again = Evening(evening.killed(), rules="sympkyn-cups")
    again.press("dial")
    assert laying(again).complete
    scene = scene_of(again.table)
    assert isinstance(scene, TableScene)
    assert scene.what == "All dice have been read"
    again.turn(1)
    again.press("reveal")
    assert decided(again).last.verdict is Verdict.UPHELD


def test_only_the_next_may_challenge(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE, seats=3)
    evening.press("dial")
    evening.bid(4, 4)
    evening.table.challenge_from_seat(2)
    assert "It is Bjorn's turn" in evening.notice
    evening.table.challenge_from_seat(1)
    assert evening.table.state.phase is Phase.REVEALING


def test_at_the_top_only_a_challenge_is_left(tmp_path: Path) -> None:
    evening = begun(tmp_path, {"dice": 1})
    evening.press("dial")
    evening.bid(2, 6)
    assert evening.offer("claim").startswith("·")
    evening.turn(3)
    evening.press("claim")
    assert "you can only challenge" in evening.notice
    assert scene_of(evening.table)


def test_a_simulated_hand_is_seen_by_the_seat_in_turn_and_laid_by_its_own(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE, can_peek=True)
    evening.press("reveal")
    assert tuple(evening.asked) == (Peek(),)
    assert evening.table.begin_peek(), "the flap itself opens as well"
    evening.bid(1, 1)
    evening.press("challenge")
    assert not evening.table.begin_peek()
    evening.press("reveal")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    assert request.hand is not None
    assert (request.hand.seat, request.dice) == (0, 5)


def test_whoever_opens_may_look_at_once_which_deals(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE, can_peek=True)
    scene = scene_of(evening.table)
    assert isinstance(scene, TableScene)
    assert scene.prompt == "Astrid looks and bids first; the others look in their turn."
    assert evening.table.begin_peek()
    assert evening.table.state.held == (5, 5)


def test_a_shake_says_that_all_have_shaken_and_later_nothing(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    evening.table.on_shake()
    assert evening.table.state.held == (5, 5)
    evening.table.on_shake()
    assert evening.refused


def test_the_stock_of_a_seat_is_its_dice(tmp_path: Path) -> None:
    evening = begun(tmp_path, ILDHAFN)
    judged(evening, (9, 6), H)
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert [(seat.kind, seat.stock, seat.lost) for seat in scene.seats] == [("die", 4, 1), ("die", 5, 0)]
    assert "Astrid pays one die." in scene.verdict.lines


def test_dice_that_the_table_counts_itself_are_not_called_unreadable(tmp_path: Path) -> None:
    evening = begun(tmp_path, BASE)
    evening.press("dial")
    evening.bid(1, 1)
    evening.press("challenge")
    evening.press("claim")
    scene = scene_of(evening.table)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.lines[0] == "The table counts the dice itself."
