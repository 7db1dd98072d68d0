"""The calibration of one camera, as `meierbox calibrate` writes it: `camera.toml` in the state directory."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.region import WHOLE, Region
from hardware.calibration.scale import CAMERA_MM, Scale, Source
from hardware.errors import CalibrationError
from hardware.message import literal, message
from hardware.small_files import read_small_file

NAME = "camera.toml"
"""The name of the file in the state directory."""
LONGEST_REASON = 120
"""Signs of a strange value that an error quotes."""


@runtime_checkable
class Calibrated(Protocol):
    """A camera that knows its calibration."""

    calibration: "Calibration | None"


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of the camera with this name ("" is any).

    `settings` are locked, None if the camera adjusts itself; `region` is the part of its picture that is used; `level`
    is the grey level (0 to 255) of the floor in the light of the lamp.
    """

    camera: str = ""
    settings: CameraSettings | None = None
    region: Region = WHOLE
    scale: Scale | None = None
    level: float | None = None

    def suits(self, camera: str) -> bool:
        """Whether it belongs to the camera with that name."""
        return self.camera in ("", camera)

    def toml(self) -> str:
        """Returns the text that `load` reads."""
        tables = [["[camera]", f"name = {json.dumps(self.camera)}"]]
        if self.settings is not None:
            tables[0] += [f"{key} = {value}" for key, value in self.settings.table().items()]
        if not self.region.whole:
            region = self.region
            tables.append(
                ["[region]", f"left = {region.left:.4f}", f"top = {region.top:.4f}", f"size = {region.size:.4f}"]
            )
        if self.scale is not None:
            tables.append(
                [
                    "[scale]",
                    f"mm_per_pixel = {self.scale.mm_per_pixel:.5f}",
                    f"width = {self.scale.width}",
                    f"camera_mm = {self.scale.camera_mm:.1f}",
                    f'source = "{self.scale.source}"',
                ]
            )
        if self.level is not None:
            tables.append(["[light]", f"level = {self.level:.1f}"])
        return "\n\n".join("\n".join(table) for table in tables) + "\n"


def parsed(text: str) -> Calibration:
    """Reads the text of a file; unknown tables are ignored.

    >>> parsed('[camera]\\nname = "USB camera 0"').camera
    'USB camera 0'

    Raises:
        CalibrationError: if it is not TOML, or holds impossible values.
    """
    try:
        tables = tomllib.loads(text)
        if "camera" not in tables:
            raise CalibrationError(message("{names} missing", names=("camera",)))
        camera = _table(tables, "camera")
        region, scale, light = (_table(tables, name) for name in ("region", "scale", "light"))
        return Calibration(
            str(camera.get("name", "")),
            CameraSettings.of(camera) if "exposure" in camera else None,
            Region(float(region["left"]), float(region["top"]), float(region["size"])) if region else WHOLE,
            Scale(
                float(scale["mm_per_pixel"]),
                int(scale["width"]),
                float(scale.get("camera_mm", CAMERA_MM)),
                Source(scale["source"]),
            )
            if scale
            else None,
            float(light["level"]) if light else None,
        )
    except CalibrationError:
        raise
    except KeyError as error:
        raise CalibrationError(message("{names} missing", names=(str(error.args[0]),))) from error
    except RecursionError as error:
        raise CalibrationError(message("it is nested too deeply")) from error
    except (ValueError, TypeError, OverflowError, AttributeError) as error:
        raise CalibrationError(literal(str(error))) from error


def load(path: Path) -> Calibration:
    """Reads a file; raises CalibrationError, which names the file and the remedy, if that fails."""
    remedy = message("run meierbox calibrate again")
    try:
        return parsed(read_small_file(path))
    except OSError as error:
        problem = message("{path} cannot be read ({why})", path=str(path), why=error.strerror or type(error).__name__)
        raise CalibrationError(problem.with_remedy(remedy)) from error
    except ValueError as error:
        why = error.message if isinstance(error, CalibrationError) else literal(str(error)[:LONGEST_REASON])
        problem = message("{path} is not a calibration ({why})", path=str(path), why=why)
        raise CalibrationError(problem.with_remedy(remedy)) from error


def kept_of_another(path: Path, camera: str) -> str:
    """Returns the name of the other camera whose calibration a file holds; "" if there is none."""
    try:
        known = load(path)
    except CalibrationError:
        return ""
    return "" if known.suits(camera) else known.camera


def _table(tables: dict[str, Any], name: str) -> dict[str, Any]:
    table = tables.get(name, {})
    if not isinstance(table, dict):
        raise CalibrationError(message("{name} is not a table", name=name))
    return table
