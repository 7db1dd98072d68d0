"""Opens the camera that a word on the command line names."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.calibration.record import Calibration, load
from hardware.calibration.region import WHOLE
from hardware.desk.usb_camera import UsbCamera, usb_camera_title, usb_cameras
from hardware.errors import CalibrationError, CameraError, CameraMissingError
from hardware.message import Message, Warn, in_a_row, message
from hardware.pi.camera import PiCamera, load_picamera2, pi_camera_title
from hardware.pi.lit_sides import PiCameraUnderLamp
from hardware.ports import Camera, title_of
from hardware.simulated.camera_faults import CameraFault
from hardware.simulated.photo_folder import FolderCamera
from hardware.simulated.remembered_throws import Memory
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet, Floor, PipCut, Tint
from hardware.simulated.simulated_throws import BEVELLED, UPRIGHT, Habits


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """What a camera may need beside its name: the `seed` of a simulated box and the seconds that its shake lasts.

    `light` requests the share (0 to 1) of each channel of the lamp, which another process controls. In `memory` a
    simulated camera keeps how its dice lie; `at_work` is called before it draws or decodes a picture, which may take
    long; `faults` are those of a simulated box.
    """

    seed: int = 0
    shaking: float = 0.6
    warn: Warn | None = None
    light: Callable[[float, float], None] | None = None
    memory: Path | None = None
    at_work: Callable[[], object] = lambda: None
    faults: Sequence[CameraFault] = ()


class _Opener(Protocol):
    def __call__(self, rest: str, options: CameraOptions) -> Camera: ...


def open_camera(spec: str, options: CameraOptions | None = None) -> Camera:
    """Opens the camera that `spec` names; raises CameraError for an unknown word or a missing camera.

    `sim[:SEED][:WORD,…]`, `folder:DIR`, `usb[:N[:FILE]]`, `pi[:N[:FILE]]` (FILE: its calibration) or `auto[:FILE]`: the
    Pi's own camera or, if that does not open, any USB camera.

    The words of a simulated box describe its dice: `oblong` or `cube` (by default what the game needs); `bone`,
    `ivory`, `wood` or `horn`; `drilled` or `rings`; its floor: `felt`, `madder` or `plank`; `bevel`, with which its
    walls have the bevel of the box in the build book; and `steady`, with which no throw is ever cocked or touching.

    >>> open_camera("sim:7:cube,horn").name
    'simulated box'
    """
    kind, _, rest = spec.partition(":")
    opener = _KINDS.get(kind)
    if opener is None:
        *forms, last = (_FORMS[known] for known in _KINDS)
        raise CameraError(
            message('There is no camera "{spec}"', spec=spec).with_remedy(
                message("give {forms} or {last}", forms=", ".join(forms), last=last)
            )
        )
    return opener(rest, options or CameraOptions())


def load_driver(spec: str) -> None:
    """Loads the library of the camera that `spec` names, which takes long on a small computer, but opens no camera.

    What cannot be loaded is reported by `open_camera`.
    """
    if spec.partition(":")[0] in ("pi", "auto"):
        with suppress(CameraError):
            load_picamera2()


def _open_simulated(rest: str, options: CameraOptions) -> Camera:
    seed, words = options.seed, []
    for part in filter(None, rest.split(":")):
        if part.isascii() and part.isdecimal():
            seed = int(part)
        else:
            words += part.split(",")
    chosen: dict[str, BodyShape | Tint | PipCut | Floor] = {}
    habits, bevel = Habits(), UPRIGHT
    for word in words:
        field = next((field for field, choices in _WORDS.items() if word in set(choices)), None)
        if field is not None:
            chosen[field] = _WORDS[field](word)
        elif word == "steady":
            habits = Habits(touching=0, at_wall=0.1, trouble=0)
        elif word == "bevel":
            bevel = BEVELLED
        else:
            known = ", ".join([*(choice for choices in _WORDS.values() for choice in choices), "bevel", "steady"])
            raise CameraError(
                message('A simulated box has no option "{word}"', word=word).with_remedy(
                    message("give a seed (sim:7) or one of {known}", known=known)
                )
            )
    dice_set = DiceSet(**chosen)  # type: ignore[arg-type]
    memory = Memory(options.memory, f"sim:{rest}")
    return SimulatedBox(
        seed,
        dice_set,
        habits,
        options.shaking,
        faults=options.faults,
        any_shape="shape" not in chosen,
        memory=memory,
        at_work=options.at_work,
        bevel=bevel,
    )


def _open_folder(rest: str, options: CameraOptions) -> Camera:
    if not rest:
        raise CameraError(
            message("No folder is named").with_remedy(message("give folder:DIR, where DIR holds photographs"))
        )
    try:
        path = Path(rest).expanduser()
    except RuntimeError as error:
        raise CameraError(
            message("The home folder in {path} is unknown", path=rest).with_remedy(message("give the full path"))
        ) from error
    return FolderCamera(path, options.warn, memory=Memory(options.memory, f"folder:{rest}"), at_work=options.at_work)


def _open_usb(rest: str, options: CameraOptions) -> Camera:
    wrong = message('"{number}" is not the number of a USB camera', number=rest.partition(":")[0])
    number, file = _number_and_file(rest, wrong.with_remedy(message("give usb or usb:0, usb:1 and so on")))
    return _usb(number, file, options)()


def _open_pi(rest: str, options: CameraOptions) -> Camera:
    wrong = message('"{number}" is not the number of a Pi camera', number=rest.partition(":")[0])
    number, file = _number_and_file(rest, wrong.with_remedy(message("give pi or pi:0, pi:1")))
    return _pi(number, file, options)()


def _number_and_file(rest: str, wrong: Message) -> tuple[int, str]:
    number, _, file = rest.partition(":")
    if number and not (number.isascii() and number.isdecimal() and len(number) <= 3):
        raise CameraError(wrong)
    return int(number or 0), file


def _open_any(rest: str, options: CameraOptions) -> Camera:
    return first_of([_pi(0, rest, options), *(_usb(number, rest, options) for number in usb_cameras())], options)


def _pi(number: int, file: str, options: CameraOptions) -> Callable[[], Camera]:
    def opened() -> Camera:
        known = _calibration(file, str(pi_camera_title(number)), options)
        if options.light is None:
            return PiCamera(number, known, warn=options.warn)
        return PiCameraUnderLamp(options.light, number, known, warn=options.warn)

    return opened


def _usb(number: int, file: str, options: CameraOptions) -> Callable[[], Camera]:
    def opened() -> Camera:
        known = _calibration(file, str(usb_camera_title(number)), options)
        return UsbCamera(number, region=known.region if known else WHOLE, calibration=known)

    return opened


def first_of(openers: Sequence[Callable[[], Camera]], options: CameraOptions) -> Camera:
    """Opens the first camera that opens, and warns of those before it that are there but do not open."""
    failures: list[CameraError] = []
    for opener in openers:
        try:
            camera = opener()
        except CameraError as error:
            failures.append(error)
            continue
        broken = [error.message for error in failures if not isinstance(error, CameraMissingError)]
        if broken and options.warn:
            options.warn(
                message("{camera} takes its place: {failures}", camera=title_of(camera), failures=in_a_row(broken))
            )
        return camera
    if len(failures) == 1:
        raise CameraMissingError(_or_plug_in_another(failures[0].message)) from failures[0]
    sentences = in_a_row([error.message for error in failures])
    raise CameraError(message("No camera opens: {failures}", failures=sentences)) from failures[0]


def _or_plug_in_another(problem: Message) -> Message:
    if problem.remedy is None:
        return problem.with_remedy(message("plug in a USB camera"))
    return problem.with_remedy(message("{remedy}; or plug in a USB camera", remedy=problem.remedy))


def _calibration(file: str, camera: str, options: CameraOptions) -> Calibration | None:
    """Loads a calibration if it belongs to that camera; a file that cannot be read is reported and ignored."""
    if not file:
        return None
    try:
        known = load(Path(file))
    except CalibrationError as error:
        if options.warn:
            options.warn(error.message)
        return None
    return known if known.suits(camera) else None


_WORDS: dict[str, type[BodyShape] | type[Tint] | type[PipCut] | type[Floor]] = {
    "shape": BodyShape,
    "tint": Tint,
    "pips": PipCut,
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
