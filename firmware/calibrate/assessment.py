"""Assesses the measurements of a calibration: what is fine, what is wrong, and the remedy."""

from collections.abc import Iterator

from firmware.doctor.camera_frame import BLURRED, FOCUS, LIGHT
from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.rules.message import Message, message
from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.floor import FloorEdges
from hardware.calibration.light import LampTest, LightLevels
from hardware.calibration.printed_card import PrintedCard
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, Source
from hardware.pi.pins import Part, pin_of

BLACK, DARK, BRIGHT, BURNT = 10.0, 30.0, 205.0, 0.02
"""Grey levels of the floor's middle ninth, and the share of it that is overexposed."""
NOISY_GAIN = 8.0
"""Above this analogue gain the picture is mostly noise."""
UNEVEN = 2.2
"""Ratio of the floor's brightest ninth to its darkest."""
MIN_EDGE = 36.0
"""Length of a face in pixels from which pips of any kind are read reliably (vision/README.md)."""
APART = 0.08
"""How much the edges of one set's dice may differ for the scale to be taken from them."""

LAMP, FLOOR, SCALE = message("lamp"), message("floor"), message("scale")
EXPOSURE, EVENNESS = message("exposure"), message("evenness")


def assess_light(light: LightLevels, settings: CameraSettings | None) -> Iterator[Finding]:
    """Assesses the light on the floor, and the exposure it needs."""
    if light.level < BLACK and light.brightest < 2 * BLACK:
        remedy = message("check that the lamp is on, and take the cap off the lens")
        yield issue(LIGHT, message("the picture is black"), remedy)
        return
    yield _assess_level(light, settings)
    if settings is None:
        says = message("this camera sets its exposure by itself")
        yield info(EXPOSURE, says, message("keep the lid shut while it reads"))
    if light.unevenness > UNEVEN:
        says = message("one part of the floor is {factor:.1f} times as bright as another", factor=light.unevenness)
        remedy = message("hang the lamp over the middle, use both channels, or diffuse it")
        yield warning(EVENNESS, says, remedy)
    else:
        yield ok(EVENNESS, message("the floor is even to a factor of {factor:.1f}", factor=light.unevenness))


def _assess_level(light: LightLevels, settings: CameraSettings | None) -> Finding:
    level = light.level
    if level < DARK:
        remedy = message("give the lamp more LEDs or current, or use lighter felt")
        return warning(LIGHT, message("level {level:.0f} of 255 is dark", level=level), remedy)
    if level > BRIGHT or light.burnt > BURNT:
        remedy = message("give the lamp less current, or diffuse it with opal or paper")
        return warning(LIGHT, message("level {level:.0f} of 255 is too bright", level=level), remedy)
    if settings is None:
        return ok(LIGHT, message("level {level:.0f} of 255", level=level))
    if settings.gain > NOISY_GAIN:
        says = message(
            "level {level:.0f} of 255, but only with a gain of {gain:.1f}, which is mostly noise",
            level=level,
            gain=settings.gain,
        )
        return warning(LIGHT, says, message("give the lamp more light"))
    says = message(
        "level {level:.0f} of 255, locked at {time:.1f} ms and gain {gain:.1f}",
        level=level,
        time=settings.exposure / 1000,
        gain=settings.gain,
    )
    return ok(LIGHT, says)


def assess_floor(floor: FloorEdges, region: Region) -> Finding:
    """Assesses whether the floor was found, and which part of the picture is used."""
    if floor.found:
        return ok(FLOOR, message("found; {part:.0%} of the picture is used", part=region.size))
    sides = (message("left"), message("right"), message("upper"), message("lower"))
    unclear = tuple(side for side, clear in zip(sides, floor.clear, strict=True) if not clear)
    remedy = message("move the frame by hand, or use felt of another colour than the walls")
    return warning(FLOOR, message("its {unclear} edge is not clear", unclear=unclear), remedy)


def assess_lamp(lamp: LampTest, *, soft: bool | None) -> Iterator[Finding]:
    """Assesses both lamp channels; `soft`: whether the lamp fades in, None for a lamp that never does."""
    if {"left", "right"} <= set(lamp.dead):
        remedy = message("check the lamp's supply and its ground")
        yield issue(LAMP, message("neither channel changes the picture"), remedy)
        return
    yield from _assess_channels(lamp)
    if soft is not None:
        yield _assess_soft_start(soft=soft)
    if lamp.stray:
        says = message("with the lamp off the floor still has level {level:.0f}", level=lamp.out)
        remedy = message("shut the lid, and close the gaps: light that gets in gets out as well")
        yield warning(message("darkness"), says, remedy)


def _assess_channels(lamp: LampTest) -> Iterator[Finding]:
    if "left" in lamp.dead:
        yield warning(LAMP, message("the left channel gives no light"), _check_wire(Part.LAMP_LEFT))
    if "right" in lamp.dead:
        yield warning(LAMP, message("the right channel gives no light"), _check_wire(Part.LAMP_RIGHT))
    if lamp.lopsided:
        says = message(
            "one channel gives far more light than the other ({left:.0f} and {right:.0f} of 255)",
            left=lamp.left,
            right=lamp.right,
        )
        yield warning(LAMP, says, message("give both the same LEDs and resistors"))
    elif not lamp.dead:
        says = message(
            "both channels work (left {left:.0f}, right {right:.0f}, both {both:.0f} of 255)",
            left=lamp.left,
            right=lamp.right,
            both=lamp.both,
        )
        yield ok(LAMP, says)


def _check_wire(part: Part) -> Message:
    pin = pin_of(part)
    return message(
        "check its LEDs, its MOSFET and the wire to BCM {bcm} (pin {pin} of the header)", bcm=pin.bcm, pin=pin.header
    )


def _assess_soft_start(*, soft: bool) -> Finding:
    part = message("soft start")
    if soft:
        return ok(part, message("the lamp comes on gradually"))
    remedy = message("check that both gates are on the pins of the wiring diagram")
    return warning(part, message("the lamp comes on at once"), remedy)


def assess_focus(blur: float, lens: float | None, *, movable: bool) -> Finding:
    """Assesses the focus; `lens` is the best setting found, None if the lens is fixed."""
    if movable and lens is None:
        remedy = message("put dice or the card on the floor and calibrate again")
        return warning(FOCUS, message("no focus is sharper than another"), remedy)
    if blur <= BLURRED:
        if not lens:
            return ok(FOCUS, message("sharp ({blur:.2f})", blur=blur))
        says = message(
            "sharp at {lens:.1f} dioptres ({distance:.0f} cm) ({blur:.2f})", lens=lens, distance=100 / lens, blur=blur
        )
        return ok(FOCUS, says)
    if movable:
        remedy = message("clean the lens")
    else:
        remedy = message("clean the lens and turn it until the sharpness is largest")
    if not lens:
        return warning(FOCUS, message("blurred ({blur:.2f}, sharp is under 0.46)", blur=blur), remedy)
    says = message(
        "blurred at {lens:.1f} dioptres ({distance:.0f} cm) ({blur:.2f}, sharp is under 0.46)",
        lens=lens,
        distance=100 / lens,
        blur=blur,
    )
    return warning(FOCUS, says, remedy)


def assess_scale(scale: Scale | None, card: PrintedCard | None, edges: tuple[float, ...]) -> Iterator[Finding]:
    """Assesses the scale; `edges` are the dice's short edges (pixels) from which it was taken."""
    if scale is None:
        remedy = message("lay two dice flat, three pips or more on top, and calibrate again")
        yield warning(SCALE, message("neither dice nor the card were found"), remedy)
        return
    if scale.source is Source.DICE:
        yield ok(SCALE, message("{mm:.3f} mm a pixel on the floor, by the dice", mm=scale.mm_per_pixel))
    else:
        yield ok(SCALE, message("{mm:.3f} mm a pixel on the floor, by the card", mm=scale.mm_per_pixel))
    if card is not None and card.tilted:
        says = message("one end of the card looks {factor:.2f} times as large as the other", factor=card.tilt)
        remedy = message("mount it straight over the middle, looking straight down")
        yield warning(message("camera"), says, remedy)
    if scale.source is Source.DICE and max(edges) - min(edges) > APART * max(edges):
        remedy = message("measure one with a ruler and give its size with --die")
        yield warning(message("dice"), message("their edges differ by more than 8 %"), remedy)
    if edges and min(edges) < MIN_EDGE:
        says = message("a die is only {width:.0f} pixels wide", width=min(edges))
        remedy = message("use a camera with a narrower view, or mount it closer")
        yield warning(message("resolution"), says, remedy)
