"""Which sounds a change from one scene to the next gives, and when.

Everything is told from the scenes, and scenes hold no hidden dice: no sound can betray them.
"""

from dataclasses import dataclass
from enum import StrEnum

from display.scene import ListScene, RevealScene, Scene, SeatPanel, TableScene, Tone, WinnerScene
from display.screens.reveal_timeline import PANEL_SECONDS, timeline
from display.widgets import verdict_panel


class Sound(StrEnum):
    """A sound, by the name of its file."""

    SHAKE = "shake"
    KNOCK = "knock"
    HORN = "horn"
    HUSH = "hush"
    PIP = "pip"
    TRUE = "true"
    LIE = "lie"
    NONE = "none"
    BREAK = "break"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and how many seconds after the scene began it is heard."""

    sound: Sound
    at: float = 0.0


LANDS = 0.55 * verdict_panel.DROP_SECONDS
"""When a falling verdict first touches the ground (`motion.drop`)."""
LIFE_BREAKS = 0.25
_VERDICTS = {Tone.GOOD: Sound.TRUE, Tone.BAD: Sound.LIE, Tone.DOUBT: Sound.NONE, Tone.PLAIN: Sound.TRUE}


def cues(before: Scene | None, after: Scene) -> tuple[Cue, ...]:
    """Tells what is heard when `after` comes in the place of `before`, in the order in which it is heard.

    Equal scenes give nothing. What is come back to from a list (a menu, the offer to resume) is no news either, but
    for a reveal: its theatre has its sounds whenever it is played, and whoever plays them knows which has been.
    """
    match after:
        case RevealScene():
            return _reveal(before, after)
        case _ if before is None or before == after or isinstance(before, ListScene):
            return ()
        case TableScene():
            return _table(before, after)
        case WinnerScene():
            return () if isinstance(before, WinnerScene) or not after.winners else (Cue(Sound.WINNER),)
        case _:
            return ()


def _table(before: Scene | None, after: TableScene) -> tuple[Cue, ...]:
    was = before if isinstance(before, TableScene) else None
    heard = []
    if after.shaking and not (was and was.shaking):
        heard.append(Cue(Sound.SHAKE))
    if after.frozen and not (was and was.frozen):
        heard.append(Cue(Sound.HORN))
    elif claim_made(before, after):
        heard.append(Cue(Sound.KNOCK))
    if was and any(_breaks(old, new) for old, new in zip(was.seats, after.seats, strict=False)):
        heard.append(Cue(Sound.BREAK, LIFE_BREAKS))
    return tuple(heard)


def claim_made(before: Scene | None, after: Scene) -> bool:
    """Tells whether a claim was set down between two scenes: another one, or by somebody else.

    While the dice are frozen nobody claims: what changes beside the claim then is the count of the dice.
    """
    if not isinstance(after, TableScene) or not isinstance(before, TableScene) or not after.claim_by:
        return False
    if after.frozen or after.photograph is not None:
        return False
    return after.claim is not None and (after.claim, after.claim_by) != (before.claim, before.claim_by)


def _breaks(old: SeatPanel, new: SeatPanel) -> bool:
    return bool(new.lost) and (old.stock, old.lost) != (new.stock, new.lost) and new.kind != "tally"


def verdict_given(before: Scene | None, after: Scene) -> bool:
    """Tells whether a verdict fell between two scenes: the first of a reveal, or another one in its place."""
    if not isinstance(after, RevealScene):
        return False
    if not isinstance(before, RevealScene) or before.serial != after.serial:
        return True
    return before.verdict != after.verdict


def _reveal(before: Scene | None, after: RevealScene) -> tuple[Cue, ...]:
    if not verdict_given(before, after):
        return ()
    pays = any(panel.lost and panel.kind != "tally" for panel in after.seats)
    if isinstance(before, RevealScene) and before.serial == after.serial:
        ruled = Cue(_VERDICTS[after.verdict.tone])
        return (ruled, Cue(Sound.BREAK, LIFE_BREAKS)) if pays else (ruled,)
    times = timeline(after)
    pips = sum(len(die.pips) for photograph in after.photographs for die in photograph.dice)
    counted = tuple(Cue(Sound.PIP, times.count + number * times.pace) for number in range(pips))
    falls = Cue(_VERDICTS[after.verdict.tone], verdict_falls(after))
    broken = (Cue(Sound.BREAK, times.pay + PANEL_SECONDS),) if pays else ()
    return (Cue(Sound.HUSH), *counted, falls, *broken)


def verdict_falls(scene: RevealScene) -> float:
    """Tells when the verdict of a reveal lands, in seconds after its theatre began."""
    return timeline(scene).verdict + LANDS
