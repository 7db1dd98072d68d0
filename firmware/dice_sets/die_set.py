"""A named set of dice: shape, size, pips, faces and colours, stored as `dice/NAME.toml`."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from firmware.config import atomic_files
from firmware.config.bounded_files import parse_toml, read_text
from firmware.config.errors import MalformedTextError, UnusableFileError
from firmware.dice_sets.errors import DieSetError, DieSetFileError, DieSetNotFoundError, InvalidDieSetError
from firmware.rules.message import Message, literal, message

FOLDER = "dice"
"""In the state directory."""
LONGEST_REASON = 120
"""The most characters of an invalid value that an error quotes."""
MAX_THROWS = 1_000_000_000
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
SMALLEST_MM, LARGEST_MM = 4.0, 60.0
"""Edges of excavated and of modern dice (PROBABILITY.md, section 4), with some margin."""


class Shape(StrEnum):
    """Oblong: four long sides and two square ends. Cube: all edges alike."""

    OBLONG = "oblong"
    CUBE = "cube"


class PipStyle(StrEnum):
    """How a pip is made: drilled (a hole or a filled spot), or rings (one or two rings round a dot)."""

    DRILLED = "drilled"
    RINGS = "rings"


@dataclass(frozen=True, slots=True)
class DieSet:
    """A set of dice.

    `faces` are those that its dice have, ascending (some old dice lack faces: PROBABILITY.md, section 4). `size_mm` is
    the longest edge and the one across it, None without a scale. Colours are `#rrggbb`. `thrown` counts each of 1 to 6
    during the blessing.
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
        """Checks every field; raises InvalidDieSetError."""
        checked_name(self.name)
        self._check_faces()
        if self.size_mm is not None:
            self._check_size(*self.size_mm)
        for colour in (self.colour, self.pip_colour):
            if colour and not _COLOUR.fullmatch(colour):
                raise InvalidDieSetError(
                    message('"{colour}" is not a colour; write #rrggbb in lower case', colour=colour)
                )
        if self.thrown and (len(self.thrown) != 6 or min(self.thrown) < 0 or max(self.thrown) > MAX_THROWS):
            counts = str(list(self.thrown))
            raise InvalidDieSetError(
                message("thrown is {counts}; it needs a count for each of six faces", counts=counts)
            )

    def _check_faces(self) -> None:
        if not self.faces or list(self.faces) != sorted(set(self.faces)) or not set(self.faces) <= set(range(1, 7)):
            faces = str(list(self.faces))
            raise InvalidDieSetError(
                message("faces are {faces}; they must be some of 1 to 6, each once, ascending", faces=faces)
            )

    def _check_size(self, long: float, across: float) -> None:
        if not SMALLEST_MM <= across <= long <= LARGEST_MM:
            says = message(
                "size_mm is {edges}; it needs two edges from {smallest:g} to {largest:g}, the longer first",
                edges=str([long, across]),
                smallest=SMALLEST_MM,
                largest=LARGEST_MM,
            )
            raise InvalidDieSetError(says)

    @property
    def aspect(self) -> float | None:
        """Length of a long side over its width; 1 for a cube, None if not measured."""
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
    """Returns the name; raises InvalidDieSetError if it is unfit for a file.

    >>> checked_name("astrids-bone")
    'astrids-bone'
    """
    if not _NAME.fullmatch(name):
        says = message('"{name}" cannot be the name of a die set', name=name)
        remedy = message("use lower-case letters, digits and hyphens, such as red-bone")
        raise InvalidDieSetError(says.with_remedy(remedy))
    return name


def parsed(text: str) -> DieSet:
    """Parses a file; unknown tables and keys are ignored.

    Raises:
        InvalidDieSetError: where it is not TOML, or says what cannot be.
    """
    try:
        table = parse_toml(text)
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
    except MalformedTextError as error:
        raise InvalidDieSetError(error.message) from error
    except KeyError as error:
        raise InvalidDieSetError(message("{key} is missing", key=str(error.args[0]))) from error
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise InvalidDieSetError(literal(str(error)[:LONGEST_REASON])) from error


class DieSets:
    """The die sets of a state directory."""

    def __init__(self, state: Path) -> None:
        """Uses the folder `dice` of `state`, which need not exist yet."""
        self._folder = state / FOLDER

    def path(self, name: str) -> Path:
        """Returns the file of a set; raises InvalidDieSetError for an impossible name."""
        return self._folder / f"{checked_name(name)}.toml"

    def names(self) -> tuple[str, ...]:
        """Lists the names with files, sorted."""
        return tuple(sorted(path.stem for path in self._folder.glob("*.toml") if _NAME.fullmatch(path.stem)))

    def load(self, name: str) -> DieSet:
        """Reads a set.

        Raises:
            DieSetError: where there is none of that name, or its file cannot be read or understood.
        """
        path = self.path(name)
        try:
            text = read_text(path)
        except FileNotFoundError:
            raise self._not_found(name) from None
        except UnusableFileError as error:
            if error.damaged:
                raise _not_a_die_set(path, error.problem) from error
            says = message("{file} cannot be read ({error})", file=str(path), error=error.problem)
            raise DieSetFileError(says.with_remedy(message("check its permissions"))) from error
        try:
            return parsed(text)
        except InvalidDieSetError as error:
            raise _not_a_die_set(path, error.message) from error

    def save(self, die_set: DieSet) -> Path:
        """Writes a set durably and returns its path; raises OSError if impossible."""
        path = self.path(die_set.name)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        atomic_files.write(path, die_set.toml())
        return path

    def remove(self, name: str) -> None:
        """Deletes a set; raises DieSetError if there is none."""
        if not atomic_files.remove(self.path(name)):
            raise self._not_found(name)

    def _not_found(self, name: str) -> DieSetNotFoundError:
        says = message('There is no die set "{name}"', name=name)
        known = self.names()
        if known:
            remedy = message("there are {names}", names=", ".join(known))
        else:
            remedy = message("none is known yet; meierbox bless adds one")
        return DieSetNotFoundError(says.with_remedy(remedy))


def _not_a_die_set(path: Path, problem: Message) -> InvalidDieSetError:
    says = message("{file} is not a die set ({problem})", file=str(path), problem=problem)
    return InvalidDieSetError(says.with_remedy(message("bless the dice again")))
