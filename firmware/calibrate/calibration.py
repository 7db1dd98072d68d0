"""Calibrates a camera in its box, step by step: light and exposure, floor, lamp, focus, scale."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np

from firmware.calibrate.assessment import (
    EVENNESS,
    LAMP,
    assess_floor,
    assess_focus,
    assess_lamp,
    assess_light,
    assess_scale,
)
from firmware.calibrate.camera_thread import CameraThread
from firmware.calibrate.grades import brightness_grade, evenness_grade, sharpness_grade
from firmware.calibrate.guide import Figures, Guide, LiveView
from firmware.calibrate.lighting import fade, measure_channels, pass_time
from firmware.calibrate.measuring import ENDS, TopFace, dice_lie_in, die_edges, faces_seen, top_of
from firmware.doctor.camera_frame import blur, shrunk
from firmware.doctor.finding import Finding, Level, info, issue
from firmware.rules.message import message
from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.floor import find_floor
from hardware.calibration.focus import nearer, sharpest, sharpness
from hardware.calibration.light import LightLevels, measure_light
from hardware.calibration.printed_card import PrintedCard, find_card
from hardware.calibration.record import Calibration
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, scale_of_edge
from hardware.ports import Camera, Focusable, Image, Lamp, ReadingAware, Shakeable
from vision.reading import Reading

EMPTY = message("Take all dice out of the box and shut the lid.")
STILL_THERE = message("There are still dice in the box. Take all of them out and shut the lid.")
FRAMED = message("Is the whole floor inside the frame?")
LAID = message("Lay two dice flat, three pips or more on top, or the printed card.")
"""What people are asked to do."""
SETTLING_FRAMES = 120
"""The most frames to wait for the exposure lock; the adapter itself locks after ninety."""
MIDDLE = 0.7
"""The part of the floor on which the light is measured; its edges lie in the shadow of the walls."""
MAX_THROWS = 20
MAX_ASKED = 3
"""How often people are asked to empty the box before the calibration ends."""
TOPS_MM = 22.0
"""The tops of dice above the floor: halfway between a Meier die that lies (19 mm) and one that stands (25 mm)."""
READINGS = 3
"""Frames averaged before dice are measured, to reduce noise."""


@runtime_checkable
class AdaptingCamera(Protocol):
    """A camera whose exposure adapts to the light and is then locked."""

    @property
    def settings(self) -> CameraSettings | None:
        """The locked exposure; None until it has settled."""


class DiceReader(Protocol):
    """Finds the dice in a picture: `vision.reader.Reader`, or a fake in tests."""

    def read(self, frame: Image, expect: int | None = None) -> Reading:
        """Reads a picture."""


@dataclass(frozen=True, slots=True)
class KnownSizes:
    """What people have measured (mm): the dice's edges, longer first, and the height of the lens above the floor."""

    die: tuple[float, float] | None = None
    camera_mm: float = 155.0


class Calibrator:
    """Guides people through the calibration of one camera, and collects the results."""

    def __init__(
        self,
        camera: CameraThread,
        lamp: Lamp | None,
        reader: DiceReader,
        guide: Guide,
        sizes: KnownSizes,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = pass_time,
    ) -> None:
        """Takes an open camera; `lamp` is None if it has to be switched by hand."""
        self._camera, self._lamp, self._reader, self._guide, self._sizes = camera, lamp, reader, guide, sizes
        self._clock, self._wait = clock, wait
        self._best = 0.0
        self.findings: list[Finding] = []

    @property
    def hopeless(self) -> bool:
        """Whether something is too wrong for the results to be kept."""
        return any(finding.level is Level.ISSUE for finding in self.findings)

    @property
    def faultless(self) -> bool:
        """Whether nothing was found that needs fixing."""
        return all(finding.level <= Level.INFO for finding in self.findings)

    def run(self) -> Calibration | None:
        """Runs all steps; returns None if the results should not be kept. May raise Left or CameraError."""
        self._light()
        self._clear()
        settings = self._empty()
        if self.hopeless:
            return None
        region = self._find_region(settings)
        if self.hopeless:
            return None
        self._test_lamp(region)
        if self.hopeless:
            return None
        self._bring_two_dice()
        self._guide.ask(LAID, lambda: self._view(region))
        lens = self._focus(region)
        if settings is not None:
            settings = replace(settings, lens=lens if lens is not None else settings.lens)
        scale = self._scale()
        level = measure_light(self._frame(), region.grown(MIDDLE)).level
        if isinstance(self._camera.camera, Shakeable):
            region = Region()  # a camera with simulated dice always shows its whole view
        through = scale.through(region.size) if scale else None
        return Calibration(self._camera.name, settings, region, through, level)

    def _say(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.findings.append(finding)
            self._guide.tell(finding)

    def _frame(self) -> Image:
        return self._camera.capture().image

    def _view(self, region: Region | None = None) -> LiveView:
        """Returns the current view, with the figures for adjusting lens and lamp."""
        image = self._frame()
        part = region or Region()
        amount = sharpness(image, part.grown(MIDDLE))
        self._best = max(self._best, amount)
        light = measure_light(image, part.grown(MIDDLE))
        grades, measured = grades_of(light, amount, self._best), figures_of(light, amount, self._best)
        return LiveView(image, region=region, figures=grades, measured=measured)

    def _light(self) -> None:
        if self._lamp is not None:
            fade(self._lamp, 1.0, 1.0, clock=self._clock, wait=self._wait)

    def _clear(self) -> None:
        """Empties a simulated box."""

        def clear(camera: Camera) -> None:
            if isinstance(camera, Shakeable):
                camera.restore_throw(0, 0)

        self._camera.do(clear)

    def _empty(self) -> CameraSettings | None:
        """Has people empty the box until no dice are seen in it; returns the settings that were locked meanwhile."""
        settings = None
        for please in (EMPTY, *[STILL_THERE] * (MAX_ASKED - 1)):
            self._guide.ask(please, self._view)
            settings = self._settle()
            # A camera that brings its own dice has been emptied.
            if isinstance(self._camera.camera, Shakeable) or not dice_lie_in(self._reader.read(self._frame())):
                return settings
        says = message("dice lie in the box that should be empty")
        self._say([issue(message("dice"), says, message("take all of them out and calibrate again"))])
        return settings

    def _bring_two_dice(self) -> None:
        """Puts two dice into a simulated box, so that at least one shows a long side."""

        def show(camera: Camera) -> None:
            if isinstance(camera, Shakeable):
                for number in range(1, MAX_THROWS):
                    camera.restore_throw(2, number)
                    if max(camera.truth() or (0,)) > max(ENDS):
                        return

        self._camera.do(show)

    def _settle(self) -> CameraSettings | None:
        """Lets the exposure settle, as it does before dice are read; returns the locked settings."""
        camera = self._camera.camera
        self._set_reading(True)
        for _ in range(SETTLING_FRAMES if isinstance(camera, AdaptingCamera) else 1):
            self._camera.capture()
            if isinstance(camera, AdaptingCamera) and camera.settings is not None:
                break
        self._set_reading(False)
        return camera.settings if isinstance(camera, AdaptingCamera) else None

    def _set_reading(self, reading: bool) -> None:
        def tell(camera: Camera) -> None:
            if isinstance(camera, ReadingAware):
                camera.set_reading(reading)

        self._camera.do(tell)

    def _find_region(self, settings: CameraSettings | None) -> Region:
        """Assesses the light and finds the floor; people may move the frame."""
        image = self._frame()
        floor = find_floor(image)
        region = floor.region(self._sizes.camera_mm) if floor.found else Region()
        self._say(assess_light(measure_light(image, region.grown(MIDDLE)), settings))
        self._say([assess_floor(floor, region)])
        if self.hopeless:
            return region
        return self._guide.place(FRAMED, region, self._view)

    def _test_lamp(self, region: Region) -> None:
        camera = self._camera.camera
        fixed = isinstance(camera, Shakeable) or (isinstance(camera, AdaptingCamera) and camera.settings is not None)
        if self._lamp is None or not fixed:
            if self._lamp is None:
                why = message("nothing here can switch it")
            else:
                why = message("the camera's exposure follows the light")
            self._say([info(LAMP, message("its channels were not tested: {why}", why=why))])
            return
        part = region.grown(MIDDLE)
        measured, soft = measure_channels(
            self._lamp, lambda: measure_light(self._frame(), part).level, self._clock, self._wait
        )
        self._say(assess_lamp(measured, soft=soft))

    def _focus(self, region: Region) -> float | None:
        """Finds and assesses the sharpest focus of an adjustable lens; returns it in dioptres."""
        part = region.grown(MIDDLE)
        camera = self._camera.camera
        span = camera.lens_range if isinstance(camera, Focusable) else None
        lens = None
        if span is not None:
            lens = sharpest(lambda at: self._sharpness(at, lambda image: [part.cut(image)]), *span)
            if lens is not None:
                lens = self._focus_on_tops(lens, span)
                self._move_lens(lens)
        amount = blur(shrunk(np.ascontiguousarray(region.cut(self._frame()))))
        self._say([assess_focus(amount, lens, movable=span is not None)])
        return lens

    def _focus_on_tops(self, lens: float, span: tuple[float, float]) -> float:
        """Returns the focus for the tops of dice, where the pips are, from the one for the whole floor.

        Where dice lie their own tops are focused; the printed card lies on the floor itself.
        """
        self._move_lens(lens)
        image = self._frame()
        if find_card(image) is not None:
            return min(max(span), nearer(lens, TOPS_MM))
        dice = self._reader.read(image).dice
        if not dice:
            return lens
        found = sharpest(lambda at: self._sharpness(at, lambda image: [top_of(die, image) for die in dice]), *span)
        return lens if found is None else found

    def _move_lens(self, dioptres: float) -> None:
        self._camera.do(lambda camera: camera.focus(dioptres) if isinstance(camera, Focusable) else None)

    def _sharpness(self, dioptres: float, parts: Callable[[Image], Iterable[Image]]) -> float:
        """Returns how sharp parts of the picture are at a focus."""
        self._move_lens(dioptres)
        return float(np.mean([sharpness(part, Region()) for _ in range(2) for part in parts(self._frame())]))

    def _scale(self) -> Scale | None:
        """Takes the scale from the printed card if it lies there, otherwise from the dice."""
        image = self._frame()
        width = image.shape[1]
        card = find_card(image)
        scale, edges = (_of_card(card, width, self._sizes.camera_mm), ()) if card else self._scale_of_dice(width)
        self._say(assess_scale(scale, card, edges))
        return scale

    def _scale_of_dice(self, width: int) -> tuple[Scale | None, tuple[float, ...]]:
        dice: list[TopFace] = []
        for _ in range(READINGS):
            dice += faces_seen(self._reader.read(self._frame()).dice)
        measured = die_edges(dice, self._sizes.die)
        if measured is None:
            return None, ()
        try:
            scale = scale_of_edge(measured.edge_mm, float(np.median(measured.edges)), width, self._sizes.camera_mm)
        except ValueError:
            return None, measured.edges
        return scale, measured.edges


def grades_of(light: LightLevels, amount: float, best: float) -> Figures:
    """Grades a picture's light and its sharpness, for people who adjust lamp and lens."""
    return (
        (message("brightness"), brightness_grade(light)),
        (EVENNESS, evenness_grade(light)),
        (message("sharpness"), sharpness_grade(amount, best)),
    )


def figures_of(light: LightLevels, amount: float, best: float) -> Figures:
    """Measures a picture's light, and its sharpness relative to the best so far."""
    return (
        (message("brightness"), message("{level:.0f} of 255", level=light.level)),
        (EVENNESS, message("1 to {factor:.1f}", factor=light.unevenness)),
        (message("sharpness"), message("{amount:.0f} (best {best:.0f})", amount=amount, best=best)),
    )


def _of_card(card: PrintedCard, width: int, camera_mm: float) -> Scale | None:
    try:
        return card.scale(width, camera_mm)
    except ValueError:
        return None
