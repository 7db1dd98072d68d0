"""Opens the camera that a word on the command line names."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.folder import FolderCamera
from hardware.ports import Camera, CameraError
from hardware.simulated import DiceSet, Floor, Habits, PipStyle, Shape, SimulatedBox, Tint
from hardware.usb import UsbCamera


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a camera may want to know beside its name: `seed`, and for how many seconds a simulated shake lasts."""

    seed: int = 0
    shaking: float = 0.6
    warn: Callable[[str], None] | None = None


class _Opener(Protocol):
    def __call__(self, rest: str, wishes: Wishes) -> Camera: ...


def open_camera(spec: str, wishes: Wishes | None = None) -> Camera:
    """Opens `sim[:SEED][:WORD,…]`, `folder:DIR` or `usb[:N]`; CameraError for another word or a missing camera.

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


_WORDS: dict[str, type[Shape] | type[Tint] | type[PipStyle] | type[Floor]] = {
    "shape": Shape,
    "tint": Tint,
    "pips": PipStyle,
    "floor": Floor,
}
_KINDS: dict[str, _Opener] = {"sim": _open_simulated, "folder": _open_folder, "usb": _open_usb}
_FORMS = {"sim": "sim[:SEED]", "folder": "folder:DIR", "usb": "usb[:N]"}


def _known() -> str:
    *most, last = (_FORMS[kind] for kind in _KINDS)
    return f"{', '.join(most)} or {last}"
