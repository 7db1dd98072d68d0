"""A rule sheet as messages, before it is rendered, printed or drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from firmware.rules.claims import FACES, Bid
from firmware.rules.games.registry import ruleset
from firmware.rules.message import Message, literal, message
from firmware.rules.options import Option, OptionValue, write_value
from firmware.rulesheet import sheet_wording
from firmware.rulesheet.facts import TRIAL_DICE, facts_of
from firmware.rulesheet.sheet_wording import Facts
from firmware.rulesheet.trials import TrialRounds

RAISED = (Bid(4, 5), Bid(2, 1))
"""The bids whose possible raises a cup game's sheet lists."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A result of two dice in reading order, and its name."""

    dice: tuple[int, int]
    name: str


@dataclass(frozen=True, slots=True)
class Raise:
    """The raises of a bid: for each face 1 to 6 the smallest number that beats it; None if none does."""

    after: Bid
    least: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option in force; `changed` if it differs from the rules as written."""

    label: Message
    value: Message
    changed: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of a rule sheet, in the order of the page. A game has either a `ladder`, highest first, or `raises`.

    `oblong`: its dice are oblong ones, with 1 and 2 on the square ends.
    """

    name: str
    title: Message
    subtitle: Message | None
    headings: Mapping[str, Message]
    needs: tuple[Message, ...]
    aim: Message
    steps: tuple[Message, ...]
    ladder: tuple[Rung, ...]
    oblong: bool
    raises: tuple[Raise, ...]
    beats: tuple[Message, ...]
    costs: tuple[tuple[Message, Message], ...]
    ending: tuple[Message, ...]
    house: tuple[HouseRule, ...]
    footer: Message


def rule_sheet(rules: str, options: Mapping[str, OptionValue]) -> Sheet:
    """Builds the sheet of a game with its house rules (values or text; `preset` names a preset).

    Raises:
        RulesError: where there is no such game, option or value.
    """
    trial = TrialRounds(ruleset(rules).name, options)
    facts = facts_of(trial)
    name = trial.game.name
    preset = str(options.get("preset", "")) or _preset_of(trial)
    return Sheet(
        name=name,
        title=_always(name, "title", facts),
        subtitle=sheet_wording.named(name, "presets", preset, facts),
        headings=sheet_wording.headings(),
        needs=sheet_wording.texts(name, "needs", facts),
        aim=_in_a_row(sheet_wording.texts(name, "aim", facts)),
        steps=(
            *sheet_wording.texts(name, "steps", facts),
            *sheet_wording.texts("openers", str(facts["opener"]), facts),
        ),
        ladder=_ladder(trial),
        oblong=name == "viking",
        raises=_raises(trial),
        beats=sheet_wording.texts(name, "beats", facts),
        costs=sheet_wording.rows(name, "costs", facts),
        ending=sheet_wording.texts(name, "ending", facts),
        house=_house(trial, facts, preset),
        footer=_always("common", "footer", facts),
    )


def _in_a_row(sentences: Iterable[Message]) -> Message:
    """Joins sentences into a paragraph."""
    return reduce(
        lambda first, then: message("{first} {then}", context="two sentences", first=first, then=then), sentences
    )


def _always(section: str, key: str, facts: Facts) -> Message:
    """Returns a text common to all sheets."""
    found = sheet_wording.one_text(section, key, facts)
    assert found is not None, f"{section}.{key} depends on facts"
    return found


def _preset_of(trial: TrialRounds) -> str:
    """Returns the preset with these house rules; "" if there is none, or the rules are as written."""
    game = trial.game
    presets = {name: values for name, values in game.presets.items() if values}
    return next((name for name, values in presets.items() if game.complete_options(values) == trial.options), "")


def _ladder(trial: TrialRounds) -> tuple[Rung, ...]:
    ladder = trial.ladder
    if ladder is None:
        return ()
    return tuple(
        Rung((pair.low, pair.high) if ladder.low_first else (pair.high, pair.low), ladder.spoken(pair))
        for pair in reversed(ladder.pairs)
    )


def _raises(trial: TrialRounds) -> tuple[Raise, ...]:
    if trial.ladder is not None:
        return ()
    found = []
    for after in RAISED:
        bids = [bid for bid in trial.bids_after(after, dice=TRIAL_DICE) if isinstance(bid, Bid)]
        least = tuple(min((bid.quantity for bid in bids if bid.face == face), default=None) for face in FACES)
        found.append(Raise(after, least))
    return tuple(found)


def _house(trial: TrialRounds, facts: Facts, preset: str) -> tuple[HouseRule, ...]:
    """Returns the options that have a label; what changes only the screen, or has no effect here, has none."""
    section = trial.game.name
    written = trial.game.complete_options({"preset": preset} if preset else {})
    rules = []
    for option in trial.game.options:
        label = sheet_wording.named(section, "labels", option.name, facts)
        if label is not None:
            value = trial.options[option.name]
            rules.append(HouseRule(label, _value(section, option, value, facts), value != written[option.name]))
    return tuple(rules)


def _value(section: str, option: Option, value: OptionValue, facts: Facts) -> Message:
    """Returns a value in words where it has any."""
    written = write_value(value)
    worded = sheet_wording.named(section, "values", f"{option.name}_{written}", facts)
    if worded is not None:
        return worded
    return _always("common", f"flag_{written}", facts) if option.is_flag else literal(written)
