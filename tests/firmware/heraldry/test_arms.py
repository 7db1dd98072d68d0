from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from display.scene import ListScene
from firmware.config.roll_of_arms import FILE, RollOfArms
from firmware.heraldry.arms import CHARGES, DIVISIONS, ORDINARIES, TINCTURES, Arms, known, mended
from firmware.heraldry.blazon import blazon
from firmware.heraldry.default_arms import default_arms
from firmware.menus.arms_menu import ArmsOfSeatMode
from firmware.table.controls import DIAL
from firmware.table.destinations import ArmsMenu
from firmware.texts import Texts, languages
from tests.firmware.evening import Evening, scene_of

OWN = Arms(("gules",), "plain", "chevron", "argent", "mullet", "or", 3)


def test_whatever_the_dial_is_turned_to_comes_out_lawful() -> None:
    for division, ordinary, charge in product(DIVISIONS, ORDINARIES, ("", "raven")):
        for first, lying in product(TINCTURES, TINCTURES):
            arms = mended(Arms((first,), division, ordinary, lying, charge, lying))
            assert known(arms), arms
            assert arms.field[0] == first


def test_lawful_arms_are_left_alone() -> None:
    assert mended(OWN) == OWN


def test_every_charge_ordinary_and_division_has_a_blazon_in_every_language() -> None:
    for language, charge in product(languages(), CHARGES[1:]):
        render = Texts(language).render
        for number in (1, 3):
            arms = Arms(("azure",), charge=charge, charge_tincture="or", number=number)
            assert render(blazon(arms)).strip()
    for language, division, ordinary in product(languages(), DIVISIONS, ORDINARIES):
        assert Texts(language).render(blazon(mended(Arms(("azure",), division, ordinary)))).strip()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "azure, a raven or"),
        ("de", "In Blau ein Rabe in Gold"),
        ("da", "I blåt: en ravn i guld"),
        ("es", "En campo de azur, un cuervo de oro"),
    ],
)
def test_a_blazon_in_each_language(language: str, said: str) -> None:
    assert Texts(language).render(blazon(Arms(("azure",), charge="raven", charge_tincture="or"))) == said


def test_twelve_at_a_table_have_different_lawful_first_arms(tmp_path: Path) -> None:
    names = tuple(f"Guest {number}" for number in range(12))
    arms = RollOfArms(tmp_path).of(names)
    assert all(map(known, arms))
    assert len({each.charge for each in arms}) == 12
    assert len({(each.field, each.charge_tincture) for each in arms}) == 12


def test_first_arms_play_on_the_name() -> None:
    assert [default_arms(name).charge for name in ("Bjorn", "Ulf", "Hrafn")] == ["bear", "wolfs-head", "raven"]


def test_chosen_arms_are_remembered_with_the_name(tmp_path: Path) -> None:
    assert RollOfArms(tmp_path).keep("Astrid", OWN) is None
    assert RollOfArms(tmp_path).of(("Bjorn", " astrid")) == (default_arms("Bjorn", (OWN,)), OWN)
    RollOfArms(tmp_path).forget("Astrid")
    assert RollOfArms(tmp_path).of(("Astrid",)) == (default_arms("Astrid"),)


DAMAGES = ("arms = 3", "[[arms]]\nname = 4", "= = =", '[[arms]]\nname="Astrid"\nfield=["pink"]')


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_roll_gives_first_arms(tmp_path: Path, damage: str) -> None:
    (tmp_path / FILE).write_text(damage)
    assert RollOfArms(tmp_path).of(("Astrid",)) == (default_arms("Astrid"),)


def test_arms_that_break_the_rule_of_tincture_are_not_read(tmp_path: Path) -> None:
    RollOfArms(tmp_path).keep("Astrid", replace(OWN, charge_tincture="azure"))
    assert RollOfArms(tmp_path).of(("Astrid",)) == (default_arms("Astrid"),)


def test_the_dial_changes_the_arms_of_a_seat_and_the_list_shows_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.open(ArmsMenu())
    evening.table.press(DIAL)
    mode = evening.table.mode
    assert isinstance(mode, ArmsOfSeatMode)
    before = mode.arms
    evening.table.press(DIAL)
    evening.table.turn(1)
    assert mode.arms.charge == CHARGES[(CHARGES.index(before.charge) + 1) % len(CHARGES)]
    scene = scene_of(evening.table)
    assert isinstance(scene, ListScene)
    assert scene.shield is not None
    assert scene.shield.charge == mode.arms.charge
    assert RollOfArms(evening.table.context.folder).of((mode.name,)) == (mode.arms,)
