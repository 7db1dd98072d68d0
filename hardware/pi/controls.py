"""The buttons, the dial and the lid switch of the box, through gpiozero.

gpiozero calls from threads of its own: there an edge is only put down with its time. `pump`, called from the main loop,
makes of the edges what people did and hands it to `post`.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gpiozero import DigitalInputDevice

from hardware.pi.debouncer import HOLD_SECONDS, QUIET_SECONDS, Change, Debouncer, Gesture, Press
from hardware.pi.dial import Dial
from hardware.pi.pin_factory import PinFactory, pin_errors, reason, taken
from hardware.pi.pins import PINS, SEATS, Part, pin_of
from hardware.ports import Control, ControlMessage, Held, LidMoved, Post, Pressed, Quit, SeatPressed, Turned

POWER_SECONDS = 1.5
"""So long must the power button be held: nobody ends a game in passing."""
LID_QUIET_SECONDS = 0.15
"""The lid's switch must not open by a jolt while the box is shaken."""

_BUTTONS = {
    Part.CLAIM: Control.CLAIM,
    Part.REVEAL: Control.REVEAL,
    Part.CHALLENGE: Control.CHALLENGE,
    Part.DIAL_PUSH: Control.DIAL,
}


class _Contact:
    """A pin with its debouncer, and its press where it is a button."""

    def __init__(self, part: Part, device: Any, closed: bool) -> None:
        self.part, self.device = part, device
        self.debouncer = Debouncer(LID_QUIET_SECONDS if part is Part.LID else QUIET_SECONDS, closed=closed)
        self.press = Press(POWER_SECONDS if part is Part.POWER else HOLD_SECONDS)
        self.chattering = False
        self.dead = False


class PiControls:
    """The controls of a box. Three buttons, dial and push are `Pressed`, `Held` and `Turned`; seats `SeatPressed`.

    A press counts when the button is let go, a seat's button when it goes down, since there the first one counts. Of
    buttons pressed over one another the first counts: a hand that leans on two presses one. A button that sticks,
    chatters or cannot be had is said through `warn`, once, and all others go on. Held, the power button is `Quit`.
    """

    def __init__(
        self,
        post: Post,
        warn: Callable[[str], None],
        factory: PinFactory,
        *,
        wake: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        lid_closed_when_shut: bool = False,
    ) -> None:
        """Takes the pins from `factory`; `wake` is called from gpiozero's threads when `pump` has something to do.

        The lid's switch is closed while the lid is open; `lid_closed_when_shut` says that it is the other way round.
        """
        self._lid_turned = lid_closed_when_shut
        self._post, self._warn, self._wake, self._clock = post, warn, wake, clock
        self._edges: deque[tuple[Part, bool, float]] = deque()
        self._errors = pin_errors()
        self._dial = Dial()
        self._contacts: dict[Part, _Contact] = {}
        for pin in PINS:
            if not pin.wiring.output:
                self._open(pin.part, factory)

    @property
    def lid_open(self) -> bool:
        """Whether the lid is open now; shut where there is no switch."""
        contact = self._contacts.get(Part.LID)
        return contact is not None and contact.debouncer.closed is not self._lid_turned

    @property
    def down(self) -> tuple[Part, ...]:
        """The buttons that are down now."""
        return tuple(
            part
            for part, contact in self._contacts.items()
            if contact.debouncer.closed and part not in (Part.LID, Part.DIAL_A, Part.DIAL_B)
        )

    @property
    def missing(self) -> tuple[Part, ...]:
        """The inputs whose pins could not be had."""
        return tuple(pin.part for pin in PINS if not pin.wiring.output and pin.part not in self._contacts)

    def pump(self, now: float) -> float | None:
        """Posts what people did until now; gives the seconds to the next call that is due though no edge comes."""
        messages: list[tuple[float, ControlMessage]] = []
        changes = sorted(self._changes(now, messages), key=lambda item: item[1].at)
        for contact, change in changes:
            messages += self._changed(contact, change)
        for contact in self._contacts.values():
            gesture = contact.press.tick(now)
            messages += self._meaning(contact, gesture, now)
            self._listen_for_chatter(contact, now)
        for _, message in sorted(messages, key=lambda item: item[0]):
            self._post(message)
        return self._next(now)

    def close(self) -> None:
        """Gives the pins back."""
        for contact in self._contacts.values():
            contact.device.close()
        self._contacts.clear()

    def _open(self, part: Part, factory: PinFactory) -> None:
        pin = pin_of(part)
        try:
            # No bounce_time: gpiozero's loses edges.
            device = DigitalInputDevice(pin.bcm, pull_up=True, bounce_time=None, pin_factory=factory)
            contact = _Contact(part, device, bool(device.is_active))
            device.when_activated = partial(self._edge, part, True)
            device.when_deactivated = partial(self._edge, part, False)
        except self._errors as error:
            self._warn(taken(part, error))
            return
        if contact.debouncer.closed and part is not Part.LID:
            contact.press.down_at_start(self._clock())
        self._contacts[part] = contact

    def _edge(self, part: Part, closed: bool) -> None:
        """Puts an edge down; called from threads of gpiozero."""
        self._edges.append((part, closed, self._clock()))
        self._wake()

    def _changes(self, now: float, messages: list[tuple[float, ControlMessage]]) -> Iterator[tuple[_Contact, Change]]:
        """Feeds the edges and gives the true changes; turns of the dial go to `messages` at once."""
        steps, turned_at = 0, now
        while self._edges:
            part, closed, at = self._edges.popleft()
            contact = self._contacts[part]
            change = contact.debouncer.edge(closed, at)
            if part in (Part.DIAL_A, Part.DIAL_B):
                step = self._turn()
                steps, turned_at = steps + step, at if step else turned_at
            elif change:
                yield contact, change
        if steps:
            messages.append((turned_at, Turned(steps)))
        for contact in self._contacts.values():
            if contact.part in (Part.DIAL_A, Part.DIAL_B):
                continue
            for change in (self._read(contact, now), contact.debouncer.settle(now)):
                if change:
                    yield contact, change

    def _turn(self) -> int:
        raw = [self._contacts[part].debouncer.raw for part in (Part.DIAL_A, Part.DIAL_B) if part in self._contacts]
        return self._dial.turn(*raw) if len(raw) == len(("A", "B")) else 0

    def _read(self, contact: _Contact, now: float) -> Change | None:
        """Looks at the pin itself, so that an edge that was lost does not leave a button down for ever."""
        if contact.dead:
            return None
        try:
            closed = bool(contact.device.is_active)
        except self._errors as error:
            contact.dead = True
            self._warn(f"The pin of {contact.part} is gone ({reason(error)}): start meierbox again.")
            return None
        return None if closed is contact.debouncer.raw else contact.debouncer.edge(closed, now)

    def _changed(self, contact: _Contact, change: Change) -> Iterator[tuple[float, ControlMessage]]:
        if contact.part is Part.LID:
            yield change.at, LidMoved(change.closed is not self._lid_turned)
            return
        others = (self._contacts[part].press for part in _BUTTONS if part in self._contacts and part != contact.part)
        leaning = change.closed and contact.part in _BUTTONS and any(press.undecided for press in others)
        gesture = contact.press.change(change)
        if leaning:
            contact.press.void()
        yield from self._meaning(contact, gesture, change.at)

    def _meaning(self, contact: _Contact, gesture: Gesture | None, at: float) -> Iterator[tuple[float, ControlMessage]]:
        part = contact.part
        match gesture:
            case Gesture.STUCK:
                self._warn(f"{part} sticks: free it; everything else goes on, with keyboard or finger as well.")
            case Gesture.FREED:
                self._warn(f"{part} is free again.")
            case Gesture.DOWN if part in SEATS:
                yield at, SeatPressed(SEATS.index(part))
            case Gesture.TAPPED if part in _BUTTONS:
                yield at, Pressed(_BUTTONS[part])
            case Gesture.HELD if part in _BUTTONS:
                yield at, Held(_BUTTONS[part])
            case Gesture.HELD if part is Part.POWER:
                yield at, Quit()
            case _:
                pass

    def _listen_for_chatter(self, contact: _Contact, now: float) -> None:
        chatters = contact.part not in (Part.DIAL_A, Part.DIAL_B) and contact.debouncer.chatters(now)
        if chatters and not contact.chattering:
            self._warn(f"{contact.part} chatters: its wire is loose or its contact is worn; nothing it says counts.")
        contact.chattering = chatters or (contact.chattering and contact.debouncer.due() is not None)

    def _next(self, now: float) -> float | None:
        due = [
            at - now
            for contact in self._contacts.values()
            if contact.part not in (Part.DIAL_A, Part.DIAL_B)
            for at in (contact.debouncer.due(), contact.press.due())
            if at is not None
        ]
        return max(0.0, min(due)) if due else None
