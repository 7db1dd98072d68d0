"""Themes and sizes: every colour, and how large things must be to be read from across a table."""

from dataclasses import dataclass
from enum import StrEnum

Colour = tuple[int, int, int]
Ramp = tuple[Colour, Colour, Colour]
"""The dark, middle and light tone of a material."""


class Wall(StrEnum):
    """The ornament beside the heading of a screen."""

    FIRES = "fires"
    BANNERS = "banners"
    BARE = "bare"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenery:
    """The colours of the pictures of games: the sky from high to low, land from far to near, and what stands in it."""

    sky: tuple[Colour, Colour]
    land: Ramp
    light: Colour
    """The moon, stars, sails and horns."""
    warm: Colour
    cloth: Ramp
    wood: Ramp
    metal: Ramp


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Every colour of the screen.

    Verdict colours differ in lightness and lie on the blue-orange axis, which all common kinds of colour blindness
    preserve; the shape of a verdict's panel differs too. `good`, `bad` and `doubt` hold the shade, the background and
    the marks of such a panel.
    """

    name: str
    wall: Wall = Wall.FIRES
    flat: bool = False
    """No grain, shadows, bevels or ornaments: plain backgrounds with outlines."""
    gloom: float = 1.0
    """How dark the wall becomes away from the torches, 0 to 1."""
    night: Colour
    """The colour of outlines and grooves, and of the dark before a reveal."""
    relief: Colour | None
    """The drop shadow of letters, if any."""
    disc: Colour
    """The background of small figures and badges."""
    wall_wood: Ramp
    leather: Ramp
    knot: Ramp
    board: Ramp
    lit_board: Ramp
    bone: Ramp
    ivory: Ramp
    """Letters of claims and verdicts: lower edge, body, upper edge."""
    title: Ramp
    """Letters of titles and headlines."""
    horn: Ramp
    pip: Colour
    gleam: Colour
    die_side: Colour
    die_edge: Colour
    life: Ramp
    lost_life: Ramp
    life_mark: Colour
    depth: int
    """How dark slots and the shaded side of wood are, 0 to 255."""
    gold: Ramp
    iron: Ramp
    ink: Colour
    ink_dim: Colour
    ink_other: Colour
    """Ink for backgrounds on which the usual one would be illegible."""
    accent: Colour
    """Ink of values and badges."""
    loss: Colour
    """Ink of a stock that was just lost."""
    ember: Colour
    flame: Ramp
    wax: Ramp
    frost: Ramp
    ring: Colour
    good: Ramp
    bad: Ramp
    doubt: Ramp
    scenery: Scenery

    def ink_on(self, ground: Colour) -> Colour:
        """Chooses the ink with the higher contrast to a background.

        >>> HIGH_CONTRAST.ink_on((255, 255, 255)), HIGH_CONTRAST.ink_on((0, 0, 0))
        ((0, 0, 0), (255, 255, 255))
        """
        return max((self.ink, self.ink_other), key=lambda ink: contrast(ink, ground))


def luminance(colour: Colour) -> float:
    """Returns the relative luminance of an sRGB colour (WCAG 2.1), 0 to 1."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Colour, second: Colour) -> float:
    """Returns the contrast ratio of two colours (WCAG 2.1), 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TORCHLIGHT = Theme(
    name="torch",
    night=(9, 5, 3),
    relief=(9, 5, 3),
    disc=(9, 5, 3),
    wall_wood=((10, 6, 4), (40, 23, 12), (92, 56, 29)),
    leather=((12, 4, 4), (66, 22, 17), (132, 56, 42)),
    knot=((58, 31, 12), (142, 88, 40), (238, 186, 112)),
    board=((28, 16, 8), (78, 47, 24), (126, 82, 45)),
    lit_board=((64, 36, 14), (128, 78, 34), (184, 122, 60)),
    bone=((150, 122, 82), (222, 202, 160), (250, 240, 214)),
    ivory=((92, 66, 34), (232, 210, 164), (255, 250, 234)),
    title=((112, 68, 18), (214, 156, 58), (255, 226, 146)),
    horn=((26, 14, 8), (58, 33, 16), (118, 78, 42)),
    pip=(44, 24, 12),
    gleam=(255, 248, 228),
    die_side=(96, 58, 24),
    die_edge=(60, 36, 16),
    life=((150, 122, 82), (222, 202, 160), (250, 240, 214)),
    lost_life=((54, 36, 20), (80, 60, 39), (90, 71, 52)),
    life_mark=(84, 50, 16),
    depth=120,
    gold=((112, 68, 18), (214, 156, 58), (255, 226, 146)),
    iron=((20, 18, 18), (66, 62, 60), (130, 124, 118)),
    ink=(248, 234, 204),
    ink_dim=(206, 182, 142),
    ink_other=(32, 17, 8),
    accent=(255, 226, 146),
    loss=(255, 160, 96),
    ember=(255, 150, 62),
    flame=((214, 74, 18), (255, 166, 52), (255, 240, 178)),
    wax=((84, 10, 12), (158, 26, 24), (226, 88, 70)),
    frost=((58, 104, 128), (150, 204, 224), (236, 250, 255)),
    ring=(255, 196, 54),
    good=((10, 38, 62), (28, 92, 138), (134, 206, 246)),
    bad=((74, 20, 6), (158, 50, 16), (255, 160, 96)),
    doubt=((44, 40, 38), (98, 92, 86), (226, 220, 208)),
    scenery=Scenery(
        sky=((10, 20, 44), (164, 74, 34)),
        land=((58, 40, 52), (30, 22, 32), (9, 6, 8)),
        light=(255, 240, 206),
        warm=(255, 168, 62),
        cloth=((84, 16, 14), (168, 44, 28), (226, 112, 70)),
        wood=((34, 20, 10), (96, 56, 26), (164, 106, 54)),
        metal=((112, 68, 18), (214, 156, 58), (255, 226, 146)),
    ),
)
"""A hall at night: oak, firelight, bone and gold."""

DAYLIGHT = Theme(
    name="day",
    wall=Wall.BANNERS,
    gloom=0.12,
    night=(52, 32, 16),
    relief=(255, 248, 230),
    disc=(255, 248, 230),
    wall_wood=((188, 160, 120), (226, 204, 168), (246, 232, 206)),
    leather=((132, 158, 140), (172, 196, 176), (206, 224, 206)),
    knot=((112, 62, 24), (170, 104, 48), (230, 174, 104)),
    board=((200, 172, 132), (236, 216, 180), (255, 244, 220)),
    lit_board=((230, 186, 96), (250, 220, 142), (255, 246, 206)),
    bone=((196, 176, 140), (246, 234, 206), (255, 252, 240)),
    ivory=((255, 250, 234), (44, 22, 8), (78, 40, 16)),
    title=((255, 246, 222), (96, 26, 10), (140, 48, 20)),
    horn=((40, 22, 10), (84, 50, 26), (150, 104, 60)),
    pip=(34, 18, 8),
    gleam=(255, 253, 244),
    die_side=(120, 78, 36),
    die_edge=(74, 46, 20),
    life=((70, 28, 10), (146, 72, 34), (196, 116, 66)),
    lost_life=((176, 148, 110), (198, 172, 134), (210, 188, 152)),
    life_mark=(250, 226, 170),
    depth=46,
    gold=((120, 72, 16), (196, 132, 34), (246, 204, 104)),
    iron=((70, 66, 64), (168, 162, 156), (214, 208, 200)),
    ink=(36, 18, 6),
    ink_dim=(84, 58, 32),
    ink_other=(255, 248, 230),
    accent=(96, 24, 4),
    loss=(150, 28, 0),
    ember=(255, 206, 84),
    flame=((214, 74, 18), (255, 166, 52), (255, 240, 178)),
    wax=((110, 14, 14), (184, 36, 32), (240, 120, 100)),
    frost=((64, 128, 160), (150, 208, 232), (240, 252, 255)),
    ring=(255, 170, 0),
    good=((104, 164, 206), (158, 206, 236), (10, 66, 112)),
    bad=((232, 128, 66), (252, 174, 116), (124, 40, 6)),
    doubt=((196, 192, 186), (226, 222, 216), (66, 60, 56)),
    scenery=Scenery(
        sky=((112, 168, 208), (250, 224, 168)),
        land=((150, 160, 134), (104, 112, 80), (56, 44, 26)),
        light=(255, 252, 236),
        warm=(255, 184, 70),
        cloth=((140, 34, 22), (200, 62, 40), (240, 140, 104)),
        wood=((70, 42, 20), (146, 92, 46), (206, 152, 92)),
        metal=((120, 72, 16), (206, 146, 44), (252, 216, 122)),
    ),
)
"""A hall by day: pale ash and dark ink, for sunlight on the screen."""

_BLACK, _WHITE, _YELLOW = (0, 0, 0), (255, 255, 255), (255, 214, 0)

HIGH_CONTRAST = Theme(
    name="contrast",
    wall=Wall.BARE,
    flat=True,
    gloom=0.0,
    night=_BLACK,
    relief=None,
    disc=_BLACK,
    wall_wood=(_BLACK, _BLACK, (110, 110, 110)),
    leather=(_BLACK, _BLACK, _WHITE),
    knot=(_BLACK, _WHITE, _WHITE),
    board=(_BLACK, _BLACK, _WHITE),
    lit_board=(_BLACK, _BLACK, _YELLOW),
    bone=(_WHITE, _WHITE, _WHITE),
    ivory=(_WHITE, _WHITE, _WHITE),
    title=(_YELLOW, _YELLOW, _YELLOW),
    horn=(_BLACK, _BLACK, _BLACK),
    pip=_BLACK,
    gleam=_WHITE,
    die_side=(120, 120, 120),
    die_edge=_BLACK,
    life=(_WHITE, _WHITE, _WHITE),
    lost_life=((96, 96, 96), (96, 96, 96), (96, 96, 96)),
    life_mark=_BLACK,
    depth=0,
    gold=(_BLACK, _YELLOW, _YELLOW),
    iron=(_BLACK, (64, 64, 64), _WHITE),
    ink=_WHITE,
    ink_dim=(190, 190, 190),
    ink_other=_BLACK,
    accent=_YELLOW,
    loss=_YELLOW,
    ember=_YELLOW,
    flame=(_BLACK, _YELLOW, _WHITE),
    wax=(_BLACK, _YELLOW, _YELLOW),
    frost=(_BLACK, _WHITE, _WHITE),
    ring=_YELLOW,
    good=((178, 148, 0), _YELLOW, _BLACK),
    bad=((150, 150, 150), _WHITE, _BLACK),
    doubt=(_BLACK, _BLACK, _WHITE),
    scenery=Scenery(
        sky=(_BLACK, _BLACK),
        land=((52, 52, 52), (84, 84, 84), (130, 130, 130)),
        light=_WHITE,
        warm=_YELLOW,
        cloth=(_BLACK, (110, 110, 110), _WHITE),
        wood=(_BLACK, (150, 150, 150), _WHITE),
        metal=(_BLACK, _YELLOW, _YELLOW),
    ),
)
"""Black, white and one accent; shapes carry what colours say in the other themes."""

THEMES = {theme.name: theme for theme in (TORCHLIGHT, DAYLIGHT, HIGH_CONTRAST)}
"""Every theme by its name in the settings."""


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Letter sizes and the gap, as fractions of the screen's unit of length (see `unit`).

    `great` is read from three metres on a seven-inch screen, where its capitals are nine millimetres high: who is to do
    what, the claim, the verdict and who pays.
    """

    great: float = 0.15
    figure: float = 1 / 8
    name: float = 1 / 15
    headline: float = 1 / 11
    text: float = 1 / 20
    small: float = 1 / 27
    gap: float = 1 / 60


SCALE = TypeScale()
HIGH_SCALE = TypeScale(great=0.184, figure=1 / 7, name=1 / 13, headline=1 / 10, text=1 / 16, small=1 / 21)
"""On a portrait screen there is room for larger letters in proportion to its unit."""


def scale(size: tuple[int, int]) -> TypeScale:
    """Chooses the sizes for a landscape or a portrait screen.

    >>> scale((800, 480)) is SCALE, scale((1080, 1920)) is HIGH_SCALE
    (True, True)
    """
    return HIGH_SCALE if size[1] > size[0] else SCALE


def unit(size: tuple[int, int]) -> int:
    """Returns the unit of length in pixels: the height of a landscape screen, less if it is narrow.

    >>> unit((800, 480)), unit((1920, 1080)), unit((480, 800))
    (480, 1080, 393)
    """
    width, height = size
    return int(min(height, width * 0.82))


def portrait(size: tuple[int, int]) -> bool:
    """Returns whether a screen is higher than it is wide."""
    return size[1] > size[0]
