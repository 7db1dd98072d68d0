"""Decodes the two contacts of the dial, a rotary encoder, into steps. Pure."""

import math

_QUARTERS = {
    (0b00, 0b01): 1,
    (0b01, 0b11): 1,
    (0b11, 0b10): 1,
    (0b10, 0b00): 1,
    (0b00, 0b10): -1,
    (0b10, 0b11): -1,
    (0b11, 0b01): -1,
    (0b01, 0b00): -1,
}
"""Quarter steps by the contacts before and after, A as bit 0 and B as bit 1; a change of both has no direction."""
_MIN_QUARTERS = 2
"""Quarter steps that make a step at the detent: half of them may be lost in a quick turn."""
_OPEN, _CLOSED = 0b00, 0b11


class DialDecoder:
    """Counts the detents of an encoder.

    Most encoders go through a full cycle from detent to detent and rest with both contacts open. Others, with twice as
    many detents as pulses, go through half a cycle and rest with both open or both closed. The bounces of a contact
    cancel out; impossible transitions are ignored.

    >>> dial = DialDecoder()
    >>> [dial.turn(a, b) for a, b in ((True, False), (True, True), (False, True), (False, False))]
    [0, 0, 0, 1]
    >>> [dial.turn(a, b, half_cycle=True) for a, b in ((True, False), (True, True), (False, True), (False, False))]
    [0, 1, 0, 1]
    """

    def __init__(self, a: bool = False, b: bool = False) -> None:
        """Starts at rest, with the contacts as they are (true: closed)."""
        self._contacts = self._rested = a | b << 1
        self._quarters = self._moved = 0

    def turn(self, a: bool, b: bool, *, half_cycle: bool = False) -> int:
        """Takes the state of the contacts (true: closed); returns the completed step: 1 (clockwise), -1 or 0."""
        before, self._contacts = self._contacts, a | b << 1
        quarter = _QUARTERS.get((before, self._contacts), 0)
        self._quarters += quarter
        self._moved += quarter
        detent = self._contacts == _OPEN or (half_cycle and self._contacts == _CLOSED)
        if not detent or before == self._contacts:
            return 0
        quarters, self._quarters = self._quarters, 0
        if abs(quarters) < _MIN_QUARTERS:
            return 0
        return 1 if quarters > 0 else -1

    def come_to_rest(self) -> int:
        """Returns how many half cycles the contacts went through since the dial last rested, 0 where that is unclear.

        Whether the number is even or odd follows from how the contacts rest, so that a lost edge does not change it.

        >>> dial = DialDecoder()
        >>> [dial.turn(a, b) for a, b in ((True, False), (True, True))], dial.come_to_rest()
        ([0, 0], 1)
        """
        before, self._rested = self._rested, self._contacts
        moved, self._moved = self._moved, 0
        if not moved or not {before, self._rested} <= {_OPEN, _CLOSED}:
            return 0
        return 2 * round(moved / 4) if before == self._rested else 2 * math.floor(moved / 4) + 1
