"""The dial: from the two contacts of a rotary encoder to steps, pure."""

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
"""Quarter steps by the contacts before and after, A as bit 0 and B as bit 1; where both change nothing is known."""
_ENOUGH = 2
"""Quarter steps that make a step at the detent: half of them may be lost in a quick turn."""


class Dial:
    """Counts the detents of an encoder with one detent a cycle, in which both contacts are open at rest.

    Bouncing contacts go back and forth and add up to nothing; a transition that cannot be is passed over.

    >>> dial = Dial()
    >>> [dial.turn(a, b) for a, b in ((True, False), (True, True), (False, True), (False, False))]
    [0, 0, 0, 1]
    """

    def __init__(self) -> None:
        """Starts at a detent."""
        self._contacts = 0b00
        self._quarters = 0

    def turn(self, a: bool, b: bool) -> int:
        """Takes the state of the contacts (true: closed); gives the step that is complete: 1 clockwise, -1, or 0."""
        before, self._contacts = self._contacts, a | b << 1
        self._quarters += _QUARTERS.get((before, self._contacts), 0)
        if self._contacts != 0b00 or before == 0b00:
            return 0
        quarters, self._quarters = self._quarters, 0
        if abs(quarters) < _ENOUGH:
            return 0
        return 1 if quarters > 0 else -1
