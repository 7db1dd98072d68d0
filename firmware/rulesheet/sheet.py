"""A rule sheet as it is to be printed, before it is text or a picture."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware.rules.claims import FACES, Bid
from firmware.rules.games.registry import ruleset
from firmware.rules.options import OptionValue, write_value
from firmware.rulesheet.facts import TRIAL_DICE, facts_of
from firmware.rulesheet.trials import Trial
from firmware.rulesheet.wording import Facts, Wording

RAISED = (Bid(4, 5), Bid(2, 1))
"""The bids of which a cup game's sheet shows what may follow."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A result of two dice in the order in which it is read, and its name."""

    dice: tuple[int, int]
    name: str


@dataclass(frozen=True, slots=True)
class Raise:
    """What may follow a bid: for each face 1 to 6 the least number that beats it; None where none does."""

    after: Bid
    least: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option in force, in words; `changed` when it is not as the rules were written."""

    label: str
    value: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of a rule sheet, in the order of the page. A game has either a `ladder`, highest first, or `raises`.

    `oblong`: its dice are oblong ones, with 1 and 2 on the square ends.
    """

    name: str
    title: str
    subtitle: str
    headings: Mapping[str, str]
    needs: tuple[str, ...]
    aim: str
    steps: tuple[str, ...]
    ladder: tuple[Rung, ...]
    oblong: bool
    raises: tuple[Raise, ...]
    beats: tuple[str, ...]
    costs: tuple[tuple[str, str], ...]
    ending: tuple[str, ...]
    house: tuple[HouseRule, ...]
    footer: str


def rule_sheet(rules: str, options: Mapping[str, OptionValue], wording: Wording | None = None) -> Sheet:
    """Lays out the sheet of a game with its house rules (values or text; `preset` names a preset).

    Raises:
        RulesError: where there is no such game, option or value.
    """
    words = wording or Wording()
    trial = Trial(ruleset(rules).name, options)
    facts = facts_of(trial)
    name = trial.game.name
    preset = str(options.get("preset", "")) or _preset_of(trial)
    return Sheet(
        name=name,
        title=words.text(name, "title", facts) or str(trial.game.title),
        subtitle=words.named(name, "presets", preset, facts) or "" if preset in words.keys(name, "presets") else "",
        headings={key: words.text("heading", key, facts) or "" for key in words.keys("heading")},
        needs=words.texts(name, "needs", facts),
        aim=" ".join(words.texts(name, "aim", facts)),
        steps=(*words.texts(name, "steps", facts), *words.texts("openers", str(facts["opener"]), facts)),
        ladder=_ladder(trial),
        oblong=name == "viking",
        raises=_raises(trial),
        beats=words.texts(name, "beats", facts),
        costs=words.rows(name, "costs", facts),
        ending=words.texts(name, "ending", facts),
        house=_house(trial, words, facts, preset),
        footer=words.text("common", "footer", facts) or "",
    )


def _preset_of(trial: Trial) -> str:
    """The preset whose house rules these are; "" where they are none's, or the rules as written."""
    game = trial.game
    return next((name for name, values in game.presets.items() if values and game.settle(values) == trial.options), "")


def _ladder(trial: Trial) -> tuple[Rung, ...]:
    ladder = trial.ladder
    if ladder is None:
        return ()
    return tuple(
        Rung((pair.low, pair.high) if ladder.low_first else (pair.high, pair.low), ladder.spoken(pair))
        for pair in reversed(ladder.pairs)
    )


def _raises(trial: Trial) -> tuple[Raise, ...]:
    if trial.ladder is not None:
        return ()
    found = []
    for after in RAISED:
        bids = [bid for bid in trial.bids_after(after, dice=TRIAL_DICE) if isinstance(bid, Bid)]
        least = tuple(min((bid.quantity for bid in bids if bid.face == face), default=None) for face in FACES)
        found.append(Raise(after, least))
    return tuple(found)


def _house(trial: Trial, words: Wording, facts: Facts, preset: str) -> tuple[HouseRule, ...]:
    """The options that have a label: what only changes the screen has none, nor what is idle under another option."""
    section = trial.game.name
    written = trial.game.settle({"preset": preset} if preset else {})
    labels = set(words.keys(section, "labels"))
    rules = []
    for option in trial.game.options:
        label = words.named(section, "labels", option.name, facts) if option.name in labels else None
        if label is not None:
            value = trial.options[option.name]
            key = f"{option.name}_{write_value(value)}"
            worded = words.named(section, "values", key, facts) if key in words.keys(section, "values") else None
            plain = words.text("common", f"flag_{write_value(value)}", facts) if option.is_flag else write_value(value)
            rules.append(HouseRule(label, worded or plain or "", value != written[option.name]))
    return tuple(rules)
