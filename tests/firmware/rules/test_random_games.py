"""Properties that hold in every game, however it is played."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total
from firmware.rules.commands import (
    Accept,
    Challenge,
    ChooseOpener,
    Command,
    Deal,
    Declare,
    MakeBid,
    Move,
    MoveKind,
    Pass,
    Refusal,
    Reveal,
    Roll,
    RollOff,
    Rule,
    Score,
    Show,
    Unread,
    VoidRoll,
)
from firmware.rules.decide import decide
from firmware.rules.events import from_json, to_json
from firmware.rules.evolve import fold
from firmware.rules.games.registry import claims, legal, out
from firmware.rules.history import History
from firmware.rules.ladders import CLASSIC
from firmware.rules.message import literal
from firmware.rules.state import GameState, Phase
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance

seeds = st.integers(0, 2**32)
configurations = st.sampled_from(CONFIGURATIONS)
LONG = 6000


@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_every_game_ends_with_a_winner(seed: int) -> None:
    for rules, options in CONFIGURATIONS:
        state = Chance(rules, options, seed).play(LONG)
        assert state.phase is Phase.OVER
        assert state.winners
        assert not set(state.winners) & set(state.losers)


@settings(max_examples=60, deadline=None)
@given(configurations, seeds)
def test_every_state_keeps_the_invariants(configuration: tuple[str, dict[str, str]], seed: int) -> None:
    game = Chance(*configuration, seed, unread=0.1)
    for state in game.states(150):
        assert min(state.stock) >= 0
        gone = set(out(state))
        if state.phase is Phase.OVER:
            assert (state.turn, state.claim, state.seen) == (None, None, frozenset())
            assert not any(legal(state, seat) for seat in range(len(state.seats)))
        else:
            assert state.turn is not None
            assert state.turn not in gone
            assert state.starter is not None
        assert not any(legal(state, seat) for seat in gone)
        if state.phase is Phase.ANSWERING:
            assert state.owner is not None
            assert state.owner != state.turn
            assert legal(state, state.turn or 0)
        if state.phase is Phase.CLAIMING:
            assert claims(state)


@settings(max_examples=40, deadline=None)
@given(configurations, seeds)
def test_the_same_events_make_the_same_state(configuration: tuple[str, dict[str, str]], seed: int) -> None:
    game = Chance(*configuration, seed, unread=0.1)
    game.play(120)
    assert fold(game.events) == game.state
    assert fold(from_json(json.loads(json.dumps(to_json(event)))) for event in game.events) == game.state


@settings(max_examples=60, deadline=None)
@given(configurations, seeds, st.integers(1, 40))
def test_legal_lists_just_the_moves_that_are_accepted(
    configuration: tuple[str, dict[str, str]], seed: int, actions: int
) -> None:
    """Every move that `legal` lists is accepted, and every other is refused."""
    state = Chance(*configuration, seed).play(actions)
    for seat in range(len(state.seats)):
        listed = set(legal(state, seat)) - {Move(MoveKind.REROLL)}
        assert {move for move in _all_moves(state) if _is_allowed(state, seat, move)} == listed


def _all_moves(state: GameState) -> list[Move]:
    moves = [Move(MoveKind.CHALLENGE), Move(MoveKind.ACCEPT), Move(MoveKind.SHOW, Pair(2, 1))]
    kinds = (MoveKind.ROLL, MoveKind.BLIND, MoveKind.PASS)
    moves += [Move(kind, pair) for kind in kinds for pair in CLASSIC.pairs]
    dice = sum(state.held)
    moves += [Move(MoveKind.BID, Bid(quantity, face)) for quantity in range(1, dice + 3) for face in range(1, 7)]
    return moves + [Move(MoveKind.SUM, Total(total)) for total in range(1, 6 * dice + 3)]


def _is_allowed(state: GameState, seat: int, move: Move) -> bool:
    for command in _commands(seat, move.kind, move.claim):
        decision = decide(state, command)
        if isinstance(decision, Refusal):
            assert str(decision.reason).endswith(".")
            return False
        state = fold(decision, state)
    return True


def _commands(seat: int, kind: MoveKind, claim: Claim | None) -> tuple[Command, ...]:
    match kind, claim:
        case MoveKind.CHALLENGE, _:
            return (Challenge(seat),)
        case MoveKind.ACCEPT, _:
            return (Accept(seat),)
        case MoveKind.SHOW, _:
            return (Roll(seat), Show(seat))
        case MoveKind.PASS, Pair() as pair:
            return (Pass(seat, pair),)
        case _, Pair() as pair:
            return (Roll(seat, blind=kind is MoveKind.BLIND), Declare(seat, pair))
        case _, (Bid() | Total()) as bid:
            return (MakeBid(seat, bid),)
    raise AssertionError(kind)


seats = st.integers(-1, 6)
pairs = st.sampled_from(CLASSIC.pairs)
faces = st.integers(0, 7)
any_command: st.SearchStrategy[Command] = st.one_of(
    st.builds(RollOff, st.lists(st.tuples(seats, faces), max_size=4).map(tuple)),
    st.builds(ChooseOpener, seats),
    st.builds(Roll, seats, st.booleans()),
    st.builds(Declare, seats, pairs),
    st.builds(Pass, seats, st.none() | pairs),
    st.builds(Accept, seats),
    st.builds(Challenge, seats),
    st.builds(Show, seats),
    st.just(Deal()),
    st.builds(
        MakeBid,
        seats,
        st.builds(Bid, st.integers(1, 30), st.integers(1, 6)) | st.builds(Total, st.integers(1, 40)),
        st.lists(faces, max_size=3).map(tuple),
        st.integers(0, 5),
    ),
    st.builds(
        Reveal,
        pairs
        | st.just(Unread(literal("the dice touch")))
        | st.lists(st.lists(st.integers(1, 6), max_size=5).map(tuple), max_size=5).map(lambda dice: Hands(tuple(dice))),
    ),
    st.just(VoidRoll()),
    st.builds(Rule, seats, st.integers(-9, 9), st.just(literal("the table agreed"))),
    st.builds(Score, seats, st.integers(-9, 9), st.just(literal("the table agreed"))),
)


@settings(max_examples=150, deadline=None)
@given(configurations, seeds, st.integers(0, 30), st.lists(any_command, min_size=5, max_size=40))
def test_any_command_at_any_time_is_decided_or_refused(
    configuration: tuple[str, dict[str, str]], seed: int, actions: int, commands: list[Command]
) -> None:
    """No command is an error, no state that any sequence leads to is a dead end."""
    state = Chance(*configuration, seed).play(actions)
    for command in commands:
        decision = decide(state, command)
        if isinstance(decision, Refusal):
            continue
        state = fold(decision, state)
        assert min(state.stock) >= 0
        match state.phase:
            case Phase.OPEN | Phase.ANSWERING | Phase.CLAIMING:
                assert state.turn is not None
                assert state.turn not in out(state)
                shows_no_21 = state.phase is Phase.CLAIMING and state.roller is None
                undealt = not state.held and state.ruleset in ("sympkyn-cups", "stars")
                assert legal(state, state.turn) or shows_no_21 or undealt
            case Phase.REVEALING:
                assert not isinstance(decide(state, Reveal(Unread(literal("the dice touch")))), Refusal)


@settings(max_examples=30, deadline=None)
@given(configurations, seeds)
def test_undo_restores_every_earlier_state(configuration: tuple[str, dict[str, str]], seed: int) -> None:
    game = Chance(*configuration, seed)
    history = History.begin(game.start)
    states = [history.state]
    for _ in range(40):
        before = len(game.events)
        game.play(1)
        if len(game.events) == before:
            break
        history = history.act(tuple(game.events[before:]))
        states.append(history.state)
    assert history.events() == tuple(game.events)
    while len(states) > 1:
        assert history.state == states.pop()
        undone = history.undo()
        assert isinstance(undone, History)
        history = undone
    assert isinstance(history.undo(), Refusal)
