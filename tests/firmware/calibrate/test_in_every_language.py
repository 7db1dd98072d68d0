"""Every prompt, finding and measurement of a calibration is available in every language."""

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from display.draw.surface_cache import SurfaceCache
from display.scene import ListRow, Tone
from display.window import MainWindow
from firmware.app.autoplay.tour_calibration import RecordingOutlet
from firmware.calibrate import assessment, die_set_findings
from firmware.calibrate.assessment import assess_floor, assess_focus, assess_lamp, assess_light, assess_scale
from firmware.calibrate.blessing import Blesser, ThrowPlan
from firmware.calibrate.calibration import grades_of
from firmware.calibrate.die_set_findings import assess_fairness, describe_die_set
from firmware.calibrate.screen import ScreenGuide
from firmware.camera import CameraOpened
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.doctor.finding import Finding, Level
from firmware.rules.message import Message, Value
from firmware.texts import Texts, languages, text
from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.floor import FloorEdges
from hardware.calibration.light import LampTest, LightLevels
from hardware.calibration.printed_card import PrintedCard
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, Source
from tests.firmware.calibrate.recording_guide import NotingGuide
from tests.firmware.calibrate.test_blessing import FakeThrowSource, observation, rested, seen

LANGUAGES = tuple(language for language in languages() if language != "en")
ENGLISH = frozenset({"the", "of", "and", "is", "are", "by", "with", "that", "from", "it", "were", "they", "came"})
"""Words that occur in English only: any of them betrays an untranslated phrase."""


def light() -> Iterator[Finding]:
    noisy, quiet = CameraSettings(20_000, 9.0, 2.0, 1.5), CameraSettings(20_000, 2.0, 2.0, 1.5)
    for level, burnt in ((0.0, 0.0), (20.0, 0.0), (220.0, 0.0), (100.0, 0.1), (100.0, 0.0)):
        for settings in (None, noisy, quiet):
            yield from assess_light(LightLevels(level, level / 3, level, burnt), settings)
            yield from assess_light(LightLevels(level, level, level, burnt), settings)


def lamp() -> Iterator[Finding]:
    for out, left, right in ((0, 0, 0), (0, 90, 0), (0, 0, 90), (0, 90, 20), (0, 80, 80), (60, 80, 80)):
        for soft in (None, True, False):
            yield from assess_lamp(LampTest(out, left, right, 100.0), soft=soft)


def floor_and_focus() -> Iterator[Finding]:
    for clear in ((True,) * 4, (False,) * 4, (True, False, True, False)):
        yield assess_floor(FloorEdges(0.1, 0.9, 0.1, 0.9, clear), Region())
    for blurred in (0.3, 0.7):
        for lens, movable in ((None, True), (6.6, True), (None, False)):
            yield assess_focus(blurred, lens, movable=movable)


def scale() -> Iterator[Finding]:
    for source in Source:
        yield from assess_scale(Scale(0.15, 1280, 155.0, source), PrintedCard(60.0, 1.2), (30.0, 60.0))
    yield from assess_scale(None, None, ())


def calibrated() -> Iterator[Finding]:
    yield from (*light(), *lamp(), *floor_and_focus(), *scale())


def blessed() -> Iterator[Finding]:
    every = (1, 2, 3, 4, 5, 6)
    for shape in Shape:
        for style in PipStyle:
            for size in (None, (25.4, 19.0)):
                for thrown in (
                    (1, 1, 1, 1, 1, 0),
                    (8, 9, 10, 9, 8, 24),
                    (8, 9, 10, 9, 8, 36),
                    (38, 41, 44, 39, 37, 41),
                    (6, 5, 60, 60, 60, 60),
                    (0, 0, 60, 60, 60, 60),
                ):
                    die_set = DieSet("mine", shape, style, every, size, "#eeeeee", "#111111", thrown)
                    yield from describe_die_set(die_set)
                    yield from assess_fairness(die_set, unread=3)


@pytest.fixture(scope="module")
def parts() -> tuple[list[Finding], list[Finding]]:
    """The findings of a calibration, and those of a blessing."""
    return list(calibrated()), list(dict.fromkeys(blessed()))


@pytest.fixture(scope="module")
def findings(parts: tuple[list[Finding], list[Finding]]) -> list[Finding]:
    return [*parts[0], *parts[1]]


def messages(findings: list[Finding]) -> set[Message]:
    return {
        said for finding in findings for said in (finding.part, finding.says, finding.remedy, finding.measured) if said
    }


def templates(value: Value) -> Iterator[str]:
    """The templates of a message and of its fields."""
    match value:
        case Message():
            yield from (value.template, value.plural)
            for _, field in value.fields:
                yield from templates(field)
        case tuple():
            for item in value:
                yield from templates(item)


def untranslated(said: set[Message], language: str) -> list[str]:
    texts = Texts(language)
    rendered = {str(message): texts.render(message) for message in said}
    words = {english: own for english, own in rendered.items() if not english.replace(" ", "").isdecimal()}
    return [
        english
        for english, own in words.items()
        if own == english or ENGLISH & set(own.replace(",", "").replace(";", "").split())
    ]


def test_every_finding_is_read_in_every_language(findings: list[Finding]) -> None:
    for language in LANGUAGES:
        assert not untranslated(messages(findings), language), language


def test_no_finding_is_left_out_above(findings: list[Finding]) -> None:
    made = {template for said in messages(findings) for template in templates(said)}
    for module in (assessment, die_set_findings):
        calls = [
            node for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text())) if isinstance(node, ast.Call)
        ]
        written = {
            argument.value
            for call in calls
            if isinstance(call.func, ast.Name) and call.func.id in ("message", "plural")
            for argument in call.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        }
        assert len(written) > 15
        assert not written - made


def test_every_finding_is_read_from_three_metres(
    parts: tuple[list[Finding], list[Finding]], surfaces: SurfaceCache
) -> None:
    """Letters are at least 20 pixels high on a 7-inch screen, whatever is measured beside them."""
    for size in ((800, 480), (480, 800)):
        stage = MainWindow(size, surfaces=surfaces)
        try:
            for language in languages():
                written = list(labels_of_findings(stage, Texts(language), *parts))
                assert len(written) > 40
                assert not [each for each in written if each[1] < 20], (language, size)
        finally:
            stage.close()


NUMBER = re.compile(r"\d+")


def labels_of_findings(
    stage: MainWindow, texts: Texts, calibration: list[Finding], blessing: list[Finding]
) -> Iterator[tuple[str, int]]:
    """The texts of the findings as they are drawn, with the height of their letters.

    Of findings that differ in their numbers only, the longest is drawn.
    """
    figures = grades_of(LightLevels(57.0, 50.0, 60.0, 0.0), 4.0, 5.0)
    measured = tuple(ListRow(texts.render(name), texts.render(value)) for name, value in figures)
    for found, rows in ((calibration, measured), (blessing, ())):
        guide = ScreenGuide(text("calibration.calibrate"), RecordingOutlet(), texts)
        for finding in dict.fromkeys(found):
            guide.tell(finding)
        longest_last = sorted(guide.scene.findings, key=lambda each: len("".join(each.lines)))
        for shown in {NUMBER.sub("", f"{each.part} {each.lines}"): each for each in longest_last}.values():
            stage.show(replace(guide.scene, findings=(shown,) * 6, index=0, figures=rows))
            stage.tick(0.0)
            assert stage.picture is not None
            yield from ((label.text, label.px) for label in stage.picture.labels if label.text in shown.lines)


JARGON = re.compile(r"\d|\b(BCM|MOSFET|LEDs?|gain|level|pixels?|dioptres?|channels?)\b", re.IGNORECASE)


def test_the_screen_says_good_fair_or_poor_and_what_to_do_without_jargon_or_numbers() -> None:
    assert not [
        str(said)
        for finding in calibrated()
        for said in (finding.says, finding.remedy)
        if said and JARGON.search(str(said))
    ]
    assert all(finding.remedy is not None for finding in calibrated() if finding.level >= Level.WARNING)
    guide = ScreenGuide(text("calibration.calibrate"), RecordingOutlet(), Texts("en"))
    for finding in calibrated():
        guide.tell(finding)
    grades = {found.part.rpartition(": ")[2] for found in guide.scene.findings if found.tone is not Tone.PLAIN}
    assert grades == {"good", "fair", "poor"}


def test_what_is_asked_and_measured_at_the_blessing_is_read_in_every_language() -> None:
    said: set[Message] = set()

    class Listening(NotingGuide):
        def watch(self, please: Message, *others: object) -> None:
            said.add(please)
            super().watch(please, *others)  # type: ignore[arg-type]

    for dice, own_dice in ((1, False), (2, False), (2, True)):
        bag, guide = (
            FakeThrowSource(rested(observation(seen(3), seen(4))), rested(observation(seen(5), seen(6)))),
            Listening(),
        )
        bag.messages.put(CameraOpened("USB camera 0"))
        Blesser(bag, bag.messages, guide, ThrowPlan(dice, throws=2), own_dice=own_dice).run()
        said |= {part for view in guide.views for figure in view.figures for part in figure}
    assert len(said) > 10
    for language in LANGUAGES:
        assert not untranslated(said, language), language


def test_what_is_measured_at_the_calibration_is_read_in_the_language() -> None:
    figures = grades_of(LightLevels(57.0, 50.0, 60.0, 0.0), 4.0, 5.0)
    render = Texts("de").render
    assert [(render(name), render(value)) for name, value in figures] == [
        ("Helligkeit", "gut"),
        ("Ausleuchtung", "gut"),
        ("Schärfe", "mäßig: war schärfer"),
    ]
