"""Blazons: arms in words, as messages."""

from firmware.heraldry.arms import Arms
from firmware.rules.message import Message
from firmware.texts.source import text


def blazon(arms: Arms) -> Message:
    """Blazons arms.

    >>> str(blazon(Arms(("azure",), charge="raven", charge_tincture="or")))
    'azure, a raven or'
    >>> str(blazon(Arms(("or", "gules"), "per-pale", "chief", "azure", "mullet", "sable", 3)))
    'per pale or and gules, three mullets sable and a chief azure'
    """
    divided = arms.division != "plain"
    field = _field(arms)
    ordinary = arms.ordinary and text(
        "heraldry.lying", thing=ordinary_name(arms.ordinary), tincture=tincture_name(arms.ordinary_tincture)
    )
    charge = arms.charge and text(
        "heraldry.lying", thing=charge_name(arms.charge, arms.number), tincture=tincture_name(arms.charge_tincture)
    )
    if not ordinary and not charge:
        return field
    if ordinary and charge:
        ways = {"chief": "heraldry.with_chief", "bordure": "heraldry.within"}
        lying = text(ways.get(arms.ordinary, "heraldry.between"), ordinary=ordinary, charge=charge)
    else:
        lying = ordinary or charge or field
    return text("heraldry.on_divided" if divided else "heraldry.on_plain", field=field, lying=lying)


def _field(arms: Arms) -> Message:
    if arms.division == "plain":
        return text("heraldry.field", tincture=tincture_name(arms.field[0]))
    first, second = map(tincture_name, arms.field)
    return text("heraldry.divided", division=division_name(arms.division), first=first, second=second)


def tincture_name(tincture: str) -> Message:
    """Names a tincture."""
    return text(f"heraldry.tincture_{tincture}")


def division_name(division: str) -> Message:
    """Names a division of the field."""
    return text(f"heraldry.division_{division}")


def ordinary_name(ordinary: str) -> Message:
    """Names an ordinary, with its article; "" means none."""
    return text(f"heraldry.ordinary_{ordinary or 'none'}")


def charge_name(charge: str, number: int = 1) -> Message:
    """Names a number of charges; "" means none."""
    return text(f"heraldry.charge_{charge}", n=number) if charge else text("heraldry.charge_none")
