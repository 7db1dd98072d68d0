"""Measures a set of dice from photographs in which they were read: shape, size, pips, colours."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.calibrate.measuring import ENDS, TopFace, faces_seen, oblong
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.dice_sets.errors import InvalidDieSetError
from firmware.journal.observation import Observation, SeenDie
from firmware.rules.message import message
from hardware.calibration.scale import Scale
from hardware.ports import Image

FACES = (1, 2, 3, 4, 5, 6)
RADII = 14
REACH = 0.17
"""Radius of a pip's profile, in edges of the die: beyond a wide ring, but short of the next pip."""
DIP = 0.25
"""A pip is drawn as a ring if its profile falls and rises again by this share of its strength."""
SURELY_ABSENT = 0.01
MIN_SHARES = {Shape.CUBE: (1 / 12, 1 / 12), Shape.OBLONG: (0.03, 0.1)}
"""The smallest chance of an existing face: of 1 or 2, and of any other; for oblong dice see PROBABILITY.md, 3."""

Floats = NDArray[np.float64]


@dataclass
class DiceSurvey:
    """What was seen of a set so far; `add` takes one throw at a time."""

    counts: Counter[int] = field(default_factory=Counter)
    unread: int = 0
    throws: int = 0
    dice: list[TopFace] = field(default_factory=list)
    bodies: list[Floats] = field(default_factory=list)
    pips: list[Floats] = field(default_factory=list)
    profiles: list[Floats] = field(default_factory=list)
    width: int = 0

    @property
    def total(self) -> int:
        """The number of dice read."""
        return sum(self.counts.values())

    def add(self, observation: Observation) -> None:
        """Adds the reading of a throw; an abstention is only counted."""
        self.throws += 1
        if observation.faces is None:
            self.unread += 1
            return
        self.counts.update(observation.faces)
        self.dice += faces_seen(observation.dice)
        image = cv2.imdecode(np.frombuffer(observation.photograph, np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            return
        self.width = image.shape[1]
        for die in observation.dice:
            self._examine(np.asarray(image, np.uint8), die)

    @property
    def shape(self) -> Shape | None:
        """The shape; None until a long side was seen."""
        is_oblong = oblong(self.dice)
        return None if is_oblong is None else Shape.OBLONG if is_oblong else Shape.CUBE

    def size_mm(self, scale: Scale | None) -> tuple[float, float] | None:
        """The longer and the shorter edge in mm; None without a scale or a measured die."""
        shape = self.shape
        sides = [die for die in self.dice if shape is Shape.CUBE or die.face not in ENDS]
        if scale is None or shape is None or not sides:
            return None
        # All edges of a cube are equal: an outline error makes one side longer and the other shorter.
        widths = [sqrt(die.long * die.across) if shape is Shape.CUBE else die.across for die in sides]
        across = scale.lying_edge(float(np.median(widths)), self.width)
        long = float(np.median([die.long for die in sides])) * scale.at(across, self.width)
        return (across, across) if shape is Shape.CUBE else (max(long, across), across)

    @property
    def style(self) -> PipStyle | None:
        """How the pips are made; None if none was seen closely."""
        if not self.profiles:
            return None
        profile = np.median(self.profiles, axis=0)
        fallen = np.minimum.accumulate(profile)
        after = np.maximum.accumulate(profile[::-1])[::-1]
        # Within the pip itself, ignoring noise at its centre; a ring must rise as far as the profile fell before.
        rise = float((after - fallen)[1:].max())
        return PipStyle.RINGS if rise > DIP * float(profile.max()) else PipStyle.DRILLED

    def faces(self) -> tuple[int, ...]:
        """The faces of the dice: all six but those that should have come up by now and did not."""
        rare, common = MIN_SHARES[self.shape or Shape.CUBE]
        return tuple(
            face
            for face in FACES
            if self.counts[face] or (1 - (rare if face in ENDS else common)) ** self.total > SURELY_ABSENT
        )

    def die_set(self, name: str, scale: Scale | None, faces: Sequence[int] | None = None) -> DieSet:
        """Returns the die set under this name; InvalidDieSetError if the shape is unknown or a size is absurd."""
        shape = self.shape
        if shape is None:
            remedy = message("throw them a few times more, and check that the camera can read them")
            raise InvalidDieSetError(message("No long side was seen").with_remedy(remedy))
        return DieSet(
            name,
            shape,
            self.style or PipStyle.DRILLED,
            tuple(sorted(faces or self.faces())),
            self.size_mm(scale),
            _hex(self.bodies),
            _hex(self.pips),
            tuple(self.counts[face] for face in FACES),
        )

    def _examine(self, image: Image, die: SeenDie) -> None:
        """Samples the colours of a die and the profiles of its pips."""
        if die.face is None or not die.pips or len(die.polygon) != 4:
            return
        corners = np.array(die.polygon)
        edge = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
        low = np.floor(corners.min(axis=0)).astype(int).clip(0)
        high = np.ceil(corners.max(axis=0)).astype(int) + 1
        piece = cv2.cvtColor(image[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2RGB).astype(float)
        inside = np.zeros(piece.shape[:2], np.uint8)
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(inside, np.round(middle + (corners - middle) * 0.85 - low).astype(np.int32), (1,))
        ys, xs = np.mgrid[low[1] : low[1] + piece.shape[0], low[0] : low[0] + piece.shape[1]]
        away = [np.hypot(xs - x, ys - y) / edge for x, y, _ in die.pips]
        bare = (inside > 0) & (np.min(away, axis=0) > REACH)
        if bare.sum() < 20:
            return
        body = np.median(piece[bare], axis=0)
        self.bodies.append(body)
        contrast = np.linalg.norm(piece - body, axis=2)
        for distance in away:
            rings = np.floor(distance / REACH * RADII).astype(int)
            near = (rings < RADII) & (inside > 0)
            sums = np.bincount(rings[near], contrast[near], RADII)
            counts = np.bincount(rings[near], minlength=RADII)
            if counts.min() == 0:
                continue
            self.profiles.append(sums / counts)
            strong = near & (contrast >= np.quantile(contrast[near], 0.85))
            self.pips.append(np.median(piece[strong], axis=0))


def _hex(colours: Sequence[Floats]) -> str:
    if not colours:
        return ""
    red, green, blue = (round(float(part)) for part in np.median(colours, axis=0))
    return f"#{red:02x}{green:02x}{blue:02x}"
