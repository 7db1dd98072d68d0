"""Leads people in a window, or on the box's own screen, with the box's own buttons, a keyboard or a mouse."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Protocol

import cv2
import numpy as np
import pygame

from display.scene import BenchScene, Hint, Notice, Row, SeenDie, Tone
from display.stage import Stage
from firmware.app.bench.guide import Left, View
from firmware.doctor.finding import Finding, Level
from hardware.calibration.region import Region
from hardware.ports import Control, ControlMessage, Held, Image, Pressed, Quit, Turned

STEP, ZOOM = 0.01, 1.03
"""By how much a step of the dial moves the frame, in parts of the picture, and makes it larger."""
WIDEST = 960
"""Pixels; a larger picture is shrunk before it is shown."""
ROOM = 6
"""So many findings have room beside the picture."""
PERIOD = 0.1
"""Seconds from one picture to the next."""

_TONES = {Level.OK: Tone.GOOD, Level.INFO: Tone.PLAIN, Level.WARNING: Tone.DOUBT, Level.ISSUE: Tone.BAD}


class Pumped(Protocol):
    """The box's own buttons and dial: `pump` posts what people did."""

    def pump(self, now: float) -> float | None:
        """Posts what people did until now."""


class Handle(Enum):
    """What the dial does to the frame."""

    ACROSS = auto()
    DOWN = auto()
    SIZE = auto()

    def moved(self, region: Region, steps: int) -> Region:
        """Gives the region after so many steps of the dial."""
        match self:
            case Handle.ACROSS:
                return region.moved(steps * STEP, 0)
            case Handle.DOWN:
                return region.moved(0, steps * STEP)
            case Handle.SIZE:
                return region.grown(ZOOM**steps)

    @property
    def after(self) -> "Handle":
        """Gives the next one."""
        return {Handle.ACROSS: Handle.DOWN, Handle.DOWN: Handle.SIZE, Handle.SIZE: Handle.ACROSS}[self]


_NAMES = {Handle.ACROSS: "across", Handle.DOWN: "up and down", Handle.SIZE: "size"}
_ARROWS = {
    pygame.K_LEFT: (Handle.ACROSS, -1),
    pygame.K_RIGHT: (Handle.ACROSS, 1),
    pygame.K_UP: (Handle.DOWN, -1),
    pygame.K_DOWN: (Handle.DOWN, 1),
    pygame.K_MINUS: (Handle.SIZE, -1),
    pygame.K_KP_MINUS: (Handle.SIZE, -1),
    pygame.K_PLUS: (Handle.SIZE, 1),
    pygame.K_EQUALS: (Handle.SIZE, 1),
    pygame.K_KP_PLUS: (Handle.SIZE, 1),
}


@dataclass(frozen=True, slots=True)
class Moved:
    """An arrow key moved or sized the frame, by as many steps of the dial."""

    handle: Handle
    steps: int


Deed = ControlMessage | Moved


class WindowGuide:
    """A `Guide` on a `Stage`. Messages of the box's own controls are handed to `post`."""

    def __init__(
        self,
        title: str,
        stage: Stage,
        controls: Pumped | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Shows an empty bench."""
        self._title, self._stage, self._clock = title, stage, clock
        self.controls = controls
        self._wait = wait or threading.Event().wait
        self._messages: list[ControlMessage] = []
        self._said: list[Notice] = []
        self._scene = BenchScene(title, "", _hints())
        self._show(blank="The camera is being opened.")

    @property
    def scene(self) -> BenchScene:
        """What is shown now."""
        return self._scene

    def post(self, message: ControlMessage) -> None:
        """Takes what somebody did."""
        self._messages.append(message)

    def ask(self, please: str, look: Callable[[], View]) -> None:
        """Asks, and shows what the camera sees until the dial is pushed."""
        while not self._pushed(self._turn(please, look(), _hints("go on"))):
            pass

    def place(self, please: str, region: Region, look: Callable[[Region], View]) -> Region:
        """Lets the dial, or the arrow keys, move and size the frame."""
        handle = Handle.ACROSS
        while True:
            done = self._turn(please, look(region), _hints("it is; turn: move", f"dial: {_NAMES[handle.after]}"))
            for message in done:
                match message:
                    case Turned(steps=steps):
                        region = handle.moved(region, steps)
                    case Pressed(control=Control.CLAIM):
                        handle = handle.after
                    case Moved(handle=which, steps=steps):
                        region = which.moved(region, steps)
            if self._pushed(done):
                return region

    def watch(self, please: str, look: Callable[[], View], done: Callable[[], bool]) -> None:
        """Asks, and shows what is seen until it is done."""
        while not done():
            self._turn(please, look(), _hints())

    def tell(self, finding: Finding) -> None:
        """Writes a finding beside the picture."""
        says = f"{finding.part}: {finding.says}" + (f": {finding.remedy}" if finding.remedy else "")
        self._said.append(Notice(says[0].upper() + says[1:], _TONES[finding.level]))
        self._show()

    def end(self, says: str) -> None:
        """Says what came of it, over the last picture, until the dial is pushed or people leave."""
        try:
            while not self._pushed(self._turn(says, None, _hints("end"))):
                pass
        except Left:
            return

    def close(self) -> None:
        """Closes the window."""
        self._stage.close()

    def _turn(self, please: str, view: View | None, hints: tuple[Hint, ...]) -> list[Deed]:
        """Shows what is seen, and gives what people did since; raises Left where they have gone."""
        began = self._clock()
        self._show(please, view, hints)
        if self.controls is not None:
            self.controls.pump(began)
        done: list[Deed] = [*self._messages]
        self._messages.clear()
        for event in pygame.event.get():
            done += self._meaning(event)
        if any(isinstance(message, Quit | Held) or message == Pressed(Control.REVEAL) for message in done):
            raise Left
        if not done:
            self._wait(max(0.0, PERIOD - (self._clock() - began)))
        return done

    def _meaning(self, event: pygame.event.Event) -> list[Deed]:
        if event.type == pygame.QUIT:
            return [Quit()]
        if event.type == pygame.MOUSEWHEEL:
            return [Turned(event.y)]
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            hit = self._stage.hit(event.pos)
            return [Pressed(Control(hit.control))] if hit is not None and hit.control else []
        if event.type != pygame.KEYDOWN:
            return []
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return [Pressed(Control.DIAL)]
        if event.key == pygame.K_ESCAPE or (event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL):
            return [Quit()]
        if event.key == pygame.K_F11:
            self._stage.toggle_fullscreen()
        return [Moved(*_ARROWS[event.key])] if event.key in _ARROWS else []

    @staticmethod
    def _pushed(done: list[Deed]) -> bool:
        return Pressed(Control.DIAL) in done

    def _show(
        self, please: str = "", view: View | None = None, hints: tuple[Hint, ...] | None = None, blank: str = ""
    ) -> None:
        scene = replace(
            self._scene,
            prompt=please or self._scene.prompt,
            hints=hints or self._scene.hints,
            findings=_most_telling(self._said),
            blank=blank or self._scene.blank,
        )
        if view is not None:
            encoded, dice = _shown(view)
            region = view.region
            scene = replace(
                scene,
                encoded=encoded,
                dice=dice,
                frame=None if region is None else (region.left, region.top, region.size, region.size),
                figures=tuple(Row(name, value) for name, value in view.figures),
            )
        self._scene = scene
        self._stage.show(self._scene)
        self._stage.tick(self._clock())


def _most_telling(said: list[Notice]) -> tuple[Notice, ...]:
    """Gives what there is room for, in its order: of what is well, the oldest goes first."""
    kept = list(said)
    while len(kept) > ROOM:
        kept.remove(next((each for each in kept if each.tone in (Tone.GOOD, Tone.PLAIN)), kept[0]))
    return tuple(kept)


def _hints(push: str = "", claim: str = "") -> tuple[Hint, ...]:
    return (
        Hint("claim", claim[:1].upper() + claim[1:], bool(claim)),
        Hint("reveal", "Leave", True),
        Hint("challenge", "", False),
        Hint("dial", f"Push: {push}" if push else "", bool(push)),
    )


def _shown(view: View) -> tuple[bytes, tuple[SeenDie, ...]]:
    """Gives the picture of a view, small enough to be shown often, and the dice in its pixels."""
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
