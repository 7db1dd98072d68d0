"""Asks for every control of the box in turn, and reports which ones responded."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.rules.message import Message, message

PATIENCE = 15.0
"""Seconds for each control."""
SEATS = 8
POWER_BUTTON = message("power button")


class ControlAction(Enum):
    """What can be done to a control."""

    CLAIM = message("pressed claim")
    REVEAL = message("pressed reveal")
    CHALLENGE = message("pressed challenge")
    DIAL_PUSHED = message("pressed dial")
    DIAL_RIGHT = message("turned right")
    DIAL_LEFT = message("turned left")
    DIAL_HALF = message("half a step of the dial")
    LID_OPENED = message("lid open")
    LID_SHUT = message("lid shut")
    SEAT = message("pressed the button of a seat")
    POWER = message("held power")
    OTHER = message("something else")


@dataclass(frozen=True, slots=True)
class ControlInput:
    """Input from a control; `seat` counts from 1, for a seat's button."""

    action: ControlAction
    seat: int = 0

    @property
    def description(self) -> Message:
        """The input in words."""
        if self.action is ControlAction.SEAT:
            return message("pressed seat {seat}", seat=self.seat)
        description: Message = self.action.value
        return description


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """A control to test: its name, the instruction, and the expected input."""

    name: Message
    please: Message
    expected: ControlInput


DIAL, LID = message("dial"), message("lid")
REQUIRED = (
    ControlRequest(message("CLAIM"), message("press CLAIM"), ControlInput(ControlAction.CLAIM)),
    ControlRequest(message("REVEAL"), message("press REVEAL"), ControlInput(ControlAction.REVEAL)),
    ControlRequest(message("CHALLENGE"), message("press CHALLENGE"), ControlInput(ControlAction.CHALLENGE)),
    ControlRequest(DIAL, message("turn the dial one click to the right"), ControlInput(ControlAction.DIAL_RIGHT)),
    ControlRequest(DIAL, message("turn the dial one click to the left"), ControlInput(ControlAction.DIAL_LEFT)),
    ControlRequest(message("dial's push"), message("push the dial"), ControlInput(ControlAction.DIAL_PUSHED)),
    ControlRequest(LID, message("open the lid"), ControlInput(ControlAction.LID_OPENED)),
    ControlRequest(LID, message("shut the lid"), ControlInput(ControlAction.LID_SHUT)),
)
"""In the order of the test."""
OPTIONAL = (
    *(
        ControlRequest(
            message("seat {seat}", seat=seat),
            message("press the button of seat {seat}", seat=seat),
            ControlInput(ControlAction.SEAT, seat),
        )
        for seat in range(1, SEATS + 1)
    ),
    ControlRequest(
        POWER_BUTTON, message("hold the power button for more than a second"), ControlInput(ControlAction.POWER)
    ),
)
"""Optional controls; people press CLAIM if the box has none."""
_NONE = ControlInput(ControlAction.CLAIM)
_LID_MOVED = (ControlAction.LID_OPENED, ControlAction.LID_SHUT)
_WIRES = message("check its wires against the table that python -m hardware.book.wiring prints")
_HALF_CYCLE = message('set dial = "half" in settings.toml: this part has twice as many clicks as pulses')
_SWAPPED = message("if you pressed the right one, two wires are swapped")

Say = Callable[[Message], None]
NextInput = Callable[[float], ControlInput | None]


def check_buttons(say: Say, next_input: NextInput) -> Iterator[Finding]:
    """Tests one control after another; `next_input` waits at most this many seconds for input."""
    for wanted in REQUIRED:
        say(message("Please {please} (or wait {seconds:.0f} seconds).", please=wanted.please, seconds=PATIENCE))
        came = next_input(PATIENCE)
        if came == wanted.expected:
            yield _worked(wanted)
        elif came is None:
            yield issue(wanted.name, message("{please}: no response", please=wanted.please), _WIRES)
        elif wanted.name == LID and came.action in _LID_MOVED:
            yield _wrong(
                wanted,
                came,
                message('set lid = "shut" in settings.toml if it is a reed contact, closed while the lid is shut'),
            )
        elif wanted.name == DIAL and came.action is ControlAction.DIAL_HALF:
            yield _wrong(wanted, came, _HALF_CYCLE)
        else:
            yield _wrong(wanted, came, _SWAPPED)
    yield from _check_optional(say, next_input)


def _check_optional(say: Say, next_input: NextInput) -> Iterator[Finding]:
    """Tests the seats' buttons and the power button; after the first missing seat the others are skipped."""
    seats_over = False
    for wanted in OPTIONAL:
        if seats_over and wanted.expected.action is ControlAction.SEAT:
            continue
        say(message("Please {please}, or press CLAIM if there is none.", please=wanted.please))
        came = next_input(PATIENCE)
        if came == wanted.expected:
            yield _worked(wanted)
        elif came is None:
            seats_over = True
            remedy = message("if there is one, {wires}", wires=_WIRES)
            yield info(wanted.name, message("nothing came"), remedy)
        elif came == _NONE:
            seats_over = True
            yield info(wanted.name, message("there is none"))
        else:
            yield _wrong(wanted, came, _SWAPPED)


def _worked(wanted: ControlRequest) -> Finding:
    return ok(wanted.name, message("{please}: it works", please=wanted.please))


def _wrong(wanted: ControlRequest, came: ControlInput, remedy: Message) -> Finding:
    says = message("{please}: got {input}", please=wanted.please, input=came.description)
    return warning(wanted.name, says, remedy)


def check_stuck(down: Sequence[str]) -> Finding:
    """Reports buttons that are down although nobody was asked to press one."""
    part = message("buttons")
    if not down:
        return ok(part, message("none is stuck"))
    says = message("{buttons} down although nobody was asked to press", buttons=", ".join(down))
    return warning(part, says, message("free it, and check that its wire touches neither ground nor another wire"))
