"""Wood, light and shadow, generated from noise with fixed seeds, so that every run draws the same. Sizes in pixels."""

from itertools import pairwise

import numpy as np
import pygame
from numpy.typing import NDArray

from display.draw.drawing_context import DrawingContext
from display.draw.theme import Colour, Ramp

Field = NDArray[np.float32]
"""H × W float32, 0 to 1."""


def stretch(field: Field, width: int, height: int) -> Field:
    """Scales a field up with bilinear interpolation, so that few random numbers make a smooth noise."""
    rows, columns = field.shape
    y = np.linspace(0, rows - 1, height, dtype=np.float32)
    x = np.linspace(0, columns - 1, width, dtype=np.float32)
    y0 = np.minimum(y.astype(np.int32), max(rows - 2, 0))
    x0 = np.minimum(x.astype(np.int32), max(columns - 2, 0))
    # float32 less int32 would be float64, in which the grain of the wood takes four times as long.
    fy, fx = np.asarray(y - y0, np.float32)[:, None], np.asarray(x - x0, np.float32)[None, :]
    y1, x1 = np.minimum(y0 + 1, rows - 1), np.minimum(x0 + 1, columns - 1)
    across = field[:, x0] * (1 - fx) + field[:, x1] * fx
    upper, lower = across[y0], across[y1]
    upper *= 1 - fy
    lower *= fy
    result: Field = np.add(upper, lower, out=upper)
    return result


def noise(random: np.random.Generator, width: int, height: int, cell_x: float, cell_y: float) -> Field:
    """Makes smooth noise with spots of `cell_x` × `cell_y` pixels."""
    rows, columns = max(2, round(height / cell_y) + 1), max(2, round(width / cell_x) + 1)
    return stretch(random.random((rows, columns), dtype=np.float32), width, height)


def grain(width: int, height: int, seed: int) -> Field:
    """Makes the grain of one plank along x: growth rings distorted by noise, fibres, pores and perhaps a knot."""
    random = np.random.default_rng(seed)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    bend = noise(random, width, height, width / 2.5, height / 1.6) + 0.35 * noise(random, width, height, 60, height / 4)
    rings = y * 2.2 + bend * 2.4
    if random.random() < 0.5:
        at_x, at_y = random.uniform(0.1, 0.9) * width, random.uniform(0.25, 0.75) * height
        x = np.arange(width, dtype=np.float32)[None, :]
        reach = ((x - at_x) / (height * 0.55)) ** 2 + ((y * height - at_y) / (height * 0.22)) ** 2
        rings = rings + 1.6 * np.exp(-reach)
    wave = 0.5 + 0.5 * np.sin(rings * 2 * np.pi * 2.1)
    late = wave**3
    fibres = noise(random, width, height, 90, 1.3)
    pores = noise(random, width, height, 22, 1.0) > 0.86
    cloud = noise(random, width, height, width / 3, height / 1.2)
    value = 0.34 + 0.24 * cloud + 0.26 * (fibres - 0.5) + 0.26 * (0.5 - late) - 0.16 * pores
    clipped: Field = np.clip(value, 0, 1)
    return clipped


def ramp(field: Field, tones: Ramp) -> NDArray[np.float32]:
    """Maps a field to a material's tones: H × W × 3, 0 to 255."""
    stops = np.array(tones, dtype=np.float32)
    steps = np.linspace(0, 1, 256, dtype=np.float32)
    table = np.stack([np.interp(steps, (0.0, 0.5, 1.0), stops[:, channel]) for channel in range(3)], axis=1)
    coloured: NDArray[np.float32] = table.astype(np.float32)[(np.clip(field, 0, 1) * 255).astype(np.uint8)]
    return coloured


def surface(rgb: NDArray[np.float32], size: tuple[int, int]) -> pygame.Surface:
    """Converts H × W × 3 colours, 0 to 255, to a surface scaled to `size`."""
    height, width = rgb.shape[:2]
    data = np.clip(rgb, 0, 255).astype(np.uint8).tobytes()
    small = pygame.image.frombuffer(data, (width, height), "RGB")
    return pygame.transform.smoothscale(small, size) if size != (width, height) else small.copy()


def glow(width: int, height: int, centre: tuple[float, float], reach: tuple[float, float]) -> Field:
    """Makes a pool of light; `centre` and `reach` are fractions of width and height."""
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    distance = ((x - centre[0]) / reach[0]) ** 2 + ((y - centre[1]) / reach[1]) ** 2
    return np.asarray(1 / (1 + distance * distance), np.float32)


def back_wall(context: DrawingContext) -> pygame.Surface:
    """Draws the wall behind every screen: dark planks lit from both sides; opaque, of the screen's size."""

    def make() -> pygame.Surface:
        width, height = context.size
        if context.theme.flat:
            return plain(context.size, context.theme.wall_wood[1]).convert()
        thin = max(1, round(max(width, height) / 800))
        w, h = width // thin, height // thin
        planks = 5 if width > height else 8
        tone = np.empty((h, w), dtype=np.float32)
        edges = [round(h * i / planks) for i in range(planks + 1)]
        for number, (top, bottom) in enumerate(pairwise(edges)):
            plank = grain(w, bottom - top, 40 + number)
            plank *= 0.82 + 0.09 * ((number * 7) % 4)
            plank[:1] *= 0.25
            plank[-1:] *= 0.35
            plank[1:2] += 0.10
            tone[top:bottom] = plank
        light = 0.34 + 0.62 * glow(w, h, (0.5, 0.44), (0.62, 0.66))
        light += 0.55 * glow(w, h, (0.0, 0.12), (0.26, 0.5)) + 0.55 * glow(w, h, (1.0, 0.12), (0.26, 0.5))
        light = 1 - context.theme.gloom * (1 - np.minimum(light, 1.25))
        rgb = ramp(tone * 0.9, context.theme.wall_wood) * light[:, :, None]
        return surface(rgb, context.size).convert()

    return context.cached(("hall",), make)


def _plank_texture(context: DrawingContext, tones: Ramp, seed: int) -> pygame.Surface:
    """Makes the texture that pieces of wood are cut from, 640 × 200 pixels."""

    def make() -> pygame.Surface:
        return surface(ramp(grain(640, 200, seed), tones), (640, 200))

    return context.cached(("texture", tones, seed), make)


def sawn(context: DrawingContext, size: tuple[int, int], tones: Ramp, seed: int = 1) -> pygame.Surface:
    """Draws a rectangle of wood; its grain runs along the longer side."""
    width, height = size
    if context.theme.flat:
        return plain(size, tones[1])
    texture = _plank_texture(context, tones, 1 + seed % 5)
    if height > width * 1.5:
        texture = pygame.transform.rotate(texture, 90)
    tw, th = texture.get_size()
    scale = max(width / tw, height / th, context.unit / 900)
    cut_w, cut_h = min(tw, max(1, round(width / scale))), min(th, max(1, round(height / scale)))
    x, y = (seed * 97) % (tw - cut_w + 1), (seed * 53) % (th - cut_h + 1)
    return pygame.transform.smoothscale(texture.subsurface((x, y, cut_w, cut_h)), size)


def plain(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Draws a rectangle of one colour, for flat themes."""
    piece = pygame.Surface(size, pygame.SRCALPHA)
    piece.fill(colour)
    return piece


def rounded(size: tuple[int, int], radius: int, colour: tuple[int, int, int, int]) -> pygame.Surface:
    """Draws a filled rounded rectangle with smooth edges on a transparent surface."""
    fine = 3
    big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
    pygame.draw.rect(big, colour, big.get_rect(), border_radius=radius * fine)
    return pygame.transform.smoothscale(big, size)


def masked(piece: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """Cuts a surface to the shape of a white mask of the same size."""
    cut = pygame.Surface(piece.get_size(), pygame.SRCALPHA)
    cut.blit(piece, (0, 0))
    cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cut


def soft(piece: pygame.Surface, blur: int) -> pygame.Surface:
    """Blurs a surface by about `blur` pixels, by scaling it down and up."""
    width, height = piece.get_size()
    small = max(1, width // max(1, blur)), max(1, height // max(1, blur))
    return pygame.transform.smoothscale(pygame.transform.smoothscale(piece, small), (width, height))


def shadow(
    context: DrawingContext, size: tuple[int, int], radius: int, blur: int, strength: int = 170
) -> pygame.Surface:
    """Draws the soft shadow of a panel of `size`, with a margin of `blur` pixels on every side."""

    def make() -> pygame.Surface:
        room = pygame.Surface((size[0] + 2 * blur, size[1] + 2 * blur), pygame.SRCALPHA)
        if context.theme.flat:
            return room
        pygame.draw.rect(room, (0, 0, 0, strength), (blur, blur, *size), border_radius=radius)
        return soft(room, max(2, blur // 2))

    return context.cached(("shadow", size, radius, blur, strength), make)


def halo(context: DrawingContext, size: tuple[int, int], colour: Colour, strength: int = 150) -> pygame.Surface:
    """Draws a glow that fades out towards the edge of `size`."""

    def make() -> pygame.Surface:
        if context.theme.flat:
            return pygame.Surface(size, pygame.SRCALPHA)
        w, h = max(2, size[0] // 4), max(2, size[1] // 4)
        x = np.linspace(-1, 1, w, dtype=np.float32)[:, None]
        y = np.linspace(-1, 1, h, dtype=np.float32)[None, :]
        fade = np.clip(1 - np.sqrt(x * x + y * y), 0, 1) ** 1.7
        small = pygame.Surface((w, h), pygame.SRCALPHA)
        small.fill(colour)
        alpha = pygame.surfarray.pixels_alpha(small)
        alpha[:] = (fade * strength).astype(np.uint8)
        del alpha
        return pygame.transform.smoothscale(small, size)

    return context.cached(("halo", size, colour, strength), make)


def bevel(piece: pygame.Surface, radius: int, edge: int, light: Colour, dark: Colour) -> None:
    """Bevels the edge of a panel, `edge` pixels wide: light at the top, dark at the bottom, in place."""
    size = piece.get_size()
    for tone, upper in ((light, True), (dark, False)):
        ring = pygame.Surface(size, pygame.SRCALPHA)
        ring.fill((*tone, 0))
        for step in range(edge):
            fade = 190 - 130 * step // max(1, edge)
            inner = pygame.Rect(step, step, size[0] - 2 * step, size[1] - 2 * step)
            pygame.draw.rect(ring, (*tone, fade), inner, 1, border_radius=max(0, radius - step))
        slope = pygame.Surface((1, 4), pygame.SRCALPHA)
        for row, share in enumerate((255, 120, 30, 0) if upper else (0, 60, 150, 255)):
            slope.set_at((0, row), (255, 255, 255, share))
        ring.blit(pygame.transform.smoothscale(slope, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        piece.blit(ring, (0, 0))


def _flat_panel(size: tuple[int, int], radius: int, edge: int, tones: Ramp, rim: Ramp | None) -> pygame.Surface:
    """Draws a panel of one colour with an outline, twice as wide if it has a rim."""
    piece = rounded(size, radius, (*(tones[2] if rim is None else rim[1]), 255))
    line = edge // 2 + 1 if rim is None else edge + 1
    inner = max(1, size[0] - 2 * line), max(1, size[1] - 2 * line)
    piece.blit(rounded(inner, max(1, radius - line), (*tones[1], 255)), (line, line))
    return piece


def panel(
    context: DrawingContext, size: tuple[int, int], tones: Ramp, seed: int = 1, rim: Ramp | None = None
) -> pygame.Surface:
    """Draws a wooden panel with rounded corners and a bevelled edge or a metal rim."""

    def make() -> pygame.Surface:
        radius = max(3, min(context.px(0.018), min(size) // 3))
        edge = max(2, context.px(0.006))
        if context.theme.flat:
            return _flat_panel(size, radius, edge, tones, rim)
        wood = sawn(context, size, tones, seed)
        shade = pygame.Surface(size, pygame.SRCALPHA)
        for row in range(size[1]):
            pygame.draw.line(
                shade, (0, 0, 0, round(0.58 * context.theme.depth * (row / size[1]) ** 1.5)), (0, row), (size[0], row)
            )
        wood.blit(shade, (0, 0))
        piece = masked(wood, rounded(size, radius, (255, 255, 255, 255)))
        bevel(piece, radius, edge, tones[2], context.theme.night)
        if rim is not None:
            frame = pygame.Surface(size, pygame.SRCALPHA)
            frame.blit(rounded(size, radius, (*rim[1], 255)), (0, 0))
            bevel(frame, radius, edge, rim[2], rim[0])
            inner = size[0] - 2 * edge, size[1] - 2 * edge
            hole = rounded(inner, max(2, radius - edge), (0, 0, 0, 255))
            frame.blit(hole, (edge, edge), special_flags=pygame.BLEND_RGBA_SUB)
            piece.blit(frame, (0, 0))
        return piece

    return context.cached(("panel", size, tones, seed, rim), make)
