"""All that the workbench asks, finds and measures is read in every language that the box speaks."""

import ast
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from display.scene import ListRow
from display.window import Stage
from firmware.app.autoplay.tour_calibration import Shelf
from firmware.calibrate import assessment
from firmware.calibrate import findings as findings_module
from firmware.calibrate.assessment import judge_floor, judge_focus, judge_lamp, judge_light, judge_scale
from firmware.calibrate.blessing import Blesser, Task
from firmware.calibrate.findings import describe, judge
from firmware.calibrate.screen import ScreenGuide
from firmware.camera import EyeBack
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.doctor.finding import Finding
from firmware.texts import Texts, languages
from firmware.texts.sentences import BENCH, translated
from hardware.calibration.card import Card
from hardware.calibration.floor import Floor
from hardware.calibration.light import LampTest, Light
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, Source
from hardware.pi.exposure import CameraSettings
from tests.firmware.calibrate.leading import NotingGuide
from tests.firmware.calibrate.test_blessing import Bag, rested, seen, sight

LANGUAGES = tuple(language for language in languages() if language != "en")
every_language = pytest.mark.parametrize("language", LANGUAGES)


ENGLISH = frozenset({"the", "of", "and", "is", "are", "by", "with", "that", "from", "it", "were", "they", "came"})
"""Words that no other language has in them: where one is left, a phrase was taken for another."""

MEASURED = (("brightness", "57 of 255"), ("evenness", "1 to 1.2"), ("sharpness", "4 (best 5)"))


def known(text: str, language: str) -> str:
    return translated(text, language, BENCH)


def light() -> Iterator[Finding]:
    noisy, quiet = CameraSettings(20_000, 9.0, 2.0, 1.5), CameraSettings(20_000, 2.0, 2.0, 1.5)
    for level, burnt in ((0.0, 0.0), (20.0, 0.0), (220.0, 0.0), (100.0, 0.1), (100.0, 0.0)):
        for settings in (None, noisy, quiet):
            yield from judge_light(Light(level, level / 3, level, burnt), settings)
            yield from judge_light(Light(level, level, level, burnt), settings)


def lamp() -> Iterator[Finding]:
    for out, left, right in ((0, 0, 0), (0, 90, 0), (0, 0, 90), (0, 90, 20), (0, 80, 80), (60, 80, 80)):
        for soft in (None, True, False):
            yield from judge_lamp(LampTest(out, left, right, 100.0), soft=soft)


def floor_and_focus() -> Iterator[Finding]:
    for clear in ((True,) * 4, (False,) * 4, (True, False, True, False)):
        yield judge_floor(Floor(0.1, 0.9, 0.1, 0.9, clear), Region())
    for blurred in (0.3, 0.7):
        for lens, movable in ((None, True), (6.6, True), (None, False)):
            yield judge_focus(blurred, lens, movable=movable)


def scale() -> Iterator[Finding]:
    for source in Source:
        yield from judge_scale(Scale(0.15, 1280, 155.0, source), Card(60.0, 1.2), (30.0, 60.0))
    yield from judge_scale(None, None, ())


def calibrated() -> Iterator[Finding]:
    yield from (*light(), *lamp(), *floor_and_focus(), *scale())


def blessed() -> Iterator[Finding]:
    every = (1, 2, 3, 4, 5, 6)
    for shape in Shape:
        for style in PipStyle:
            for size in (None, (25.4, 19.0)):
                for thrown in (
                    (1, 1, 1, 1, 1, 0),
                    (8, 9, 10, 9, 8, 36),
                    (38, 41, 44, 39, 37, 41),
                    (6, 5, 60, 60, 60, 60),
                    (0, 0, 60, 60, 60, 60),
                ):
                    die_set = DieSet("mine", shape, style, every, size, "#eeeeee", "#111111", thrown)
                    yield from describe(die_set)
                    yield from judge(die_set, unread=3)


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    return [*calibrated(), *blessed()]


@every_language
def test_every_finding_is_read_in_the_language(findings: list[Finding], language: str) -> None:
    said = {text for finding in findings for text in (finding.part, finding.says, finding.remedy) if text}
    words = [text for text in said if not text.replace(" ", "").isdecimal()]
    assert not [text for text in words if known(text, language) == text]
    assert not [own for text in words if ENGLISH & set((own := known(text, language)).replace(",", "").split())]


@pytest.mark.parametrize("module", [assessment, findings_module])
def test_no_finding_is_left_out_above(findings: list[Finding], module: ModuleType) -> None:
    said = "\n".join(text for finding in findings for text in (finding.part, finding.says, finding.remedy))
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    pieces = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node not in docs and isinstance(node.value, str) and len(node.value) > 3
    }
    assert len(pieces) > 20
    assert not [piece for piece in pieces if piece not in said]


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", languages())
def test_every_finding_is_read_from_three_metres(language: str, size: tuple[int, int]) -> None:
    """Letters of 20 pixels at least on a 7-inch screen, whatever is measured beside them."""
    stage, written = Stage(size), []
    measured = tuple(ListRow(known(name, language), known(value, language)) for name, value in MEASURED)
    try:
        for findings, figures in ((calibrated(), measured), (blessed(), ())):
            guide = ScreenGuide("", Shelf(), Texts(language))
            for finding in dict.fromkeys(findings):
                guide.tell(finding)
            for found in dict.fromkeys(guide.scene.findings):
                stage.show(replace(guide.scene, findings=(found,) * 6, index=0, figures=figures))
                stage.tick(0.0)
                assert stage.picture is not None
                written += [(label.text, label.px) for label in stage.picture.labels if label.text in found.lines]
    finally:
        stage.close()
    assert len(written) > 50
    assert not [each for each in written if each[1] < 20]


@every_language
def test_what_is_asked_and_measured_at_the_blessing_is_read_in_the_language(language: str) -> None:
    for dice, own_dice in ((1, False), (2, False), (2, True)):
        bag, guide = Bag(rested(sight(seen(3), seen(4))), rested(sight(seen(5), seen(6)))), NotingGuide()
        bag.messages.put(EyeBack("USB camera 0"))
        Blesser(bag, bag.messages, guide, Task(dice, throws=2), own_dice=own_dice).run()
        figures = [text for view in guide.views for figure in view.figures for text in figure]
        said = [text for text in (*guide.asked, *figures) if not text.replace(" ", "").isdecimal()]
        assert not [text for text in said if known(text, language) == text]


def test_what_is_measured_at_the_calibration_is_read_in_the_language() -> None:
    figures = ("brightness", "57 of 255", "evenness", "1 to 1.2", "sharpness", "4 (best 5)")
    for language in LANGUAGES:
        assert not [text for text in figures if known(text, language) == text]
    assert [known(text, "de") for text in figures] == [
        *("Helligkeit", "57 von 255", "Ausleuchtung", "1 zu 1,2", "Schärfe", "4 (Bestwert 5)")
    ]
