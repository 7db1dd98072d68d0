"""The charges, by name: vector shapes in a square of 100 × 100."""

from display.draw.heraldry.charges import beasts, birds, crosses, figures, objects, plants, small_creatures
from display.draw.heraldry.outline import Charge, framed

_DRAWN: dict[str, Charge] = {
    "lion": beasts.lion,
    "eagle": birds.eagle,
    "raven": birds.raven,
    "wolfs-head": beasts.wolfs_head,
    "bear": beasts.bear,
    "stags-head": beasts.stags_head,
    "boars-head": beasts.boars_head,
    "serpent": small_creatures.serpent,
    "bee": small_creatures.bee,
    "escallop": small_creatures.escallop,
    "longship": objects.longship,
    "tower": objects.tower,
    "sword": objects.sword,
    "axe": objects.axe,
    "hammer": objects.hammer,
    "horn": objects.horn,
    "cup": objects.cup,
    "key": objects.key,
    "die": objects.die,
    "wheel": objects.wheel,
    "fleur-de-lis": plants.fleur_de_lis,
    "rose": plants.rose,
    "thistle": plants.thistle,
    "oak-leaf": plants.oak_leaf,
    "acorn": plants.acorn,
    "tree": plants.tree,
    "trefoil": plants.trefoil,
    "cross-patty": crosses.cross_patty,
    "cross-crosslet": crosses.cross_crosslet,
    "cross-moline": crosses.cross_moline,
    "cross-flory": crosses.cross_flory,
    "mullet": figures.mullet,
    "estoile": figures.estoile,
    "crescent": figures.crescent,
    "annulet": figures.annulet,
    "roundel": figures.roundel,
    "lozenge": figures.lozenge,
    "billet": figures.billet,
}
CHARGES: dict[str, Charge] = {name: framed(drawn) for name, drawn in _DRAWN.items()}
"""The charges by their names, each as large as its square allows."""
