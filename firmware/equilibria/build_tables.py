"""Solves the rounds that computer players use, and stores them: `python -m firmware.equilibria.build_tables`."""

import sys

import numpy as np

from firmware.equilibria.last_face import MAX_WAITING, last_face
from firmware.equilibria.passing import PassingPlay
from firmware.equilibria.round_rules import bullshit_play, passing_play, viking_play
from firmware.equilibria.round_tables import SEATS, TABLES
from firmware.equilibria.self_play import RESULTS, Values
from firmware.equilibria.star_endings import star_endings, table
from firmware.odds.dice_model import DECLARED, FAIR
from firmware.rules.games.registry import ruleset

CUBE = 1 / 6
FIVE = 5
Arrays = dict[str, Values]


def build() -> Arrays:
    """Solves everything."""
    arrays: Arrays = {}
    for seats in SEATS:
        for raising in ("equal", "higher"):
            play = viking_play(ruleset("viking").complete_options({"min_raise": raising}), DECLARED, seats)
            name = f"viking-{raising}-{seats}"
            arrays |= {
                f"{name}-claims": play.claims,
                f"{name}-challenges": play.challenges,
                f"{name}-worth": play.worth,
            }
        plays = bullshit_play(ruleset("bullshit").complete_options({}), FAIR, seats)
        for part in ("claims", "challenges", "worth"):
            arrays[f"bullshit-{seats}-{part}"] = np.stack([getattr(play, part) for play in plays])
        for ranking in ("traditional", "modern"):
            options = ruleset("mia").complete_options({"ranking": ranking})
            arrays |= padded(f"mia-{ranking}-{seats}", passing_play("mia", options, FAIR, seats), seats)
        options = ruleset("sympkyn-box").complete_options({})
        arrays |= padded(f"sympkyn-box-{seats}", passing_play("sympkyn-box", options, FAIR, seats), seats)
    arrays["points-5-5"] = points()
    for ending, strategy in star_endings():
        for player in (0, 1):
            arrays[f"stars-{ending.dice[0]}-{ending.dice[1]}-{player}"] = table(ending, strategy, player)
    return arrays


def padded(name: str, play: PassingPlay, seats: int) -> Arrays:
    """Indexes the policies of all steps by rank instead of by position."""
    told = np.zeros((RESULTS + 1, RESULTS, RESULTS))
    answers = np.zeros((RESULTS + 1, seats - 1, RESULTS, 3))
    back = np.zeros((RESULTS + 1, RESULTS, RESULTS, RESULTS + 2))
    second = np.zeros((RESULTS + 1, seats - 1, RESULTS, RESULTS, 3))
    for beaten, step in play.steps.items():
        first = step.claims[0]
        told[beaten + 1, :, first:] = step.told
        answers[beaten + 1, :, first:] = step.answers
        back[beaten + 1, first:, :, :2] = step.back[:, :, :2]
        back[beaten + 1, first:, :, first + 2 :] = step.back[:, :, 2:]
        second[beaten + 1, :, first:, first:] = step.second
    return {f"{name}-told": told, f"{name}-answers": answers, f"{name}-back": back, f"{name}-second": second}


def points() -> Values:
    """Solves a round played for points, with five dice or fewer for each of the two seats."""
    solver = last_face(FIVE, FIVE, CUBE)
    table = np.zeros((MAX_WAITING + 1, 2 << solver.bids, FIVE + 1, solver.bids + 2))
    for waited, bids in solver.nodes:
        made = [bid for bid in range(1, solver.bids + 1) if bids >> bid & 1]
        for hand in range(FIVE + 1):
            table[waited, bids, hand] = solver.policy(waited, made, hand)
    return table


def stored_form(name: str, array: Values) -> np.ndarray[tuple[int, ...], np.dtype[np.float16 | np.float32]]:
    """Rounds the probabilities for storage; those below a thousandth are dropped."""
    if name.endswith("-worth"):
        return array.astype(np.float32)
    return np.where(array < 1e-3, 0.0, array).round(3).astype(np.float16)


def main() -> int:
    """Writes the file."""
    np.savez_compressed(TABLES, **{name: stored_form(name, array) for name, array in build().items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
