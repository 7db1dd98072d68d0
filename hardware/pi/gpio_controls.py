"""The buttons, the dial and the lid switch of the box, through gpiozero.

gpiozero calls back from its own threads, where an edge is only recorded with its time. `pump`, called from the main
loop, turns the edges into what people did and hands it to `post`.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gpiozero import DigitalInputDevice

from hardware.holds import HOLD_SECONDS, LONG_HOLD_SECONDS, seconds_to_hold
from hardware.message import Warn, message
from hardware.pi.debouncer import QUIET_SECONDS, Change, Debouncer, Gesture, Press
from hardware.pi.dial import DialDecoder
from hardware.pi.pin_factory import PinFactory, error_text, pin_errors, pin_unavailable
from hardware.pi.pins import PINS, SEATS, Part, pin_of, title_of_part
from hardware.ports import (
    Control,
    ControlMessage,
    DialRested,
    Held,
    LidMoved,
    PeekRequested,
    Post,
    Pressed,
    Quit,
    SeatPressed,
    Turned,
)

LID_QUIET_SECONDS = 0.15
"""Longer than for a button: a jolt while the box is shaken must not count as an open lid."""
DIAL_REST_SECONDS = 0.3
"""The dial is at rest when its contacts have not moved for so long."""

_BUTTONS = {
    Part.CLAIM: Control.CLAIM,
    Part.REVEAL: Control.REVEAL,
    Part.CHALLENGE: Control.CHALLENGE,
    Part.DIAL_PUSH: Control.DIAL,
}
_HOLDS = {Part.POWER: LONG_HOLD_SECONDS, **{part: seconds_to_hold(control) for part, control in _BUTTONS.items()}}


class _Contact:
    """An input pin with its debouncer, and the press detection if it is a button."""

    def __init__(self, part: Part, device: Any, closed: bool) -> None:
        self.part, self.device = part, device
        self.debouncer = Debouncer(LID_QUIET_SECONDS if part is Part.LID else QUIET_SECONDS, closed=closed)
        self.press = Press(_HOLDS.get(part, HOLD_SECONDS))
        self.chattering = False
        self.dead = False
        self.lifts_flap = False


class PiControls:
    """The controls of a box. Three buttons, dial and push are `Pressed`, `Held` and `Turned`; seats `SeatPressed`.

    A press counts when the button is released, a seat's button when it goes down, since there the first one wins. Of
    overlapping presses the first counts: a hand that leans on two buttons presses one. A button that sticks, chatters
    or is not available is reported through `warn`, once, and all others keep working. Held, the power button is `Quit`.
    """

    def __init__(
        self,
        post: Post,
        warn: Warn,
        factory: PinFactory,
        *,
        wake: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        lid_closed_when_shut: bool = False,
        half_cycle_dial: Callable[[], bool] = lambda: False,
    ) -> None:
        """Takes the pins from `factory`; `wake` is called from gpiozero's threads when `pump` has something to do.

        The lid switch is closed while the lid is open, or with `lid_closed_when_shut` the other way round.
        `half_cycle_dial` is asked at every edge, as the setting may change meanwhile.
        """
        self._lid_inverted = lid_closed_when_shut
        self._post, self._warn, self._wake, self._clock = post, warn, wake, clock
        self._edges: deque[tuple[Part, bool, float]] = deque()
        self._errors = pin_errors()
        self._half_cycle_dial = half_cycle_dial
        self._flap = False
        self._dial_rests_at: float | None = None
        self._contacts: dict[Part, _Contact] = {}
        for pin in PINS:
            if not pin.wiring.output:
                self._open(pin.part, factory)
        self._dial = DialDecoder(*self._dial_contacts())

    @property
    def lid_open(self) -> bool:
        """Whether the lid is open now; it counts as shut if there is no switch."""
        contact = self._contacts.get(Part.LID)
        return contact is not None and contact.debouncer.closed is not self._lid_inverted

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
        """The inputs whose pins are not available."""
        return tuple(pin.part for pin in PINS if not pin.wiring.output and pin.part not in self._contacts)

    def tick(self, now: float, flap: bool = False) -> float | None:
        """Posts what people did until now; returns the seconds until the next call is due even without an edge.

        `flap`: REVEAL, kept down, opens the flap of a simulated box or keeps it open. Kept down after it has been shut,
        the button may be stuck.
        """
        self._flap = flap
        for contact in self._contacts.values():
            if contact.lifts_flap and not flap:
                contact.lifts_flap = False
                contact.press.down_already(now)
        messages: list[tuple[float, ControlMessage]] = []
        changes = sorted(self._changes(now, messages), key=lambda item: item[1].at)
        for contact, change in changes:
            messages += self._changed(contact, change)
        for contact in self._contacts.values():
            gesture = contact.press.tick(now)
            messages += self._messages_of(contact, gesture, now)
            self._check_chatter(contact, now)
        for _, posted in sorted(messages, key=lambda item: item[0]):
            self._post(posted)
        if self._dial_rests_at is not None and now >= self._dial_rests_at:
            self._dial_rests_at = None
            if half_cycles := self._dial.come_to_rest():
                self._post(DialRested(half_cycles))
        return self._next(now)

    def close(self) -> None:
        """Releases the pins."""
        for contact in self._contacts.values():
            contact.device.close()
        self._contacts.clear()

    def _open(self, part: Part, factory: PinFactory) -> None:
        pin = pin_of(part)
        try:
            # No bounce_time: gpiozero's debouncing loses edges.
            device = DigitalInputDevice(pin.bcm, pull_up=True, bounce_time=None, pin_factory=factory)
            contact = _Contact(part, device, bool(device.is_active))
            device.when_activated = partial(self._edge, part, True)
            device.when_deactivated = partial(self._edge, part, False)
        except self._errors as error:
            self._warn(pin_unavailable(part, error))
            return
        if contact.debouncer.closed and part is not Part.LID:
            contact.press.down_already(self._clock())
        self._contacts[part] = contact

    def _edge(self, part: Part, closed: bool) -> None:
        """Records an edge; called from gpiozero's threads."""
        self._edges.append((part, closed, self._clock()))
        self._wake()

    def _changes(self, now: float, messages: list[tuple[float, ControlMessage]]) -> Iterator[tuple[_Contact, Change]]:
        """Debounces the edges and yields the true changes; turns of the dial go to `messages` directly."""
        steps, turned_at = 0, now
        while self._edges:
            part, closed, at = self._edges.popleft()
            contact = self._contacts[part]
            change = contact.debouncer.edge(closed, at)
            if part in (Part.DIAL_A, Part.DIAL_B):
                self._dial_rests_at = at + DIAL_REST_SECONDS
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
        contacts = self._dial_contacts()
        return self._dial.turn(*contacts, half_cycle=self._half_cycle_dial()) if contacts else 0

    def _dial_contacts(self) -> tuple[bool, bool] | tuple[()]:
        """Returns the state of both contacts; nothing where one is not available."""
        try:
            return self._contacts[Part.DIAL_A].debouncer.raw, self._contacts[Part.DIAL_B].debouncer.raw
        except KeyError:
            return ()

    def _read(self, contact: _Contact, now: float) -> Change | None:
        """Reads the pin itself, so that a lost edge does not leave a button down forever."""
        try:
            closed = bool(contact.device.is_active)
        except self._errors as error:
            if not contact.dead:
                contact.dead = True
                self._warn(
                    message(
                        "The pin for {part} no longer works ({why})",
                        part=title_of_part(contact.part),
                        why=error_text(error),
                    ).with_remedy(message("check its wires; it is tried again"))
                )
            return None
        if contact.dead:
            contact.dead = False
            self._warn(message("{part} works again.", part=title_of_part(contact.part)))
        return None if closed is contact.debouncer.raw else contact.debouncer.edge(closed, now)

    def _changed(self, contact: _Contact, change: Change) -> Iterator[tuple[float, ControlMessage]]:
        if contact.part is Part.LID:
            yield change.at, LidMoved(change.closed is not self._lid_inverted)
            return
        others = (self._contacts[part].press for part in _BUTTONS if part in self._contacts and part != contact.part)
        leaning = change.closed and contact.part in _BUTTONS and any(press.undecided for press in others)
        gesture = contact.press.change(change)
        if contact.lifts_flap and not change.closed:
            contact.lifts_flap = False
            yield change.at, PeekRequested(False)
        elif contact.part is Part.REVEAL and change.closed and not leaning and self._flap:
            contact.lifts_flap = True
            contact.press.forget()
            yield change.at, PeekRequested(True)
        if leaning:
            contact.press.void()
        yield from self._messages_of(contact, gesture, change.at)

    def _messages_of(
        self, contact: _Contact, gesture: Gesture | None, at: float
    ) -> Iterator[tuple[float, ControlMessage]]:
        part = contact.part
        match gesture:
            case Gesture.STUCK:
                self._warn(
                    message("{part} is stuck", part=title_of_part(part)).with_remedy(
                        message("free it; everything else still works, as do keyboard and touch")
                    )
                )
            case Gesture.FREED:
                self._warn(message("{part} works again.", part=title_of_part(part)))
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

    def _check_chatter(self, contact: _Contact, now: float) -> None:
        chatters = contact.part not in (Part.DIAL_A, Part.DIAL_B) and contact.debouncer.chatters(now)
        if chatters and not contact.chattering:
            self._warn(
                message("{part} chatters and is ignored", part=title_of_part(contact.part)).with_remedy(
                    message("check for a loose wire or a worn contact")
                )
            )
        contact.chattering = chatters or (contact.chattering and contact.debouncer.due_at() is not None)

    def _next(self, now: float) -> float | None:
        due = [
            at - now
            for contact in self._contacts.values()
            if contact.part not in (Part.DIAL_A, Part.DIAL_B)
            for at in (contact.debouncer.due_at(), contact.press.due_at())
            if at is not None
        ]
        if self._dial_rests_at is not None:
            due.append(self._dial_rests_at - now)
        return max(0.0, min(due)) if due else None
