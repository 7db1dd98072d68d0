"""Default arms for a name: always the same, and distinct from others at the table."""

import hashlib
from collections.abc import Collection

from firmware.heraldry.arms import Arms

_CANTING = {
    "bjorn": "bear",
    "björn": "bear",
    "bear": "bear",
    "ursul": "bear",
    "orso": "bear",
    "ulf": "wolfs-head",
    "wolf": "wolfs-head",
    "lup": "wolfs-head",
    "lope": "wolfs-head",
    "hrafn": "raven",
    "raven": "raven",
    "bran": "raven",
    "corb": "raven",
    "leo": "lion",
    "lion": "lion",
    "lowe": "lion",
    "arn": "eagle",
    "adler": "eagle",
    "aquil": "eagle",
    "ros": "rose",
    "thor": "hammer",
    "tor": "hammer",
    "smi": "hammer",
    "orm": "serpent",
    "hart": "stags-head",
    "hirsch": "stags-head",
    "debor": "bee",
    "melis": "bee",
    "oak": "oak-leaf",
    "ivar": "axe",
    "stella": "mullet",
    "estel": "mullet",
    "astrid": "estoile",
    "peter": "key",
    "pedro": "key",
    "jac": "escallop",
    "jak": "escallop",
    "luc": "crescent",
}
"""Charges that pun on the beginning of a name (canting arms)."""

_CHARGES = (
    "raven",
    "lion",
    "eagle",
    "wolfs-head",
    "bear",
    "stags-head",
    "longship",
    "tower",
    "sword",
    "axe",
    "horn",
    "cup",
    "key",
    "fleur-de-lis",
    "rose",
    "thistle",
    "oak-leaf",
    "tree",
    "cross-patty",
    "cross-moline",
    "mullet",
    "estoile",
    "crescent",
    "escallop",
    "bee",
    "wheel",
    "hammer",
    "boars-head",
    "serpent",
    "acorn",
)
_PAIRS = (
    ("azure", "or"),
    ("argent", "sable"),
    ("gules", "argent"),
    ("or", "azure"),
    ("sable", "or"),
    ("argent", "azure"),
    ("or", "sable"),
    ("azure", "argent"),
    ("argent", "gules"),
    ("sable", "argent"),
    ("or", "gules"),
    ("gules", "or"),
)
"""Field and charge of very different lightness, distinguishable with any colour vision."""


def default_arms(name: str, others: Collection[Arms] = ()) -> Arms:
    """Derives arms from a name, avoiding the charges and, if possible, the colours of `others`.

    >>> default_arms("Bjorn").charge, default_arms("Bjorn") == default_arms(" bjorn ")
    ('bear', True)
    """
    key = name_key(name)
    seed = int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big")
    canting = next((charge for start, charge in _CANTING.items() if key.startswith(start)), None)
    start = seed % len(_CHARGES)
    charges = (*([canting] if canting else []), *_CHARGES[start:], *_CHARGES[:start])
    borne = {arms.charge for arms in others}
    charge = next((each for each in charges if each not in borne), charges[0])
    at = seed // len(_CHARGES) % len(_PAIRS)
    pairs = (*_PAIRS[at:], *_PAIRS[:at])
    worn = {(arms.field[0], arms.charge_tincture) for arms in others}
    field, tincture = next((pair for pair in pairs if pair not in worn), pairs[0])
    return Arms((field,), charge=charge, charge_tincture=tincture)


def name_key(name: str) -> str:
    """Returns the key of a name, ignoring spacing and capitals."""
    return " ".join(name.split()).casefold()
