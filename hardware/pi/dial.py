"""Decodes the two contacts of the dial, a rotary encoder, into steps. Pure."""

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


class DialDecoder:
    """Counts the detents of an encoder that has one detent per cycle and both contacts open at rest.

    The bounces of a contact cancel out; impossible transitions are ignored.

    >>> dial = DialDecoder()
    >>> [dial.turn(a, b) for a, b in ((True, False), (True, True), (False, True), (False, False))]
    [0, 0, 0, 1]
    """

    def __init__(self) -> None:
        """Starts at a detent."""
        self._contacts = 0b00
        self._quarters = 0

    def turn(self, a: bool, b: bool) -> int:
        """Takes the state of the contacts (true: closed); returns the completed step: 1 (clockwise), -1 or 0."""
        before, self._contacts = self._contacts, a | b << 1
        self._quarters += _QUARTERS.get((before, self._contacts), 0)
        if self._contacts != 0b00 or before == 0b00:
            return 0
        quarters, self._quarters = self._quarters, 0
        if abs(quarters) < _MIN_QUARTERS:
            return 0
        return 1 if quarters > 0 else -1
