"""The look in one place: colours, and how large things must be to be read from across a table."""

from dataclasses import dataclass

Colour = tuple[int, int, int]
Ramp = tuple[Colour, Colour, Colour]
"""Dark, middle and light tone of a material."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of the screen. Verdict colours differ in lightness and lie on the blue-orange axis.

    Blue against orange stays apart in all common kinds of colour-blindness; the shape of the plate says it as well.
    """

    name: str
    night: Colour
    hall: Ramp
    leather: Ramp
    knot: Ramp
    board: Ramp
    lit_board: Ramp
    bone: Ramp
    ivory: Ramp
    horn: Ramp
    pip: Colour
    gold: Ramp
    iron: Ramp
    ink: Colour
    ink_dim: Colour
    ink_dark: Colour
    ember: Colour
    flame: Ramp
    wax: Ramp
    frost: Ramp
    ring: Colour
    good: Ramp
    bad: Ramp
    doubt: Ramp


TORCHLIGHT = Theme(
    name="torchlight",
    night=(9, 5, 3),
    hall=((10, 6, 4), (40, 23, 12), (92, 56, 29)),
    leather=((12, 4, 4), (66, 22, 17), (132, 56, 42)),
    knot=((58, 31, 12), (142, 88, 40), (238, 186, 112)),
    board=((28, 16, 8), (78, 47, 24), (126, 82, 45)),
    lit_board=((64, 36, 14), (128, 78, 34), (184, 122, 60)),
    bone=((150, 122, 82), (222, 202, 160), (250, 240, 214)),
    ivory=((92, 66, 34), (232, 210, 164), (255, 250, 234)),
    horn=((26, 14, 8), (58, 33, 16), (118, 78, 42)),
    pip=(44, 24, 12),
    gold=((112, 68, 18), (214, 156, 58), (255, 226, 146)),
    iron=((20, 18, 18), (66, 62, 60), (130, 124, 118)),
    ink=(248, 234, 204),
    ink_dim=(206, 182, 142),
    ink_dark=(32, 17, 8),
    ember=(255, 150, 62),
    flame=((214, 74, 18), (255, 166, 52), (255, 240, 178)),
    wax=((84, 10, 12), (158, 26, 24), (226, 88, 70)),
    frost=((58, 104, 128), (150, 204, 224), (236, 250, 255)),
    ring=(255, 196, 54),
    good=((10, 38, 62), (28, 92, 138), (134, 206, 246)),
    bad=((74, 20, 6), (158, 50, 16), (255, 160, 96)),
    doubt=((44, 40, 38), (98, 92, 86), (226, 220, 208)),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """How large things are, as parts of the screen's unit (its height, or less on narrow screens).

    `figure` and `name` are what can be read at three metres on a seven-inch screen: an eighth and a sixteenth.
    """

    figure: float = 1 / 8
    name: float = 1 / 15
    headline: float = 1 / 11
    text: float = 1 / 20
    small: float = 1 / 27
    gap: float = 1 / 60


SCALE = Scale()


def unit(size: tuple[int, int]) -> int:
    """Gives the length that sizes are parts of: the height of a landscape screen, less where it is narrow.

    >>> unit((800, 480)), unit((1920, 1080)), unit((480, 800))
    (480, 1080, 393)
    """
    width, height = size
    return int(min(height, width * 0.82))
