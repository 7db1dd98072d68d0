"""Arms, and the rule of tincture: metal may not lie on metal, nor colour on colour."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

METALS = ("or", "argent", "ermine")
COLOURS = ("azure", "sable", "gules", "vert", "purpure")
TINCTURES = ("azure", "or", "sable", "argent", "gules", "vert", "purpure", "ermine", "vair")
"""In the order of the dial; distinguishable with any colour vision first."""

DIVISIONS = (
    "plain",
    "per-pale",
    "per-fess",
    "per-bend",
    "per-bend-sinister",
    "per-chevron",
    "per-saltire",
    "quarterly",
    "gyronny",
    "paly",
    "barry",
    "bendy",
    "checky",
    "lozengy",
)
MANY_PIECES = frozenset({"gyronny", "paly", "barry", "bendy", "checky", "lozengy"})
"""Divisions into small pieces, in which metal and colour must alternate."""

ORDINARIES = ("", "chief", "pale", "fess", "bend", "bend-sinister", "chevron", "cross", "saltire", "pile", "bordure")
CHARGES = (
    "",
    "lion",
    "eagle",
    "raven",
    "wolfs-head",
    "bear",
    "stags-head",
    "boars-head",
    "serpent",
    "bee",
    "escallop",
    "longship",
    "tower",
    "sword",
    "axe",
    "hammer",
    "horn",
    "cup",
    "key",
    "die",
    "wheel",
    "fleur-de-lis",
    "rose",
    "thistle",
    "oak-leaf",
    "acorn",
    "tree",
    "trefoil",
    "cross-patty",
    "cross-crosslet",
    "cross-moline",
    "cross-flory",
    "mullet",
    "estoile",
    "crescent",
    "annulet",
    "roundel",
    "lozenge",
    "billet",
)
_BESIDE = {"fess": 3, "chevron": 3, "bend": 2, "bend-sinister": 2, "pale": 2, "pile": 2, "cross": 4, "saltire": 4}


@dataclass(frozen=True, slots=True)
class Arms:
    """A coat of arms: one tincture of the field, or two if it is divided; an ordinary; `number` charges."""

    field: tuple[str, ...]
    division: str = "plain"
    ordinary: str = ""
    ordinary_tincture: str = ""
    charge: str = ""
    charge_tincture: str = ""
    number: int = 1


def kind(tincture: str) -> str:
    """Returns whether a tincture is a metal, a colour, or neither (vair).

    >>> kind("ermine"), kind("vert"), kind("vair")
    ('metal', 'colour', 'neutral')
    """
    return "metal" if tincture in METALS else "colour" if tincture in COLOURS else "neutral"


def may_lie_on(tincture: str, field: Sequence[str]) -> bool:
    """Returns whether the rule of tincture allows something on a field.

    >>> may_lie_on("or", ["azure"]), may_lie_on("sable", ["azure"]), may_lie_on("or", ["argent"])
    (True, False, False)

    A field of both kinds is neutral, as vair is: anything may lie on it that is no part of it.

    >>> may_lie_on("gules", ["azure", "or"]), may_lie_on("or", ["azure", "or"]), may_lie_on("azure", ["vair"])
    (True, False, False)
    """
    held = {part for each in field for part in (("argent", "azure", "vair") if each == "vair" else (each,))}
    kinds = {kind(each) for each in field}
    return tincture not in held and (
        len(kinds) > 1 or "neutral" in {kind(tincture), *kinds} or kind(tincture) not in kinds
    )


def numbers(arms: Arms) -> tuple[int, ...]:
    """Returns the possible numbers of charges; beside most ordinaries only one."""
    return (_BESIDE[arms.ordinary],) if arms.ordinary in _BESIDE else (1, 3)


def lawful(arms: Arms) -> bool:
    """Returns whether arms obey the rule of tincture.

    >>> lawful(Arms(("azure",), charge="raven", charge_tincture="or"))
    True
    >>> lawful(Arms(("azure",), charge="raven", charge_tincture="sable"))
    False
    """
    return (
        arms == _with_as_many(arms)
        and (len(arms.field) == 1 or arms.field[1] in second_tinctures(arms))
        and (not arms.ordinary or may_lie_on(arms.ordinary_tincture, arms.field))
        and (not arms.charge or may_lie_on(arms.charge_tincture, arms.field))
    )


def known(arms: Arms) -> bool:
    """Returns whether all terms are known and the arms obey the rule of tincture."""
    tinctures = (*arms.field, *filter(None, (arms.ordinary_tincture, arms.charge_tincture)))
    return (
        arms.division in DIVISIONS
        and len(arms.field) == (1 if arms.division == "plain" else 2)
        and arms.ordinary in ORDINARIES
        and arms.charge in CHARGES
        and all(tincture in TINCTURES for tincture in tinctures)
        and lawful(arms)
    )


def second_tinctures(arms: Arms) -> tuple[str, ...]:
    """Returns the possible second tinctures of a divided field."""
    first = arms.field[0]
    if arms.division in MANY_PIECES:
        return tuple(each for each in TINCTURES if may_lie_on(each, (first,)))
    return tuple(each for each in TINCTURES if each != first)


def lying_tinctures(arms: Arms) -> tuple[str, ...]:
    """Returns the possible tinctures on the field."""
    return tuple(each for each in TINCTURES if may_lie_on(each, arms.field))


def mended(arms: Arms) -> Arms:
    """Makes arms lawful with the fewest changes: keeps the field, and adapts everything on it."""
    first, *rest = arms.field
    if arms.division == "plain":
        arms = replace(arms, field=(first,))
    else:
        second = rest[0] if rest else ""
        fitting = second_tinctures(replace(arms, field=(first,)))
        arms = replace(arms, field=(first, second if second in fitting else fitting[0]))
    fitting = lying_tinctures(arms)
    ordinary = arms.ordinary_tincture if arms.ordinary_tincture in fitting else fitting[0]
    charge = arms.charge_tincture if arms.charge_tincture in fitting else fitting[0]
    return _with_as_many(
        replace(
            arms,
            ordinary_tincture=ordinary if arms.ordinary else "",
            charge_tincture=charge if arms.charge else "",
        )
    )


def _with_as_many(arms: Arms) -> Arms:
    fitting = numbers(arms)
    return arms if arms.number in fitting else replace(arms, number=fitting[0])
