"""Saving house rules under a name, and deleting them."""

from firmware.config.house_rules import SavedRules, changed
from firmware.menus.names import edited, turned_to
from firmware.menus.spelling import NamingList
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.destinations import ForgetHouseRules, NameHouseRules, Spelling
from firmware.table.mode import Choice, ListMode


class NamingMode(NamingList):
    """Saves the house rules under a name, which is chosen, typed or spelled."""

    def __init__(self, context: Context, question: NameHouseRules) -> None:
        """Starts with a given name, or the first unused one."""
        super().__init__(context)
        self.question = question
        self.names = context.word_list("rules.names")
        used = self._used()
        self.name = question.name or next((name for name in self.names if name not in used), self.names[0])

    @property
    def title(self) -> Message:
        """Saving these rules."""
        return self.text("rules.keep")

    @property
    def subtitle(self) -> Message:
        """The game."""
        return self.text(f"game.{self.context.current_game.rules}")

    def choices(self) -> tuple[Choice, ...]:
        """Save, the name, and back."""
        detail = self.text("rules.keep_over" if self.name in self._used() else "rules.keep_new", name=self.name)
        why = None if self.name.strip() else self.text("why.nameless")
        return (
            Choice("keep", self.text("rules.keep_now"), detail=detail, why=why, act=self._keep),
            Choice(
                "name",
                self.text("rules.name"),
                literal(self.name),
                self.text("rules.name_detail"),
                turn=self._turn,
                type=self._type,
            ),
            self.back_row(),
        )

    def spelling(self) -> Spelling:
        """Spells the name."""
        return Spelling(self.text("rules.name"), self.rename)

    def rename(self, name: str) -> None:
        """Takes a spelled name."""
        self.name = name

    def _used(self) -> list[str]:
        return [house.name for house in self.context.house_rules.of(self.context.current_game.rules)]

    def _turn(self, steps: int) -> None:
        """Turns through suggested names, including those in use."""
        names = [*self.names, *(name for name in self._used() if name not in self.names)]
        self.name = turned_to(names, self.name, steps)

    def _type(self, typed: str) -> None:
        if typed == "\b" or typed.isprintable():
            self.name = edited(self.name, typed, self.fresh)
            self.fresh = False

    def _keep(self) -> None:
        context, name = self.context, " ".join(self.name.split())
        games, kept = context.current_game, context.house_rules
        kept.keep(SavedRules(name, games.rules, changed(games.rules, games.plan.options)))
        self.question.then(name)
        self.go_back()
        if kept.trouble:
            context.warn(kept.trouble)
        else:
            context.notify(self.text("rules.kept", name=name))


class ForgettingMode(ListMode):
    """Confirms the deletion of house rules."""

    def __init__(self, context: Context, question: ForgetHouseRules) -> None:
        """Opens over the house rules."""
        super().__init__(context)
        self.question = question

    @property
    def title(self) -> Message:
        """Asks whether to delete them."""
        return self.text("rules.forget_sure", name=self.question.house.name)

    @property
    def subtitle(self) -> Message:
        """The game."""
        return self.text(f"game.{self.context.current_game.rules}")

    def choices(self) -> tuple[Choice, ...]:
        """No, or yes."""
        return (
            Choice("no", self.text("rules.forget_no"), act=self.go_back),
            Choice("yes", self.text("rules.forget_yes"), detail=self.text("rules.forget_detail"), act=self._forget),
        )

    def _forget(self) -> None:
        context, house = self.context, self.question.house
        context.house_rules.forget(house)
        self.question.then()
        self.go_back()
        trouble = context.house_rules.trouble
        context.notify(trouble if trouble else self.text("rules.forgotten", name=house.name))
