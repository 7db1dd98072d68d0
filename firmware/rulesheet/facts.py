"""The facts about a game and its options that choose and fill the texts of its sheet."""

from firmware.rules.claims import Bid
from firmware.rules.games.bullshit import TWENTY_ONE
from firmware.rules.games.viking import MEIER
from firmware.rules.ladders import Ladder
from firmware.rulesheet.sheet_wording import Facts
from firmware.rulesheet.trials import Role, TrialResult, TrialRounds

TRIAL_DICE = 6
"""Dice under every cup in the trial rounds."""
TRIAL_BID = Bid(4, 5)
DIFFERENCE = 2
"""Differences between bid and count in the trials."""


def facts_of(trial: TrialRounds) -> Facts:
    """Collects the options, the number of players, and the results of trial rounds."""
    game, options = trial.game, trial.options
    facts = dict(options)
    facts["fewest"] = game.min_seats(options)
    facts["most"] = game.max_seats
    facts["wild"] = trial.wild
    facts |= _cup_facts(trial) if trial.ladder is None else _box_facts(trial, trial.ladder)
    return facts


def _box_facts(trial: TrialRounds, ladder: Ladder) -> Facts:
    low, middle = ladder.pairs[0], ladder.pairs[10]
    true, lie = trial.challenged(middle, middle), trial.challenged(low, middle)
    facts: dict[str, int | str | bool] = {
        "true_cost": true.challenger,
        "lie_cost": lie.owner,
        "opener": _opener(true, lie),
        "doubles_on_top": _doubles_on_top(ladder),
        "top": ladder.spoken(ladder.top),
    }
    if ladder.top in trial.claims_after():
        facts["top_true_cost"] = trial.challenged(ladder.top, ladder.top).challenger
        facts["top_lie_cost"] = trial.challenged(low, ladder.top).owner
    match trial.game.name:
        case "viking":
            facts["accept_cost"] = trial.accepted(MEIER).challenger
        case "bullshit":
            facts |= _bullshit_facts(trial, ladder)
    return facts


def _bullshit_facts(trial: TrialRounds, ladder: Ladder) -> Facts:
    """Returns the facts about the cup's worth, which grows with every higher claim."""
    rising = ladder.pairs[3:6]
    first = trial.shown(TWENTY_ONE)
    fine = trial.fine(rising[1], rising[0])
    return {
        "third_cost": trial.challenged(ladder.pairs[0], *rising).owner,
        "shown_cost": first.others,
        "fine": fine,
        "fine_grows": fine != trial.fine(*rising, ladder.pairs[0]),
    }


def _cup_facts(trial: TrialRounds) -> Facts:
    options = trial.options
    over, exact, under = (
        trial.bid(TRIAL_BID, TRIAL_BID.quantity + more, TRIAL_DICE) for more in (DIFFERENCE, 0, -DIFFERENCE)
    )
    return {
        "true_cost": exact.challenger,
        "lie_cost": under.owner,
        "over_cost": over.challenger,
        "exact_others_cost": exact.others,
        "opener": _opener(exact, under),
        "totals": bool(trial.totals()),
        "one_round": options.get("points_to_win") == 1 and exact.scores is not None,
        "shows_limited": options.get("show_per_round", 0) != 0,
        "bid_quantity": TRIAL_BID.quantity,
        "bid_face": TRIAL_BID.face,
        "over": TRIAL_BID.quantity + DIFFERENCE,
        "under": TRIAL_BID.quantity - DIFFERENCE,
    }


def _opener(true: TrialResult, lie: TrialResult) -> str:
    """Names who opens after a challenge, from a true claim and from a lie."""
    if true.scores is not None:
        return "scorer"
    names = {
        (Role.CHALLENGER, Role.CHALLENGER): "challenger",
        (Role.OWNER, Role.OWNER): "owner",
        (Role.CHALLENGER, Role.OWNER): "loser",
        (Role.OWNER, Role.CHALLENGER): "winner",
    }
    return names[true.opens, lie.opens]


def _doubles_on_top(ladder: Ladder) -> bool:
    doubles = [ladder.rank(pair) for pair in ladder.pairs if pair.low == pair.high]
    mixed = [ladder.rank(pair) for pair in ladder.pairs if pair.low != pair.high and pair != ladder.top]
    return min(doubles) > max(mixed)
