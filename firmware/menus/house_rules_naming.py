"""House rules get a name, or are forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.config.house_rules import House, changed
from firmware.menus.seat_names import edited
from firmware.menus.spelling import NamingList
from firmware.table.mode import Choice, ListMode

if TYPE_CHECKING:
    from firmware.menus.house_rules_menu import HouseRules
    from firmware.table.table import Table


class Naming(NamingList):
    """Keeps the house rules under a name, which is turned to, typed or spelled."""

    def __init__(self, table: Table, behind: HouseRules, name: str) -> None:
        """Starts with a name, or with the first that nobody has used."""
        super().__init__(table, behind, "rules.name")
        self.rules_mode = behind
        self.title = self.say("rules.keep")
        self.subtitle = self.say(f"game.{table.rules}")
        self.names = self.say("rules.names").split("; ")
        used = {house.name for house in table.houses.of(table.rules)}
        self.name = name or next((name for name in self.names if name not in used), self.names[0])

    def choices(self) -> tuple[Choice, ...]:
        """The name, keep, and the way back."""
        exists = any(house.name == self.name for house in self.table.houses.of(self.table.rules))
        detail = self.say("rules.keep_over" if exists else "rules.keep_new", name=self.name)
        why = "" if self.name.strip() else self.say("why.nameless")
        return (
            Choice(self.say("rules.keep_now"), detail=detail, why=why, act=self._keep),
            Choice(self.say("rules.name"), self.name, self.say("rules.name_detail"), turn=self._turn, type=self._type),
            Choice(self.say("control.back"), act=self.go_back),
        )

    def _turn(self, steps: int) -> None:
        """Turns through names to choose from, those in use among them."""
        used = [house.name for house in self.table.houses.of(self.table.rules)]
        names = [*self.names, *(name for name in used if name not in self.names)]
        at = names.index(self.name) + steps if self.name in names else 0
        self.name = names[at % len(names)]

    def _type(self, text: str) -> None:
        if text == "\b" or text.isprintable():
            self.name = edited(self.name, text, self.fresh)
            self.fresh = False

    def _keep(self) -> None:
        table, name = self.table, " ".join(self.name.split())
        table.houses.keep(House(name, table.rules, changed(table.rules, self.rules_mode.setup.plan.options)))
        self.rules_mode.chosen = name
        self.go_back()
        if table.houses.trouble:
            table.refuse(table.texts.render(table.houses.trouble))
        else:
            table.tell(self.say("rules.kept", name=name))


class Forgetting(ListMode):
    """Asks once more before house rules are forgotten."""

    def __init__(self, table: Table, behind: HouseRules, house: House) -> None:
        """Opens over the house rules."""
        super().__init__(table, behind)
        self.rules_mode = behind
        self.house = house
        self.title = self.say("rules.forget_sure", name=house.name)
        self.subtitle = self.say(f"game.{table.rules}")

    def choices(self) -> tuple[Choice, ...]:
        """No, or yes."""
        return (
            Choice(self.say("rules.forget_no"), act=self.go_back),
            Choice(self.say("rules.forget_yes"), detail=self.say("rules.forget_detail"), act=self._forget),
        )

    def _forget(self) -> None:
        table = self.table
        table.houses.forget(self.house)
        self.rules_mode.chosen = ""
        self.go_back()
        if trouble := table.houses.trouble:
            table.tell(table.texts.render(trouble))
        else:
            table.tell(self.say("rules.forgotten", name=self.house.name))
