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
"""Length of a face in pixels from which pips of any kind are read reliably."""
APART = 0.08
"""How much the edges of one set's dice may differ for the scale to be taken from them."""

LAMP, FLOOR, SCALE = message("lamp"), message("floor"), message("size")
EXPOSURE, EVENNESS = message("exposure"), message("evenness")
RIGHT = message("the light is right")


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
    factor = message("{factor:.1f} to 1", factor=light.unevenness)
    if light.unevenness > UNEVEN:
        remedy = message("hang the lamp over the middle, use both of its sides, or soften its light with paper")
        yield warning(EVENNESS, message("one part of the floor is far brighter than another"), remedy, factor)
    else:
        yield ok(EVENNESS, message("the floor is lit evenly"), factor)


def _assess_level(light: LightLevels, settings: CameraSettings | None) -> Finding:
    level = message("level {level:.0f} of 255", level=light.level)
    if light.level < DARK:
        remedy = message("give the lamp more light, or use a lighter floor")
        return warning(LIGHT, message("there is too little light"), remedy, level)
    if light.level > BRIGHT or light.burnt > BURNT:
        remedy = message("give the lamp less light, or soften it with paper")
        return warning(LIGHT, message("there is too much light"), remedy, level)
    if settings is None:
        return ok(LIGHT, RIGHT, level)
    locked = message(
        "level {level:.0f} of 255, locked at {time:.1f} ms and gain {gain:.1f}",
        level=light.level,
        time=settings.exposure / 1000,
        gain=settings.gain,
    )
    if settings.gain > NOISY_GAIN:
        says = message("there is so little light that the picture is grainy")
        return warning(LIGHT, says, message("give the lamp more light"), locked)
    return ok(LIGHT, RIGHT, locked)


def assess_floor(floor: FloorEdges, region: Region) -> Finding:
    """Assesses whether the floor was found, and which part of the picture is used."""
    if floor.found:
        part = message("{part:.0%} of the picture is used", part=region.size)
        return ok(FLOOR, message("the floor was found"), part)
    sides = (message("left"), message("right"), message("upper"), message("lower"))
    unclear = tuple(side for side, clear in zip(sides, floor.clear, strict=True) if not clear)
    remedy = message("move the frame by hand, or use felt of another colour than the walls")
    return warning(FLOOR, message("its {unclear} edge is not clear", unclear=unclear), remedy)


def assess_lamp(lamp: LampTest, *, soft: bool | None) -> Iterator[Finding]:
    """Assesses both lamp channels; `soft`: whether the lamp fades in, None for a lamp that never does."""
    if {"left", "right"} <= set(lamp.dead):
        remedy = message("check the lamp's power and its wires")
        yield issue(LAMP, message("the picture does not change when the lamp is switched"), remedy)
        return
    yield from _assess_channels(lamp)
    if soft is not None:
        yield _assess_soft_start(soft=soft)
    if lamp.stray:
        remedy = message("shut the lid, and close the gaps: light that gets in gets out as well")
        level = message("level {level:.0f} of 255", level=lamp.out)
        yield warning(message("darkness"), message("light gets into the shut box"), remedy, level)


def _assess_channels(lamp: LampTest) -> Iterator[Finding]:
    remedy = message("check its lights and its wire")
    if "left" in lamp.dead:
        yield warning(LAMP, message("the left side of the lamp gives no light"), remedy, _wire(Part.LAMP_LEFT))
    if "right" in lamp.dead:
        yield warning(LAMP, message("the right side of the lamp gives no light"), remedy, _wire(Part.LAMP_RIGHT))
    if lamp.lopsided:
        says = message("one side of the lamp gives far more light than the other")
        levels = message("{left:.0f} and {right:.0f} of 255", left=lamp.left, right=lamp.right)
        yield warning(LAMP, says, message("give both sides the same lights"), levels)
    elif not lamp.dead:
        levels = message(
            "left {left:.0f}, right {right:.0f}, both {both:.0f} of 255",
            left=lamp.left,
            right=lamp.right,
            both=lamp.both,
        )
        yield ok(LAMP, message("both sides of the lamp give light"), levels)


def _wire(part: Part) -> Message:
    pin = pin_of(part)
    return message("its MOSFET is at BCM {bcm}, pin {pin} of the header", bcm=pin.bcm, pin=pin.header)


def _assess_soft_start(*, soft: bool) -> Finding:
    part = message("soft start")
    if soft:
        return ok(part, message("the lamp comes on gradually"))
    remedy = message("check the wires of the lamp against the wiring diagram")
    return warning(part, message("the lamp comes on at once"), remedy)


def assess_focus(blur: float, lens: float | None, *, movable: bool) -> Finding:
    """Assesses the focus; `lens` is the best setting found, None if the lens is fixed."""
    if movable and lens is None:
        remedy = message("put dice or the card on the floor and calibrate again")
        return warning(FOCUS, message("the camera finds nothing to focus on"), remedy)
    measured = message("{blur:.2f}, sharp is under 0.46", blur=blur)
    if lens:
        measured = message(
            "{blur:.2f}, sharp is under 0.46; at {lens:.1f} dioptres ({distance:.0f} cm)",
            blur=blur,
            lens=lens,
            distance=100 / lens,
        )
    if blur <= BLURRED:
        return ok(FOCUS, message("the picture is sharp"), measured)
    remedy = message("clean the lens") if movable else message("clean the lens, and turn it until the picture is sharp")
    return warning(FOCUS, message("the picture is blurred"), remedy, measured)


def assess_scale(scale: Scale | None, card: PrintedCard | None, edges: tuple[float, ...]) -> Iterator[Finding]:
    """Assesses the scale; `edges` are the dice's short edges (pixels) from which it was taken."""
    if scale is None:
        remedy = message("lay two dice flat, three pips or more on top, and calibrate again")
        yield warning(SCALE, message("neither dice nor the card were found"), remedy)
        return
    by_dice, by_card = message("measured by the dice"), message("measured by the card")
    scaled = message("{mm:.3f} mm a pixel on the floor", mm=scale.mm_per_pixel)
    yield ok(SCALE, by_dice if scale.source is Source.DICE else by_card, scaled)
    if card is not None and card.tilted:
        remedy = message("mount it straight over the middle, looking straight down")
        factor = message("one end of the card looks {factor:.2f} times as large as the other", factor=card.tilt)
        yield warning(message("camera"), message("the camera looks at the floor from the side"), remedy, factor)
    if scale.source is Source.DICE and max(edges) - min(edges) > APART * max(edges):
        remedy = message("use two dice of one set, or the printed card")
        edges_differ = message("their edges differ by more than 8 %; `meierbox calibrate --die` takes their size")
        yield warning(message("dice"), message("the two dice differ in size"), remedy, edges_differ)
    if edges and min(edges) < MIN_EDGE:
        remedy = message("use a camera with a narrower view, or mount it closer")
        width = message("{width:.0f} pixels wide", width=min(edges))
        yield warning(message("distance"), message("the dice are too small in the picture"), remedy, width)
