"""Opens the camera that a word on the command line names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.calibration.record import Calibration, CalibrationError, load
from hardware.calibration.region import WHOLE
from hardware.desk.usb_camera import UsbCamera, usb_cameras, usb_name
from hardware.pi.camera import PiCamera, name_of
from hardware.pi.lit_sides import PiCameraUnderLamp
from hardware.ports import Camera, CameraError, CameraMissing
from hardware.simulated import DiceSet, Floor, Habits, PipStyle, Shape, SimulatedBox, Tint
from hardware.simulated.memory import Memory
from hardware.simulated.photo_folder import FolderCamera

OWN_DICE = ("sim", "folder")
"""Kinds of cameras that bring their own dice, and throw them without anybody's shaking."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a camera may want to know beside its name: `seed`, and for how many seconds a simulated shake lasts.

    `light` asks for the light of each channel (0 to 1 of its brightness) of a lamp that somebody else holds. In
    `memory` a camera with dice of its own keeps how they lie.
    """

    seed: int = 0
    shaking: float = 0.6
    warn: Callable[[str], None] | None = None
    light: Callable[[float, float], None] | None = None
    memory: Path | None = None


class _Opener(Protocol):
    def __call__(self, rest: str, wishes: Wishes) -> Camera: ...


def open_camera(spec: str, wishes: Wishes | None = None) -> Camera:
    """Opens the camera that `spec` names; CameraError for another word or a missing camera.

    `sim[:SEED][:WORD,…]`, `folder:DIR`, `usb[:N[:FILE]]`, `pi[:N[:FILE]]` (FILE: its calibration) or `auto[:FILE]`: the
    Pi's own camera, and where that does not open any USB camera.

    The words of a simulated box say what lies in it: `oblong` or `cube` (else what the game has); `bone`, `ivory`,
    `wood` or `horn`; `drilled` or `rings`; `felt`, `madder` or `plank`; and `steady`, with which no throw is ever
    cocked or touching.

    >>> open_camera("sim:7:cube,horn").name
    'simulated box'
    """
    kind, _, rest = spec.partition(":")
    opener = _KINDS.get(kind)
    if opener is None:
        raise CameraError(f'There is no camera "{spec}": give {_known()}.')
    return opener(rest, wishes or Wishes())


def _open_simulated(rest: str, wishes: Wishes) -> Camera:
    seed, words = wishes.seed, []
    for part in filter(None, rest.split(":")):
        if part.isascii() and part.isdecimal():
            seed = int(part)
        else:
            words += part.split(",")
    chosen: dict[str, Shape | Tint | PipStyle | Floor] = {}
    habits = Habits()
    for word in words:
        field = next((field for field, choices in _WORDS.items() if word in set(choices)), None)
        if field is not None:
            chosen[field] = _WORDS[field](word)
        elif word == "steady":
            habits = Habits(touching=0, at_wall=0.1, trouble=0)
        else:
            known = ", ".join([*(choice for choices in _WORDS.values() for choice in choices), "steady"])
            raise CameraError(f'A simulated box knows no "{word}": give a seed (sim:7) or one of {known}.')
    dice_set = DiceSet(**chosen)  # type: ignore[arg-type]
    memory = Memory(wishes.memory, f"sim:{rest}")
    return SimulatedBox(seed, dice_set, habits, wishes.shaking, any_shape="shape" not in chosen, memory=memory)


def _open_folder(rest: str, wishes: Wishes) -> Camera:
    if not rest:
        raise CameraError("Which folder? Give folder:DIR, where DIR holds photographs.")
    try:
        path = Path(rest).expanduser()
    except RuntimeError as error:
        raise CameraError(f"Nobody knows whose home {rest} is in: give the folder's whole path.") from error
    return FolderCamera(path, wishes.warn, memory=Memory(wishes.memory, f"folder:{rest}"))


def _open_usb(rest: str, wishes: Wishes) -> Camera:
    number, file = _number_and_file(rest, "a USB camera: give usb or usb:0, usb:1 and so on")
    return _usb(number, file, wishes)()


def _open_pi(rest: str, wishes: Wishes) -> Camera:
    number, file = _number_and_file(rest, "a Pi camera: give pi or pi:0, pi:1")
    return _pi(number, file, wishes)()


def _number_and_file(rest: str, kind: str) -> tuple[int, str]:
    number, _, file = rest.partition(":")
    if number and not (number.isascii() and number.isdecimal() and len(number) <= 3):
        raise CameraError(f'"{number}" is no number of {kind}.')
    return int(number or 0), file


def _open_any(rest: str, wishes: Wishes) -> Camera:
    return first_of([_pi(0, rest, wishes), *(_usb(number, rest, wishes) for number in usb_cameras())], wishes)


def _pi(number: int, file: str, wishes: Wishes) -> Callable[[], Camera]:
    def opened() -> Camera:
        known = _calibration(file, name_of(number), wishes)
        if wishes.light is None:
            return PiCamera(number, known, warn=wishes.warn)
        return PiCameraUnderLamp(wishes.light, number, known, warn=wishes.warn)

    return opened


def _usb(number: int, file: str, wishes: Wishes) -> Callable[[], Camera]:
    def opened() -> Camera:
        known = _calibration(file, usb_name(number), wishes)
        return UsbCamera(number, region=known.region if known else WHOLE)

    return opened


def first_of(openers: Sequence[Callable[[], Camera]], wishes: Wishes) -> Camera:
    """Opens the first camera that can be opened, and warns of those that are there but could not."""
    failures: list[CameraError] = []
    for opener in openers:
        try:
            camera = opener()
        except CameraError as error:
            failures.append(error)
            continue
        broken = [str(error).rstrip(".") for error in failures if not isinstance(error, CameraMissing)]
        if broken and wishes.warn:
            wishes.warn(f"{camera.name} stands in: {'; '.join(broken)}.")
        return camera
    if len(failures) == 1:
        raise CameraMissing(f"{str(failures[0]).rstrip('.')}; or plug in a USB camera.") from failures[0]
    raise CameraError(f"No camera opens: {' '.join(str(error) for error in failures)}") from failures[0]


def _calibration(file: str, camera: str, wishes: Wishes) -> Calibration | None:
    """The calibration, if it is one of that camera; a file that cannot be read is said, and done without."""
    if not file:
        return None
    try:
        known = load(Path(file))
    except CalibrationError as error:
        if wishes.warn:
            wishes.warn(str(error))
        return None
    return known if known.suits(camera) else None


_WORDS: dict[str, type[Shape] | type[Tint] | type[PipStyle] | type[Floor]] = {
    "shape": Shape,
    "tint": Tint,
    "pips": PipStyle,
    "floor": Floor,
}
_KINDS: dict[str, _Opener] = {
    "sim": _open_simulated,
    "folder": _open_folder,
    "usb": _open_usb,
    "pi": _open_pi,
    "auto": _open_any,
}
_FORMS = {"sim": "sim[:SEED]", "folder": "folder:DIR", "usb": "usb[:N]", "pi": "pi[:N]", "auto": "auto"}


def _known() -> str:
    *most, last = (_FORMS[kind] for kind in _KINDS)
    return f"{', '.join(most)} or {last}"
