"""Games and house rules as cards: a picture, a name, two lines; the dial browses, a push chooses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from firmware.menus.house_rules_menu import named_rules, rules_in_use, rules_name, value_words
from firmware.rules.claims import Bid, Claim, Pair
from firmware.rules.games.registry import fold, new_game, ruleset
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, DIAL
from firmware.table.destinations import HouseRules, StartScreen
from firmware.table.mode import Mode, NextStep, Offer
from firmware.table.plan import BY_LOT, MAX_SEATS, PLAYED, first_options, with_seats

PICTURES: Mapping[str, Claim] = {
    "viking": Pair(1, 2),
    "bullshit": Pair(2, 1),
    "sympkyn-box": Pair(6, 6),
    "sympkyn-cups": Bid(3, 5),
    "mia": Pair(2, 1),
    "stars": Bid(4, 1),
}
"""The claim that stands for a game, drawn on the cards of its house rules."""
SHORT_GAME = "viking"
SHORT_OPTIONS: Mapping[str, OptionValue] = {"lives": 2}
"""The five-minute game for passers-by."""
SHORT_ART = "short"
MINUTES: Mapping[str, tuple[int, int]] = {
    "viking": (15, 20),
    "bullshit": (15, 25),
    "sympkyn-box": (10, 20),
    "sympkyn-cups": (20, 45),
    "mia": (10, 20),
    "stars": (20, 40),
}
"""How long a game takes three and six players, roughly; `python -m firmware.arena.game_lengths` counts."""
MAX_FACTS = 3
"""The most options shown on a card."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """The contents of a card, and the action for choosing it; `facts` form the last line.

    `art` names the picture of a game; without one, the claim that stands for it is drawn.
    """

    title: Message
    lines: tuple[Message, ...]
    rules: str
    act: Callable[[], None]
    badge: Message | None = None
    facts: tuple[Message, ...] = ()
    art: str = ""

    @property
    def picture(self) -> tuple[GameState, Claim]:
        """The claim to draw, with a state of its game."""
        game = ruleset(self.rules)
        names = [f"{seat}" for seat in range(game.min_seats(game.complete_options({})))]
        return fold(new_game(self.rules, names, opens=0)), PICTURES[self.rules]


class CardsMode(Mode):
    """Cards over the start screen."""

    def __init__(self, context: Context) -> None:
        """Starts at the current card, or the first."""
        super().__init__(context)
        badges = [card.badge for card in self.cards()]
        self.index = next((place for place, badge in enumerate(badges) if badge), 0)

    @property
    def title(self) -> Message:
        """The heading."""
        raise NotImplementedError

    def cards(self) -> tuple[CardFace, ...]:
        """Returns the cards."""
        raise NotImplementedError

    @property
    def step(self) -> NextStep:
        """Choosing a card."""
        return NextStep.CHOOSE

    def offers(self) -> Mapping[str, Offer]:
        """The push chooses the card, CHALLENGE goes back."""
        take = Offer(self.text("control.take_card"))
        return {DIAL: take, CHALLENGE: Offer(self.text("control.back"))}

    def press(self, control: str) -> None:
        """Chooses the card, or goes back."""
        card = self.cards()[self.index]
        self.go_back()
        if control != CHALLENGE:
            card.act()

    def turn(self, steps: int) -> None:
        """Browses the cards."""
        self.index = max(0, min(len(self.cards()) - 1, self.index + steps))


class GameCardsMode(CardsMode):
    """The games, and the five-minute one; the chosen one is shown on the start screen."""

    leads_to = (StartScreen,)

    @property
    def title(self) -> Message:
        """The games."""
        return self.text("cards.games")

    def cards(self) -> tuple[CardFace, ...]:
        """A card for every game, then the five-minute one."""
        about = self.text("cards.short_about", game=self.text(f"game.{SHORT_GAME}"))
        short = CardFace(
            self.text("cards.short"),
            (about,),
            SHORT_GAME,
            partial(self._plan, SHORT_GAME, SHORT_OPTIONS, by_lot=True),
            facts=(self._seats(SHORT_GAME, SHORT_OPTIONS), self.text("cards.about_minutes", n=5)),
            art=SHORT_ART,
        )
        return (*(self._game(rules) for rules in PLAYED), short)

    def _game(self, rules: str) -> CardFace:
        options = first_options(ruleset(rules))
        shortest, longest = MINUTES[rules]
        return CardFace(
            self.text(f"game.{rules}"),
            (self.text(f"cards.feel_{rules}"),),
            rules,
            partial(self._plan, rules, options),
            self.text("cards.in_use") if rules == self.context.current_game.rules else None,
            facts=(self._seats(rules, options), self.text("cards.minutes", shortest=shortest, longest=longest)),
            art=rules,
        )

    def _seats(self, rules: str, options: Mapping[str, OptionValue]) -> Message:
        game = ruleset(rules)
        fewest = game.min_seats(game.complete_options(options))
        return self.text("cards.players", fewest=fewest, most=MAX_SEATS)

    def _plan(self, rules: str, options: Mapping[str, OptionValue], by_lot: bool = False) -> None:
        """Plans another game for the same seats, or for as many as it needs."""
        games = self.context.current_game
        games.rules = rules
        plan = replace(games.plan, options=dict(options), opens=BY_LOT if by_lot else games.plan.opens)
        games.plan = with_seats(plan, ruleset(rules), 0, self.context.word_list("setup.names"))
        self.go(StartScreen())


class HouseCardsMode(CardsMode):
    """The house rules that have a name, and the way to change them one by one."""

    leads_to = (HouseRules,)

    @property
    def title(self) -> Message:
        """The house rules."""
        return self.text("rules.title")

    def cards(self) -> tuple[CardFace, ...]:
        """A card for every set of rules, then the one that opens all of them."""
        here = rules_in_use(self.context)
        rules = self.context.current_game.rules
        own = CardFace(
            self.text("cards.change"),
            (self.text("cards.change_about"), self.text("cards.change_kept")),
            rules,
            partial(self.open, HouseRules()),
            None if here else rules_name(self.context),
        )
        sets = (
            replace(
                self._differences(named.name, named.options),
                badge=self.text("cards.in_use") if named == here else None,
            )
            for named in named_rules(self.context)
        )
        return (*sets, own)

    def _differences(self, name: Message, options: Mapping[str, OptionValue]) -> CardFace:
        """Describes a set of rules: what the game is, or what differs from the game as written."""
        game = ruleset(self.context.current_game.rules)
        complete, written = game.complete_options(options), game.complete_options({})
        other = [option for option in game.options if complete[option.name] != written[option.name]]
        shown = other or [option for option in game.options if option.name in ("lives", "dice", "end")]
        facts = tuple(
            self.text(
                "cards.fact",
                name=self.text(f"option.{option.name}"),
                value=value_words(option, complete[option.name]),
            )
            for option in shown[:MAX_FACTS]
        )
        head = self.text("cards.differs", n=len(other)) if other else self.text("cards.written")
        return CardFace(name, (head,), game.name, partial(self._take, options), facts=facts)

    def _take(self, options: Mapping[str, OptionValue]) -> None:
        games = self.context.current_game
        games.plan = replace(games.plan, options=dict(options))
