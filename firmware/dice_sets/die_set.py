"""A set of dice by its name: shape, size, pips, faces and colours, kept as `dice/NAME.toml` in the state directory."""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from firmware.config import atomic_files

FOLDER = "dice"
"""In the state directory."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
SMALLEST_MM, LARGEST_MM = 4.0, 60.0
"""Edges of dice that were ever found in the ground or are made today (PROBABILITY.md, section 4), and a little more."""


class DieSetError(ValueError):
    """A die set has no such name, or its file says what cannot be; the message says what and the remedy."""


class Shape(StrEnum):
    """Oblong: four long sides and two square ends. Cube: all edges alike."""

    OBLONG = "oblong"
    CUBE = "cube"


class PipStyle(StrEnum):
    """How a pip is made: drilled (a hole or a filled spot), or rings (a ring or two round a dot)."""

    DRILLED = "drilled"
    RINGS = "rings"


@dataclass(frozen=True, slots=True)
class DieSet:
    """What is known of a set of dice.

    `faces` are those that its dice have, ascending (some old dice lack faces: PROBABILITY.md, section 4). `size_mm` is
    the longest edge and the one across it, None where the camera had no scale. Colours are `#rrggbb`. `thrown` tells
    how often each of 1 to 6 came when they were blessed.
    """

    name: str
    shape: Shape
    pips: PipStyle
    faces: tuple[int, ...]
    size_mm: tuple[float, float] | None = None
    colour: str = ""
    pip_colour: str = ""
    thrown: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuses what cannot be, with a `DieSetError`."""
        checked_name(self.name)
        if not self.faces or list(self.faces) != sorted(set(self.faces)) or not set(self.faces) <= set(range(1, 7)):
            raise DieSetError(f"faces are {list(self.faces)}: they are some of 1 to 6, each once, ascending")
        if self.size_mm is not None:
            long, across = self.size_mm
            if not SMALLEST_MM <= across <= long <= LARGEST_MM:
                raise DieSetError(
                    f"size_mm is {[long, across]}: two edges from {SMALLEST_MM:g} to {LARGEST_MM:g}, the longer first"
                )
        for colour in (self.colour, self.pip_colour):
            if colour and not _COLOUR.fullmatch(colour):
                raise DieSetError(f"{colour!r} is no colour: write #rrggbb in small letters")
        if self.thrown and (len(self.thrown) != 6 or min(self.thrown) < 0):
            raise DieSetError(f"thrown is {list(self.thrown)}: it tells how often each of the six faces came")

    @property
    def aspect(self) -> float | None:
        """How many times a long side is longer than it is wide; 1 for a cube, None where it was not measured."""
        if self.shape is Shape.CUBE:
            return 1.0
        return None if self.size_mm is None else self.size_mm[0] / self.size_mm[1]

    def toml(self) -> str:
        """Writes what `parsed` reads.

        >>> print(DieSet("bone", Shape.CUBE, PipStyle.RINGS, (1, 2, 3, 4, 5, 6), (16.0, 16.0)).toml(), end="")
        name = "bone"
        shape = "cube"
        size_mm = [16.0, 16.0]
        pips = "rings"
        faces = [1, 2, 3, 4, 5, 6]
        """
        lines = [f"name = {json.dumps(self.name)}", f'shape = "{self.shape}"']
        if self.size_mm is not None:
            lines.append(f"size_mm = [{self.size_mm[0]:.1f}, {self.size_mm[1]:.1f}]")
        lines += [f'pips = "{self.pips}"', f"faces = {list(self.faces)}"]
        lines += [
            f'{key} = "{value}"' for key, value in (("colour", self.colour), ("pip_colour", self.pip_colour)) if value
        ]
        if self.thrown:
            lines.append(f"thrown = {list(self.thrown)}")
        return "\n".join(lines) + "\n"


def checked_name(name: str) -> str:
    """Gives the name back; raises DieSetError where no file could bear it.

    >>> checked_name("astrids-bone")
    'astrids-bone'
    """
    if not _NAME.fullmatch(name):
        raise DieSetError(
            f'"{name}" is no name for a die set: take small letters, figures and hyphens, such as red-bone'
        )
    return name


def parsed(text: str) -> DieSet:
    """Reads the text of a file; tables and keys that this version does not know belong to others.

    Raises:
        DieSetError: where it is no TOML, or says what cannot be.
    """
    try:
        table = tomllib.loads(text)
        size = table.get("size_mm")
        return DieSet(
            name=str(table["name"]),
            shape=Shape(table["shape"]),
            pips=PipStyle(table["pips"]),
            faces=tuple(int(face) for face in table["faces"]),
            size_mm=None if size is None else (float(size[0]), float(size[1])),
            colour=str(table.get("colour", "")),
            pip_colour=str(table.get("pip_colour", "")),
            thrown=tuple(int(count) for count in table.get("thrown", ())),
        )
    except DieSetError:
        raise
    except KeyError as error:
        raise DieSetError(f"{error.args[0]} is missing") from error
    except (ValueError, TypeError, IndexError) as error:
        raise DieSetError(str(error)) from error


class DieSets:
    """The die sets of a state directory."""

    def __init__(self, state: Path) -> None:
        """Looks into the folder `dice` of `state`, which need not exist yet."""
        self._folder = state / FOLDER

    def path(self, name: str) -> Path:
        """Tells the file of a set; raises DieSetError where no set could have that name."""
        return self._folder / f"{checked_name(name)}.toml"

    def names(self) -> tuple[str, ...]:
        """Lists the names for which there are files, sorted."""
        return tuple(sorted(path.stem for path in self._folder.glob("*.toml") if _NAME.fullmatch(path.stem)))

    def load(self, name: str) -> DieSet:
        """Reads a set.

        Raises:
            DieSetError: where there is none of that name, or its file cannot be understood.
        """
        path = self.path(name)
        try:
            return parsed(path.read_text("utf-8"))
        except FileNotFoundError:
            raise DieSetError(f'There is no die set "{name}": {_have(self.names())}') from None
        except OSError as error:
            raise DieSetError(f"{path} cannot be read ({error.strerror}): check its permissions.") from error
        except ValueError as error:
            raise DieSetError(f"{path} is no die set ({error}): bless the dice again.") from error

    def save(self, die_set: DieSet) -> Path:
        """Writes a set, whatever happens to the power meanwhile; gives its path. Raises OSError where it cannot."""
        path = self.path(die_set.name)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        atomic_files.write(path, die_set.toml())
        return path

    def remove(self, name: str) -> None:
        """Forgets a set; raises DieSetError where there is none of that name."""
        if not atomic_files.remove(self.path(name)):
            raise DieSetError(f'There is no die set "{name}": {_have(self.names())}')


def _have(names: Iterable[str]) -> str:
    known = ", ".join(names)
    return f"there are {known}." if known else "none is known yet; meierbox bless learns one."
