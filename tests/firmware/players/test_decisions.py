"""The seats' decisions and what they knew are derived from public events: exactly, and never before the reveal."""

import random
from dataclasses import dataclass, field

import pytest

from firmware.arena.referee import Referee, seat_players
from firmware.players.characters import character
from firmware.players.decisions import decisions, last_round
from firmware.players.player import ComputerPlayer
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Challenge, Command, Declare, MakeBid
from firmware.rules.events import Adjudicated
from firmware.rules.games.registry import RULESETS

PAIRS = {"viking": {"min_players": 2}, "mia": {"min_players": 2}}


@dataclass
class Witness:
    """A player that records its views and choices."""

    player: ComputerPlayer
    seen: list[tuple[SeatView, Command | None]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        command = self.player.choose(view, chance)
        self.seen.append((view, command))
        return command


def played(rules: str, seed: int) -> tuple[Referee, dict[tuple[int, int], tuple[SeatView, Command | None]]]:
    """A game, and each seat's views and choices, by seat and number of events."""
    witnesses = [Witness(character(name)) for name in ("weigher", "bold")]
    game = seat_players(rules, PAIRS.get(rules, {}), witnesses, seed)
    game.play()
    return game, {(view.seat, len(view.events)): (view, made) for each in witnesses for view, made in each.seen}


def by_value(view: SeatView) -> SeatView:
    return view._replace(dice=tuple(sorted(view.dice)))


@pytest.mark.parametrize("rules", RULESETS)
def test_views_and_choices_are_those_that_the_players_had(rules: str) -> None:
    kinds = set[type]()
    for seed in range(4):
        game, known = played(rules, seed)
        for decision in decisions(game.events, game.model):
            view, made = known[decision.seat, decision.at]
            assert (by_value(decision.view), decision.made) == (by_value(view), made)
            kinds.add(type(made))
    assert Challenge in kinds
    assert len(kinds) > 1


@pytest.mark.parametrize("rules", RULESETS)
def test_every_judged_challenge_is_listed(rules: str) -> None:
    game, _ = played(rules, 5)
    told = [decision for decision in decisions(game.events, game.model) if isinstance(decision.made, Challenge)]
    judged = [event for event in game.events if isinstance(event, Adjudicated) and event.challenger is not None]
    assert [decision.seat for decision in told] == [event.challenger for event in judged]


@pytest.mark.parametrize("rules", RULESETS)
def test_no_decision_that_depended_on_dice_is_listed_before_their_reveal(rules: str) -> None:
    game, _ = played(rules, 6)
    for end in range(1, len(game.events)):
        events = game.events[:end]
        reveal = max((at for at, event in enumerate(events) if isinstance(event, Adjudicated)), default=0)
        for decision in decisions(events, game.model):
            assert decision.at < reveal or decision.view.dice == ()
            assert decision.at < reveal or not isinstance(decision.made, Declare | MakeBid)


def test_the_last_round_ends_with_the_last_reveal() -> None:
    game, _ = played("viking", 7)
    choices = tuple(decisions(game.events, game.model))
    ends = [at for at, event in enumerate(game.events) if isinstance(event, Adjudicated)]
    chosen = last_round(choices, game.events)
    assert chosen
    assert all(ends[-2] < choice.at <= ends[-1] for choice in chosen)
    assert last_round(choices, game.events[: ends[0] + 1])[-1].at <= ends[0]
