"""Estimates how long games last: `python -m firmware.arena.game_lengths`.

The game cards print these minutes (`firmware/menus/game_cards.py`). The times of a claim, a reveal and a deal at a
table are guesses; how many of them a game has is counted over games of computer players.
"""

import sys
from collections.abc import Mapping
from statistics import median

from firmware.arena.referee import MAX_MOVES, seat_players
from firmware.players.characters import character
from firmware.rules.events import Adjudicated, BidMade, Dealt, Declared, Passed
from firmware.rules.games.registry import RULESETS
from firmware.rules.options import OptionValue
from firmware.rules.state import Phase

OPTIONS: Mapping[str, Mapping[str, OptionValue]] = {"sympkyn-cups": RULESETS["sympkyn-cups"].presets["ildhafn"]}
"""Games with other options than the usual ones."""
CLAIM_SECONDS, REVEAL_SECONDS, DEAL_SECONDS = 15, 30, 20
SEATS = (3, 6)
GAMES = 60
PLAYERS = ("truthful", "bold", "tracker")


def minutes(rules: str, seats: int, games: int = GAMES) -> float:
    """Returns the median length of games with this many seats, in minutes."""
    players = [character(PLAYERS[seat % len(PLAYERS)]) for seat in range(seats)]
    options = OPTIONS.get(rules, {})
    lengths = []
    for seed in range(games):
        referee = seat_players(rules, options, players, seed)
        while referee.state.phase is not Phase.OVER and referee.moves < MAX_MOVES:
            referee.moves += 1
            referee.step()
        said = sum(isinstance(event, Declared | BidMade | Passed) for event in referee.events)
        revealed = sum(isinstance(event, Adjudicated) for event in referee.events)
        dealt = sum(isinstance(event, Dealt) for event in referee.events)
        lengths.append(CLAIM_SECONDS * said + REVEAL_SECONDS * revealed + DEAL_SECONDS * dealt)
    return median(lengths) / 60


def main() -> int:
    """Prints a line for every game; returns the exit code."""
    for rules in RULESETS:
        told = ", ".join(f"{seats} seats {minutes(rules, seats):.0f} min" for seats in SEATS)
        print(f"{rules}: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
