"""The charges, by name: vector shapes in a square of 100 × 100."""

from functools import cache
from importlib import import_module

from display.draw.heraldry.outline import Charge, framed

CHARGES = {
    "beasts": ("lion", "wolfs-head", "bear", "stags-head", "boars-head"),
    "birds": ("eagle", "raven"),
    "small_creatures": ("serpent", "bee", "escallop"),
    "objects": ("longship", "tower", "sword", "axe", "hammer", "horn", "cup", "key", "die", "wheel"),
    "plants": ("fleur-de-lis", "rose", "thistle", "oak-leaf", "acorn", "tree", "trefoil"),
    "crosses": ("cross-patty", "cross-crosslet", "cross-moline", "cross-flory"),
    "figures": ("mullet", "estoile", "crescent", "annulet", "roundel", "lozenge", "billet"),
}
"""The names of the charges, by the modules that draw them: as variables, with underscores."""


@cache
def charge(name: str) -> Charge:
    """Returns a charge, as large as its square allows.

    Its module is only loaded now: computing the curves of all charges takes a fifth of the program's start.
    """
    module = next(module for module, names in CHARGES.items() if name in names)
    drawn: Charge = getattr(import_module(f"{__name__}.{module}"), name.replace("-", "_"))
    return framed(drawn)
