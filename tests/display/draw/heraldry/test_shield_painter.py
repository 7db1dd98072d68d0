from itertools import chain

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.heraldry.charges import CHARGES
from display.draw.heraldry.fields import DIVISIONS, ORDINARIES
from display.draw.heraldry.shield_painter import shield, shield_size
from display.draw.heraldry.tinctures import COLOURS
from display.scene_elements import Shield
from firmware.heraldry import arms

CONTEXT = DrawingContext((800, 480))


def test_the_display_paints_all_that_arms_may_bear() -> None:
    assert set(arms.CHARGES) == {"", *chain(*CHARGES.values())}
    assert set(arms.ORDINARIES) == {"", *ORDINARIES}
    assert set(arms.DIVISIONS) == set(DIVISIONS)
    assert set(arms.TINCTURES) == set(COLOURS)


def test_every_charge_shows_on_the_field_and_stays_inside_the_shield() -> None:
    bare = shield(CONTEXT, Shield(("azure",)), 60)
    for name in chain(*CHARGES.values()):
        painted = shield(CONTEXT, Shield(("azure",), charge=name, charge_tincture="or"), 60)
        assert painted.get_size() == shield_size(60)
        changed = pygame.mask.from_threshold(painted, (0, 0, 0), (12, 12, 12), bare)
        changed.invert()
        share = changed.count() / bare.get_width() / bare.get_height()
        assert 0.06 < share < 0.75, (name, share)


def test_every_division_and_ordinary_shows_both_tinctures() -> None:
    plain = pygame.image.tobytes(shield(CONTEXT, Shield(("azure",)), 60), "RGBA")
    for division in DIVISIONS:
        if division != "plain":
            assert pygame.image.tobytes(shield(CONTEXT, Shield(("azure", "or"), division), 60), "RGBA") != plain
    for ordinary in ORDINARIES:
        painted = shield(CONTEXT, Shield(("azure",), ordinary=ordinary, ordinary_tincture="or"), 60)
        assert pygame.image.tobytes(painted, "RGBA") != plain
