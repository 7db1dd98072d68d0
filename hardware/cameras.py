"""Opens the camera that a word on the command line names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.folder import FolderCamera
from hardware.pi.camera import PiCamera
from hardware.pi.exposure import CameraSettings, SettingsError
from hardware.ports import Camera, CameraError, CameraMissing
from hardware.simulated import DiceSet, Floor, Habits, PipStyle, Shape, SimulatedBox, Tint
from hardware.usb import UsbCamera, usb_cameras


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a camera may want to know beside its name: `seed`, and for how many seconds a simulated shake lasts."""

    seed: int = 0
    shaking: float = 0.6
    warn: Callable[[str], None] | None = None


class _Opener(Protocol):
    def __call__(self, rest: str, wishes: Wishes) -> Camera: ...


def open_camera(spec: str, wishes: Wishes | None = None) -> Camera:
    """Opens the camera that `spec` names; CameraError for another word or a missing camera.

    `sim[:SEED][:WORD,…]`, `folder:DIR`, `usb[:N]`, `pi[:N[:FILE]]` (FILE: its calibration) or `auto[:FILE]`: the Pi's
    own camera, and where that does not open any USB camera.

    The words of a simulated box say what lies in it: `oblong` or `cube`; `bone`, `ivory`, `wood` or `horn`;
    `drilled` or `rings`; `felt`, `madder` or `plank`; and `steady`, with which no throw is ever cocked or touching.

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
    return SimulatedBox(seed, DiceSet(**chosen), habits, wishes.shaking)  # type: ignore[arg-type]


def _open_folder(rest: str, wishes: Wishes) -> Camera:
    if not rest:
        raise CameraError("Which folder? Give folder:DIR, where DIR holds photographs.")
    try:
        path = Path(rest).expanduser()
    except RuntimeError as error:
        raise CameraError(f"Nobody knows whose home {rest} is in: give the folder's whole path.") from error
    return FolderCamera(path, wishes.warn)


def _open_usb(rest: str, wishes: Wishes) -> Camera:  # noqa: ARG001 - a real camera has no wishes
    if rest and not (rest.isascii() and rest.isdecimal() and len(rest) <= 3):
        raise CameraError(f'"{rest}" is no number of a USB camera: give usb or usb:0, usb:1 and so on.')
    return UsbCamera(int(rest or 0))


def _open_pi(rest: str, wishes: Wishes) -> Camera:
    number, _, file = rest.partition(":")
    if number and not (number.isascii() and number.isdecimal() and len(number) <= 3):
        raise CameraError(f'"{number}" is no number of a Pi camera: give pi or pi:0, pi:1.')
    return PiCamera(int(number or 0), _calibration(file, wishes))


def _open_any(rest: str, wishes: Wishes) -> Camera:
    return first_of([lambda: PiCamera(0, _calibration(rest, wishes)), *map(_usb, usb_cameras())], wishes)


def _usb(index: int) -> Callable[[], Camera]:
    return lambda: UsbCamera(index)


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


def _calibration(file: str, wishes: Wishes) -> CameraSettings | None:
    """The settings of a calibration; where it cannot be read, that is said and the camera settles by itself."""
    if not file:
        return None
    try:
        return CameraSettings.load(Path(file))
    except SettingsError as error:
        if wishes.warn:
            wishes.warn(str(error))
        return None


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
