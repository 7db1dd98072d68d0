"""Games and house rules as cards: a picture, a name, two lines; the dial goes through them, its push takes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.menus.house_rules_menu import HouseRules, first_options, house_name, named_sets, option_words
from firmware.rules.claims import Bid, Claim, Pair
from firmware.rules.games.registry import fold, new_game, ruleset
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, Mode, Offer

if TYPE_CHECKING:
    from firmware.menus.start import Setup
    from firmware.table.table import Table

PICTURES: Mapping[str, Claim] = {
    "viking": Pair(1, 2),
    "bullshit": Pair(2, 1),
    "sympkyn-box": Pair(6, 6),
    "sympkyn-cups": Bid(3, 5),
    "mia": Pair(2, 1),
    "stars": Bid(4, 1),
}
"""What is drawn on the card of a game: the claim that it is known by."""
SHORT_GAME = "viking"
SHORT_OPTIONS: Mapping[str, OptionValue] = {"lives": 2}
"""The game of five minutes, for passers-by."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What stands on a card, and what taking it does."""

    title: str
    lines: tuple[str, ...]
    rules: str
    act: Callable[[], None]
    badge: str = ""

    @property
    def picture(self) -> tuple[GameState, Claim]:
        """The claim to draw, with a state of its game."""
        game = ruleset(self.rules)
        names = [f"{seat}" for seat in range(game.fewest_seats(game.settle({})))]
        return fold(new_game(self.rules, names, opens=0)), PICTURES[self.rules]


class Cards(Mode):
    """Cards to choose from, over the start screen."""

    title = ""

    def __init__(self, table: Table, behind: Setup) -> None:
        """Starts at the card that is in use."""
        super().__init__(table, behind)
        self.setup = behind
        self.index = 0

    def cards(self) -> tuple[CardFace, ...]:
        """Gives the cards."""
        raise NotImplementedError

    def offers(self) -> Mapping[str, Offer]:
        """The push takes the card, CHALLENGE goes back."""
        take = Offer(self.say("control.take_card"))
        return {DIAL: take, CLAIM: take, CHALLENGE: Offer(self.say("control.back"))}

    def press(self, control: str) -> None:
        """Takes the card, or goes back."""
        self.go_back()
        if control != CHALLENGE:
            self.cards()[self.index].act()

    def turn(self, steps: int) -> None:
        """Goes through the cards."""
        self.index = max(0, min(len(self.cards()) - 1, self.index + steps))


class GameCards(Cards):
    """The games, and a short one for passers-by."""

    def __init__(self, table: Table, behind: Setup, games: tuple[str, ...]) -> None:
        """Starts at the game that is laid out."""
        super().__init__(table, behind)
        self.title = self.say("cards.games")
        self.games = games
        self.index = games.index(table.rules) if table.rules in games else 0

    def cards(self) -> tuple[CardFace, ...]:
        """A card for every game, then the short one."""
        short = CardFace(
            self.say("cards.short"),
            (self.say("cards.short_about", game=self.say(f"game.{SHORT_GAME}")), self.say("cards.short_ends")),
            SHORT_GAME,
            lambda: self.setup.take_game(SHORT_GAME, SHORT_OPTIONS, by_lot=True),
        )
        return (*(self._game(rules) for rules in self.games), short)

    def _game(self, rules: str) -> CardFace:
        game = ruleset(rules)
        options = first_options(game)
        fewest = game.fewest_seats(game.settle(options))
        return CardFace(
            self.say(f"game.{rules}"),
            (self.say(f"setup.about_{rules}"), self.say("cards.players", n=fewest)),
            rules,
            lambda: self.setup.take_game(rules, options),
            self.say("cards.in_use") if rules == self.table.rules else "",
        )


class HouseCards(Cards):
    """The house rules that have a name, and the way to change them one by one."""

    def __init__(self, table: Table, behind: Setup) -> None:
        """Starts at the rules in use."""
        super().__init__(table, behind)
        self.title = self.say("rules.title")
        here = house_name(table, behind.plan.options)
        self.sets = named_sets(table)
        names = [name for name, _ in self.sets]
        self.index = names.index(here) if here in names else len(names)

    def cards(self) -> tuple[CardFace, ...]:
        """A card for every set of rules, then the one that opens all of them."""
        here = house_name(self.table, self.setup.plan.options)
        own = CardFace(
            self.say("cards.change"),
            (self.say("cards.change_about"), self.say("cards.change_kept")),
            self.table.rules,
            self._change,
            here if here not in [name for name, _ in self.sets] else "",
        )
        return (*(self._set(name, options, name == here) for name, options in self.sets), own)

    def _set(self, name: str, options: Mapping[str, OptionValue], in_use: bool) -> CardFace:
        return CardFace(
            name,
            self._differences(options),
            self.table.rules,
            lambda: self._take(options),
            self.say("cards.in_use") if in_use else "",
        )

    def _differences(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Two lines on a set: what the game is, or what is other than it was written."""
        game = ruleset(self.table.rules)
        settled, written = game.settle(options), game.settle({})
        other = [option for option in game.options if settled[option.name] != written[option.name]]
        shown = other or [option for option in game.options if option.name in ("lives", "dice", "end")]
        facts = [
            self.say(
                "cards.fact",
                name=self.say(f"option.{option.name}"),
                value=option_words(self.table, option, settled[option.name]),
            )
            for option in shown[:FACTS]
        ]
        head = self.say("cards.differs", n=len(other)) if other else self.say("cards.written")
        return (head, " · ".join(facts)) if facts else (head,)

    def _take(self, options: Mapping[str, OptionValue]) -> None:
        self.setup.plan = replace(self.setup.plan, options=dict(options))

    def _change(self) -> None:
        self.table.mode = HouseRules(self.table, self.setup)


FACTS = 3
"""So many options stand on a card at most."""
