"""Guides people on a screen, with any controls, in the language of the box."""

import time
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Protocol

import cv2
import numpy as np

from display.scene import CalibrationFinding, CalibrationScene, Hint, ListRow, Tone
from firmware.calibrate.guide import LiveView, UserLeftError
from firmware.doctor.finding import Finding, Level
from firmware.journal.observation import SeenDie
from firmware.rules.message import Message
from firmware.texts import Texts
from firmware.texts.capitals import capitalized
from firmware.texts.source import text
from hardware.calibration.region import Region
from hardware.ports import Control, ControlMessage, Held, Image, Pressed, Quit, Turned

STEP, ZOOM = 0.01, 1.03
"""How far a step of the dial moves the frame (a share of the picture), and how much it enlarges it."""
WIDEST = 960
"""Pixels; larger pictures are shrunk before they are shown."""
PERIOD = 0.1
"""Seconds between pictures."""

_SEVERITY = (Tone.GOOD, Tone.PLAIN, Tone.DOUBT, Tone.BAD)
_TONES = {Level.OK: Tone.GOOD, Level.INFO: Tone.PLAIN, Level.WARNING: Tone.DOUBT, Level.ISSUE: Tone.BAD}
_GRADES = {
    Level.OK: "calibration.good",
    Level.WARNING: "calibration.fair",
    Level.ISSUE: "calibration.poor",
}


class SceneOutlet(Protocol):
    """Where scenes are shown: a window, or the screen of a box run by another process."""

    def show(self, scene: CalibrationScene) -> None:
        """Shows a scene; raises Left if everybody has left."""

    def wait_for_input(self, seconds: float) -> list[ControlMessage]:
        """Waits for input, at most this long, and returns it; raises Left if everybody has left."""

    def close(self) -> None:
        """Closes it."""


class FrameAxis(Enum):
    """What the dial does to the frame; the value is the code of its text."""

    ACROSS = "calibration.dial_across"
    DOWN = "calibration.dial_down"
    SIZE = "calibration.dial_size"

    def moved(self, region: Region, steps: int) -> Region:
        """Returns the region after this many steps of the dial."""
        match self:
            case FrameAxis.ACROSS:
                return region.moved(steps * STEP, 0)
            case FrameAxis.DOWN:
                return region.moved(0, steps * STEP)
            case FrameAxis.SIZE:
                return region.grown(ZOOM**steps)

    @property
    def after(self) -> "FrameAxis":
        """Returns the next axis."""
        return {FrameAxis.ACROSS: FrameAxis.DOWN, FrameAxis.DOWN: FrameAxis.SIZE, FrameAxis.SIZE: FrameAxis.ACROSS}[
            self
        ]


class ScreenGuide:
    """A `Guide` on a screen: the dial's push continues, turning it scrolls the findings, REVEAL leaves."""

    def __init__(
        self, title: Message, outlet: SceneOutlet, texts: Texts, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Shows an empty screen under a title, in the language of `texts`."""
        self._outlet, self._texts, self._clock = outlet, texts, clock
        self._found: list[CalibrationFinding] = []
        self._scene = CalibrationScene(texts.render(title), "", self._hints())
        self._show(blank=texts.say("calibration.opening"))

    @property
    def scene(self) -> CalibrationScene:
        """The scene shown now."""
        return self._scene

    def ask(self, instruction: Message, look: Callable[[], LiveView]) -> None:
        """Asks, and shows the live view until the dial is pushed."""
        self._discard()
        while not self._pushed(self._read(instruction, look(), self._hints("calibration.go_on"))):
            pass
        self._measure()

    def place(self, instruction: Message, region: Region, look: Callable[[Region], LiveView]) -> Region:
        """Lets the dial move and size the frame."""
        self._discard()
        axis = FrameAxis.ACROSS
        while True:
            done = self._turn(instruction, look(region), self._hints("calibration.inside", axis.after.value))
            for message in done:
                match message:
                    case Turned(steps=steps):
                        region = axis.moved(region, steps)
                    case Pressed(control=Control.CLAIM):
                        axis = axis.after
            if self._pushed(done):
                self._measure()
                return region

    def watch(self, instruction: Message, look: Callable[[], LiveView], done: Callable[[], bool]) -> None:
        """Asks, and shows the live view until `done` returns true."""
        while not done():
            self._turn(instruction, look(), self._hints())
        self._show(view=look())

    def tell(self, finding: Finding) -> None:
        """Shows a finding beside the picture: the most serious first; among good ones, the latest."""
        render = self._texts.render
        lines = tuple(_sentence(render(said)) for said in (finding.says, finding.remedy) if said)
        part = capitalized(render(finding.part))
        if finding.level in _GRADES:
            part = self._texts.say("common.labelled", label=part, text=text(_GRADES[finding.level]))
        self._found.append(CalibrationFinding(part, lines, _TONES[finding.level]))
        index = _most_serious(self._found)
        if self._found[index].tone in (Tone.GOOD, Tone.PLAIN):
            index = len(self._found) - 1
        self._scene = replace(self._scene, findings=tuple(self._found), index=index)
        self._show()

    def end(self, says: Message) -> None:
        """Shows the outcome over the last picture until the dial is pushed or people leave."""
        # Nothing is being measured now, so the findings take the whole panel.
        self._scene = replace(self._scene, figures=() if self._found else self._scene.figures)
        if self._found:
            self._scene = replace(self._scene, index=_most_serious(self._found))
        try:
            self._discard()
            while not self._pushed(self._read(says, None, self._hints("calibration.end"))):
                pass
        except UserLeftError:
            return

    def close(self) -> None:
        """Closes the screen."""
        self._outlet.close()

    def _read(self, instruction: Message, view: LiveView | None, hints: tuple[Hint, ...]) -> list[ControlMessage]:
        """Handles one round of input while the dial scrolls the findings."""
        self._scene = replace(self._scene, turning=len(self._found) > 1)
        done = self._turn(instruction, view, hints)
        steps = sum(message.steps for message in done if isinstance(message, Turned))
        index = max(0, min(self._scene.index + steps, len(self._found) - 1))
        self._scene = replace(self._scene, index=index, turning=False)
        return done

    def _turn(self, instruction: Message, view: LiveView | None, hints: tuple[Hint, ...]) -> list[ControlMessage]:
        """Shows the live view and returns the input since then; raises Left if everybody has left."""
        began = self._clock()
        self._show(self._texts.render(instruction), view, hints)
        return self._wait_for_input(max(0.0, PERIOD - (self._clock() - began)))

    def _wait_for_input(self, seconds: float) -> list[ControlMessage]:
        # Holding a button counts as pressing it.
        done: list[ControlMessage] = [
            Pressed(message.control) if isinstance(message, Held) else message
            for message in self._outlet.wait_for_input(seconds)
        ]
        if any(isinstance(message, Quit) or message == Pressed(Control.REVEAL) for message in done):
            raise UserLeftError
        return done

    def _discard(self) -> None:
        """Discards presses made while nothing was asked, except leaving."""
        self._wait_for_input(0.0)

    def _measure(self) -> None:
        """Shows that a measurement is running."""
        self._show(self._texts.say("calibration.measuring"), hints=self._hints())

    @staticmethod
    def _pushed(done: list[ControlMessage]) -> bool:
        return Pressed(Control.DIAL) in done

    def _hints(self, push: str = "", claim: str = "") -> tuple[Hint, ...]:
        say = self._texts.say
        return (
            Hint("claim", say(claim) if claim else "", bool(claim)),
            Hint("reveal", say("calibration.leave"), True),
            Hint("challenge", "", False),
            Hint("dial", say(push) if push else "", bool(push)),
        )

    def _show(
        self,
        instruction: str = "",
        view: LiveView | None = None,
        hints: tuple[Hint, ...] | None = None,
        blank: str = "",
    ) -> None:
        scene = replace(
            self._scene,
            prompt=instruction or self._scene.prompt,
            hints=hints or self._scene.hints,
            blank=blank or self._scene.blank,
        )
        if view is not None:
            encoded, dice = _shown(view)
            region, render = view.region, self._texts.render
            scene = replace(
                scene,
                encoded=encoded,
                dice=dice,
                frame=None if region is None else (region.left, region.top, region.size, region.size),
                figures=tuple(ListRow(render(name), render(value)) for name, value in view.figures),
                blank=self._texts.say("calibration.awaiting"),
            )
        self._scene = scene
        self._outlet.show(scene)


def _most_serious(found: list[CalibrationFinding]) -> int:
    """Returns the index of the most serious finding, the first of several."""
    return max(range(len(found)), key=lambda index: (_SEVERITY.index(found[index].tone), -index))


def _sentence(text: str) -> str:
    """Makes a phrase a sentence; plain figures stay as they are.

    >>> _sentence("the left channel gives no light"), _sentence("1 3 4")
    ('The left channel gives no light.', '1 3 4')
    """
    return capitalized(text) if text.replace(" ", "").isdecimal() else f"{capitalized(text)}."


def _shown(view: LiveView) -> tuple[bytes, tuple[SeenDie, ...]]:
    """Returns the view's picture, scaled down for frequent updates, and the dice in its pixels."""
    if view.image is None:
        return b"", ()
    scale = min(1.0, WIDEST / view.image.shape[1])
    image: Image = view.image
    if scale < 1:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    dice = tuple(
        SeenDie(
            die.face,
            tuple((x * scale, y * scale) for x, y in die.polygon),
            tuple((x * scale, y * scale, r * scale) for x, y, r in die.pips),
        )
        for die in view.dice
    )
    return encoded, dice
