"""The coats of arms: choosing a seat, then its charges and tinctures within the rule of tincture."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from firmware.heraldry.arms import CHARGES, DIVISIONS, ORDINARIES, TINCTURES, Arms, lying_tinctures, mended, numbers
from firmware.heraldry.arms import second_tinctures as second
from firmware.heraldry.blazon import blazon, charge_name, division_name, ordinary_name, tincture_name
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.destinations import ArmsOfSeat
from firmware.table.mode import Choice, ListMode

T = TypeVar("T")


class ArmsMenuMode(ListMode):
    """Chooses whose arms to change."""

    leads_to = (ArmsOfSeat,)

    @property
    def title(self) -> Message:
        """Coats of arms."""
        return self.text("heraldry.title")

    @property
    def subtitle(self) -> Message:
        """Says that arms are remembered with the name."""
        return self.text("heraldry.subtitle")

    @property
    def arms(self) -> Arms:
        """The arms of the seat under the cursor."""
        return self.context.roll_of_arms.of(self.context.current_game.plan.seats)[self.cursor]

    def choices(self) -> tuple[Choice, ...]:
        """A row for every seat, with its blazon."""
        seats = self.context.current_game.plan.seats
        return tuple(
            Choice(("seat", seat), literal(name), detail=blazon(arms), act=partial(self.open, ArmsOfSeat(seat)))
            for seat, (name, arms) in enumerate(zip(seats, self.context.roll_of_arms.of(seats), strict=True))
        )


class ArmsOfSeatMode(ListMode):
    """Edits a seat's arms; every change is saved at once."""

    def __init__(self, context: Context, chosen: ArmsOfSeat) -> None:
        """Starts at the charge, which distinguishes arms best."""
        super().__init__(context)
        self.seat = chosen.seat

    @property
    def name(self) -> str:
        """The name that bears the arms."""
        return self.context.current_game.plan.seats[self.seat]

    @property
    def arms(self) -> Arms:
        """The current arms."""
        return self.context.roll_of_arms.of(self.context.current_game.plan.seats)[self.seat]

    @property
    def title(self) -> Message:
        """Whose arms they are."""
        return self.text("heraldry.of", name=self.name)

    @property
    def subtitle(self) -> Message:
        """The blazon."""
        return blazon(self.arms)

    def choices(self) -> tuple[Choice, ...]:
        """Charge, field and ordinary with their tinctures, and restoring the default arms."""
        arms = self.arms
        rows = [self._row("charge", charge_name(arms.charge), arms.charge, CHARGES, self._charge)]
        if arms.charge:
            rows.append(self._tincture("charge_tincture", arms.charge_tincture, lying_tinctures(arms)))
            if len(numbers(arms)) > 1:
                count = charge_name(arms.charge, arms.number)
                rows.append(self._row("number", count, arms.number, numbers(arms), partial(_having, arms, "number")))
        rows.append(
            self._row(
                "division", division_name(arms.division), arms.division, DIVISIONS, partial(_having, arms, "division")
            )
        )
        rows.append(self._row("field", tincture_name(arms.field[0]), arms.field[0], TINCTURES, self._first))
        if len(arms.field) > 1:
            rows.append(self._row("second", tincture_name(arms.field[1]), arms.field[1], second(arms), self._second))
        rows.append(
            self._row(
                "ordinary", ordinary_name(arms.ordinary), arms.ordinary, ORDINARIES, partial(_having, arms, "ordinary")
            )
        )
        if arms.ordinary:
            rows.append(self._tincture("ordinary_tincture", arms.ordinary_tincture, lying_tinctures(arms)))
        rows.append(
            Choice("first", self.text("heraldry.first"), detail=self.text("heraldry.first_detail"), act=self._forget)
        )
        return tuple(rows)

    def _row(self, key: str, shown: Message, now: T, ways: Sequence[T], to: Callable[[T], Arms]) -> Choice:
        def turn(steps: int) -> None:
            self._keep(to(ways[(ways.index(now) + steps) % len(ways)]))

        return Choice(key, self.text(f"heraldry.row_{key}"), shown, self.text(f"heraldry.row_{key}_detail"), turn=turn)

    def _tincture(self, key: str, now: str, ways: Sequence[str]) -> Choice:
        return self._row(key, tincture_name(now), now, ways, partial(_having, self.arms, key))

    def _charge(self, charge: str) -> Arms:
        return replace(self.arms, charge=charge)

    def _first(self, tincture: str) -> Arms:
        """Changes the first tincture, swapping it with the second if they would be equal."""
        before, *rest = self.arms.field
        return replace(self.arms, field=(tincture, *(before if each == tincture else each for each in rest)))

    def _second(self, tincture: str) -> Arms:
        return replace(self.arms, field=(self.arms.field[0], tincture))

    def _keep(self, wanted: Arms) -> None:
        """Saves the arms; explains if the tincture on the field had to follow the field's."""
        arms = mended(wanted)
        trouble = self.context.roll_of_arms.keep(self.name, arms)
        followed = [
            new
            for new, old in (
                (arms.charge_tincture, wanted.charge_tincture),
                (arms.ordinary_tincture, wanted.ordinary_tincture),
            )
            if new and old and new != old
        ]
        if trouble is not None:
            self.context.warn(trouble)
        else:
            why = self.text("heraldry.followed", tincture=tincture_name(followed[0])) if followed else None
            self.context.notify(why)

    def _forget(self) -> None:
        trouble = self.context.roll_of_arms.forget(self.name)
        if trouble is not None:
            self.context.warn(trouble)


def _having(arms: Arms, part: str, value: object) -> Arms:
    """Changes one field of `Arms`."""
    return replace(arms, **{part: value})  # type: ignore[arg-type]
