"""The colours of a tone: good, bad, doubtful or plain."""

from display.draw.drawing_context import DrawingContext
from display.draw.theme import Ramp
from display.scene import Tone


def tones_of(context: DrawingContext, tone: Tone) -> Ramp:
    """Chooses the colours of a tone."""
    theme = context.theme
    plain = (theme.lit_board[0], theme.lit_board[1], theme.gold[1])
    return {Tone.GOOD: theme.good, Tone.BAD: theme.bad, Tone.DOUBT: theme.doubt}.get(tone, plain)
