"""What the measures of a calibration mean: OK, or what is wrong and what to do about it."""

from collections.abc import Iterator

from firmware.doctor.camera_frame import BLURRED
from firmware.doctor.finding import Finding, info, issue, ok, warning
from hardware.calibration.card import Card
from hardware.calibration.floor import Floor
from hardware.calibration.light import LampTest, Light
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, Source
from hardware.pi.exposure import CameraSettings
from hardware.pi.pins import Part, pin_of

BLACK, DARK, BRIGHT, BURNT = 10.0, 30.0, 205.0, 0.02
"""Grey levels of the floor's middle ninth, and the share of it without any drawing."""
NOISY_GAIN = 8.0
"""Beyond this analogue gain the picture is mostly noise."""
UNEVEN = 2.2
"""The floor's brightest ninth over its darkest."""
LEAST_EDGE = 36.0
"""Pixels along a die's face with which pips of any kind are read surely (vision/README.md, where it fails)."""
APART = 0.08
"""So much may the edges of dice of one set differ, relatively, for the scale to be taken from them."""


def judge_light(light: Light, settings: CameraSettings | None) -> Iterator[Finding]:
    """Judges the light on the floor, and the exposure that it took."""
    says = f"level {light.level:.0f} of 255"
    if light.level < BLACK and light.brightest < 2 * BLACK:
        yield issue("light", "the picture is black", "check that the lamp burns, and take the cap off the lens")
        return
    if light.level < DARK:
        yield warning("light", f"{says} is dark", "give the lamp more LEDs or current, or lay lighter felt")
    elif light.level > BRIGHT or light.burnt > BURNT:
        yield warning("light", f"{says} is too bright", "give the lamp less current, or diffuse it with opal or paper")
    elif settings is not None and settings.gain > NOISY_GAIN:
        remedy = "give the lamp more light"
        yield warning("light", f"{says}, but only with a gain of {settings.gain:.1f}, which is mostly noise", remedy)
    else:
        locked = f", locked at {settings.exposure / 1000:.1f} ms and gain {settings.gain:.1f}" if settings else ""
        yield ok("light", says + locked)
    if settings is None:
        yield info("exposure", "this camera sets its exposure by itself", "keep the lid shut while it reads")
    if light.unevenness > UNEVEN:
        says = f"one part of the floor is {light.unevenness:.1f} times as bright as another"
        yield warning("evenness", says, "hang the lamp over the middle, use both channels, or diffuse it")
    else:
        yield ok("evenness", f"the floor is even to a factor of {light.unevenness:.1f}")


def judge_floor(floor: Floor, region: Region) -> Finding:
    """Judges whether the floor was found, and says which part of the picture is used."""
    if floor.found:
        return ok("floor", f"found; {region.size:.0%} of the picture is used")
    names = ("left", "right", "upper", "lower")
    unclear = " and ".join(name for name, clear in zip(names, floor.clear, strict=True) if not clear)
    return warning(
        "floor",
        f"its {unclear} edge is not clear",
        "move the frame by hand, or lay felt of another colour than the walls",
    )


def judge_lamp(lamp: LampTest, *, soft: bool | None) -> Iterator[Finding]:
    """Judges the two channels; `soft` tells whether the lamp rose step by step, None where it does so at once."""
    parts = {"left": Part.LAMP_LEFT, "right": Part.LAMP_RIGHT}
    if len(lamp.dead) == len(parts):
        yield issue("lamp", "neither channel changes the picture", "check the lamp's supply and its ground")
        return
    for name in lamp.dead:
        pin = pin_of(parts[name])
        remedy = f"check its LEDs, its MOSFET and the wire to BCM {pin.bcm} (pin {pin.header} of the header)"
        yield warning("lamp", f"the {name} channel gives no light", remedy)
    if lamp.lopsided:
        says = f"one channel gives far more light than the other ({lamp.left:.0f} and {lamp.right:.0f} of 255)"
        yield warning("lamp", says, "give both the same LEDs and resistors")
    elif not lamp.dead:
        yield ok(
            "lamp", f"both channels burn (left {lamp.left:.0f}, right {lamp.right:.0f}, both {lamp.both:.0f} of 255)"
        )
    if soft is not None:
        yield (
            ok("soft start", "the lamp rises step by step")
            if soft
            else warning(
                "soft start", "the lamp comes on at once", "check that both gates are on the pins of the wiring diagram"
            )
        )
    if lamp.stray:
        says = f"with the lamp out the floor still has level {lamp.out:.0f}"
        yield warning("darkness", says, "shut the lid, and close the gaps: light that gets in gets out as well")


def judge_focus(blur: float, lens: float | None, *, movable: bool) -> Finding:
    """Judges the focus; `lens` is what was found best, None where there was nothing to focus on."""
    if movable and lens is None:
        return warning(
            "focus", "no focus is sharper than another", "lay dice or the card on the floor and calibrate again"
        )
    at = f" at {lens:.1f} dioptres ({100 / lens:.0f} cm)" if lens else ""
    if blur > BLURRED:
        remedy = "clean the lens" + ("" if movable else " and turn it until the sharpness is largest")
        return warning("focus", f"blurred{at} ({blur:.2f}, sharp is under 0.46)", remedy)
    return ok("focus", f"sharp{at} ({blur:.2f})")


def judge_scale(scale: Scale | None, card: Card | None, edges: tuple[float, ...]) -> Iterator[Finding]:
    """Judges the scale; `edges` are the short edges (pixels) of the dice that it was taken from."""
    if scale is None:
        yield warning(
            "scale",
            "neither dice nor the card were found",
            "lay two dice flat, three pips or more on top, and calibrate again",
        )
        return
    yield ok("scale", f"{scale.mm_per_pixel:.3f} mm a pixel on the floor, by the {scale.source}")
    if card is not None and card.tilted:
        says = f"one end of the card looks {card.tilt:.2f} times as large as the other"
        yield warning("camera", says, "mount it straight over the middle, looking straight down")
    if scale.source is Source.DICE and max(edges) - min(edges) > APART * max(edges):
        yield warning("dice", "their edges differ by more than 8 %", "measure one with a ruler and name it with --die")
    if edges and min(edges) < LEAST_EDGE:
        says = f"a die is only {min(edges):.0f} pixels wide"
        yield warning("resolution", says, "use a camera with a narrower view, or mount it nearer")
