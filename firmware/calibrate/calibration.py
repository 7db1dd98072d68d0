"""Calibrates a camera in its box: light and exposure, the floor, the lamp, the focus, the scale, one after another."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np

from firmware.calibrate.assessment import judge_floor, judge_focus, judge_lamp, judge_light, judge_scale
from firmware.calibrate.camera_thread import CameraThread
from firmware.calibrate.guide import Figures, Guide, View
from firmware.calibrate.lighting import glide, pass_time, try_lamp
from firmware.calibrate.measuring import ENDS, Die, die_edges, faces_seen
from firmware.doctor.camera_frame import blur, shrunk
from firmware.doctor.finding import Finding, Level, info
from hardware.calibration.card import Card, find_card
from hardware.calibration.floor import find_floor
from hardware.calibration.focus import sharpest, sharpness
from hardware.calibration.light import Light, measure_light
from hardware.calibration.record import Calibration
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, scale_of_edge
from hardware.pi.exposure import CameraSettings
from hardware.ports import Attentive, Camera, Focusable, Image, Lamp, Shakeable
from vision.reading import Reading

EMPTY = "Take all dice out of the box and shut the lid."
FRAMED = "Is all of the floor inside the frame?"
LAID = "Lay two dice flat, three pips or more on top, or the printed card."
"""What people are asked."""
SETTLING_FRAMES = 120
"""So many frames may pass until the exposure is locked; the adapter itself locks after ninety."""
MIDDLE = 0.7
"""The light is measured on this part of the floor: its edges lie in the shade of the walls."""
MOST_THROWS = 20
READINGS = 3
"""Pictures from which dice are measured, so that the noise of one does not count."""


@runtime_checkable
class Settling(Protocol):
    """A camera whose exposure settles in the light and is then locked."""

    @property
    def settings(self) -> CameraSettings | None:
        """What is locked; None until it has settled."""


class DiceReader(Protocol):
    """What finds dice in a picture: `vision.reader.Reader`, or another in tests."""

    def read(self, frame: Image, expect: int | None = None) -> Reading:
        """Reads a picture."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people said: the edges of their dice in mm (the longer first), and from the lens to the floor."""

    die: tuple[float, float] | None = None
    camera_mm: float = 155.0


class Calibrator:
    """Leads through the calibration of one camera, and keeps what was found."""

    def __init__(
        self,
        camera: CameraThread,
        lamp: Lamp | None,
        reader: DiceReader,
        guide: Guide,
        wishes: Wishes,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = pass_time,
    ) -> None:
        """Takes a camera that is open; `lamp` is None where nobody but people can switch it."""
        self._camera, self._lamp, self._reader, self._guide, self._wishes = camera, lamp, reader, guide, wishes
        self._clock, self._wait = clock, wait
        self._best = 0.0
        self.findings: list[Finding] = []

    @property
    def hopeless(self) -> bool:
        """Whether something is so wrong that nothing should be kept."""
        return any(finding.level is Level.ISSUE for finding in self.findings)

    @property
    def faultless(self) -> bool:
        """Whether nothing was found that ought to be mended."""
        return all(finding.level <= Level.INFO for finding in self.findings)

    def run(self) -> Calibration | None:
        """Does it all; None where something is so wrong that nothing should be kept. May raise Left or CameraError."""
        self._shine()
        self._clear()
        self._guide.ask(EMPTY, self._view)
        settings = self._settle()
        region = self._find_region(settings)
        if self.hopeless:
            return None
        self._test_lamp(region)
        if self.hopeless:
            return None
        self._lay()
        self._guide.ask(LAID, lambda: self._view(region))
        lens = self._focus(region)
        if settings is not None:
            settings = replace(settings, lens=lens if lens is not None else settings.lens)
        scale = self._scale()
        level = measure_light(self._frame(), region.grown(MIDDLE)).level
        if isinstance(self._camera.camera, Shakeable):
            region = Region()  # a camera that brings its own dice always shows all that it sees
        through = scale.through(region.size) if scale else None
        return Calibration(self._camera.name, settings, region, through, level)

    def _say(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.findings.append(finding)
            self._guide.tell(finding)

    def _frame(self) -> Image:
        return self._camera.capture().image

    def _view(self, region: Region | None = None) -> View:
        """What there is to see now, with the figures that people turn knobs by."""
        image = self._frame()
        part = region or Region()
        amount = sharpness(image, part.grown(MIDDLE))
        self._best = max(self._best, amount)
        light = measure_light(image, part.grown(MIDDLE))
        return View(image, region=region, figures=figures_of(light, amount, self._best))

    def _shine(self) -> None:
        if self._lamp is not None:
            glide(self._lamp, 1.0, 1.0, clock=self._clock, wait=self._wait)

    def _clear(self) -> None:
        """Empties a box that brings its own dice."""

        def clear(camera: Camera) -> None:
            if isinstance(camera, Shakeable):
                camera.lay(0, 0)

        self._camera.do(clear)

    def _lay(self) -> None:
        """Lays two dice into a box that brings its own: such that one at least shows a long side."""

        def lay(camera: Camera) -> None:
            if isinstance(camera, Shakeable):
                for number in range(1, MOST_THROWS):
                    camera.lay(2, number)
                    if max(camera.truth() or (0,)) > max(ENDS):
                        return

        self._camera.do(lay)

    def _settle(self) -> CameraSettings | None:
        """Lets the exposure settle in the light, as it does before dice are read; gives what was locked."""
        camera = self._camera.camera
        self._attend(True)
        for _ in range(SETTLING_FRAMES if isinstance(camera, Settling) else 1):
            self._camera.capture()
            if isinstance(camera, Settling) and camera.settings is not None:
                break
        self._attend(False)
        return camera.settings if isinstance(camera, Settling) else None

    def _attend(self, reading: bool) -> None:
        def attend(camera: Camera) -> None:
            if isinstance(camera, Attentive):
                camera.attend(reading)

        self._camera.do(attend)

    def _find_region(self, settings: CameraSettings | None) -> Region:
        """Judges the light and finds the floor; people may move the frame."""
        image = self._frame()
        floor = find_floor(image)
        region = floor.region(self._wishes.camera_mm) if floor.found else Region()
        self._say(judge_light(measure_light(image, region.grown(MIDDLE)), settings))
        self._say([judge_floor(floor, region)])
        if self.hopeless:
            return region
        return self._guide.place(FRAMED, region, self._view)

    def _test_lamp(self, region: Region) -> None:
        camera = self._camera.camera
        fixed = isinstance(camera, Shakeable) or (isinstance(camera, Settling) and camera.settings is not None)
        if self._lamp is None or not fixed:
            why = "nothing here can switch it" if self._lamp is None else "the camera's exposure follows the light"
            self._say([info("lamp", f"its channels were not tested: {why}")])
            return
        part = region.grown(MIDDLE)
        tried, soft = try_lamp(self._lamp, lambda: measure_light(self._frame(), part).level, self._clock, self._wait)
        self._say(judge_lamp(tried, soft=soft))

    def _focus(self, region: Region) -> float | None:
        """Finds the sharpest focus of a lens that can be focused, and judges the sharpness; gives the dioptres."""
        part = region.grown(MIDDLE)
        camera = self._camera.camera
        span = camera.lens_range if isinstance(camera, Focusable) else None
        lens = None
        if span is not None:

            def measure(dioptres: float) -> float:
                self._camera.do(lambda camera: camera.focus(dioptres) if isinstance(camera, Focusable) else None)
                return float(np.mean([sharpness(self._frame(), part) for _ in range(2)]))

            lens = sharpest(measure, *span)
            if lens is not None:
                measure(lens)
        amount = blur(shrunk(np.ascontiguousarray(region.cut(self._frame()))))
        self._say([judge_focus(amount, lens, movable=span is not None)])
        return lens

    def _scale(self) -> Scale | None:
        """Takes the scale from the card if it lies there, else from the dice."""
        image = self._frame()
        width = image.shape[1]
        card = find_card(image)
        scale, edges = (_of_card(card, width, self._wishes.camera_mm), ()) if card else self._scale_of_dice(width)
        self._say(judge_scale(scale, card, edges))
        return scale

    def _scale_of_dice(self, width: int) -> tuple[Scale | None, tuple[float, ...]]:
        dice: list[Die] = []
        for _ in range(READINGS):
            dice += faces_seen(self._reader.read(self._frame()).dice)
        measured = die_edges(dice, self._wishes.die)
        if measured is None:
            return None, ()
        try:
            scale = scale_of_edge(measured.edge_mm, float(np.median(measured.edges)), width, self._wishes.camera_mm)
        except ValueError:
            return None, measured.edges
        return scale, measured.edges


def figures_of(light: Light, amount: float, best: float) -> Figures:
    """What is measured of a picture: its light, and its sharpness beside the best so far."""
    return (
        ("brightness", f"{light.level:.0f} of 255"),
        ("evenness", f"1 to {light.unevenness:.1f}"),
        ("sharpness", f"{amount:.0f} (best {best:.0f})"),
    )


def _of_card(card: Card, width: int, camera_mm: float) -> Scale | None:
    try:
        return card.scale(width, camera_mm)
    except ValueError:
        return None
