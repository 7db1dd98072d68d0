"""Which sounds a change from one scene to the next gives, and when.

Sounds are derived only from scenes, and scenes hold no hidden dice: no sound can give them away.
"""

from dataclasses import dataclass
from enum import StrEnum

from display.scene import ListScene, RevealScene, Scene, SeatPanel, TableScene, Tone, WinnerScene
from display.screens.reveal_timeline import PANEL_SECONDS, timeline
from display.widgets import hand_over, verdict_panel


class Sound(StrEnum):
    """A sound; the value is the name of its file."""

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
    SEAT_1 = "seat-1"
    SEAT_2 = "seat-2"
    SEAT_3 = "seat-3"
    SEAT_4 = "seat-4"
    SEAT_5 = "seat-5"
    SEAT_6 = "seat-6"
    SEAT_7 = "seat-7"
    SEAT_8 = "seat-8"
    SEAT_9 = "seat-9"
    SEAT_10 = "seat-10"
    SEAT_11 = "seat-11"
    SEAT_12 = "seat-12"


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and when to play it, in seconds after the scene began."""

    sound: Sound
    at: float = 0.0


LANDS = 0.55 * verdict_panel.DROP_SECONDS
"""When a falling verdict first touches the ground, in seconds after it begins to fall (see `easing.drop`)."""
LIFE_BREAKS = 0.25
BOX_COMES = 0.6
"""When the sound of the seat that gets the box is heard, in seconds after the scene began: after a claim's knock."""
SEATS = tuple(sound for sound in Sound if sound.value.startswith("seat-"))
"""The sounds of the seats, in their order; there are no more seats than these."""
_VERDICTS = {Tone.GOOD: Sound.TRUE, Tone.BAD: Sound.LIE, Tone.DOUBT: Sound.NONE, Tone.PLAIN: Sound.TRUE}


def cues(before: Scene | None, after: Scene) -> tuple[Cue, ...]:
    """Returns the sounds of a change from `before` to `after`, in the order in which they are played.

    Equal scenes give none, and neither does returning from a list such as the menu, except to a reveal: the player
    knows which reveals it has played.
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
    played = []
    if after.shaking and not (was and was.shaking):
        played.append(Cue(Sound.SHAKE))
    if after.frozen and not (was and was.frozen):
        played.append(Cue(Sound.HORN))
    elif claim_made(before, after):
        played.append(Cue(Sound.KNOCK))
    if hand_over.begins(before, after) and after.hand_over is not None:
        played.append(Cue(SEATS[after.hand_over.seat % len(SEATS)], BOX_COMES))
    if was and any(_breaks(old, new) for old, new in zip(was.seats, after.seats, strict=False)):
        played.append(Cue(Sound.BREAK, LIFE_BREAKS))
    return tuple(played)


def claim_made(before: Scene | None, after: Scene) -> bool:
    """Returns whether a claim was made between two scenes: a new claim, or one by somebody else.

    While the dice are frozen nobody claims: then `claim_by` changes because dice are counted.
    """
    if not isinstance(after, TableScene) or not isinstance(before, TableScene) or not after.claim_by:
        return False
    if after.frozen or after.photograph is not None:
        return False
    return after.claim is not None and (after.claim, after.claim_by) != (before.claim, before.claim_by)


def _breaks(old: SeatPanel, new: SeatPanel) -> bool:
    return bool(new.lost) and (old.stock, old.lost) != (new.stock, new.lost) and new.kind != "tally"


def verdict_given(before: Scene | None, after: Scene) -> bool:
    """Returns whether a verdict was given between two scenes: a new reveal, or another verdict in the same one."""
    if not isinstance(after, RevealScene):
        return False
    if not isinstance(before, RevealScene) or before.serial != after.serial:
        return True
    return before.verdict != after.verdict


def returns_to(before: Scene | None, after: Scene, serial: int | None) -> bool:
    """Returns whether the reveal shown last, with this serial, is shown again after a look at something else."""
    return isinstance(after, RevealScene) and after.serial == serial and not isinstance(before, RevealScene)


def _reveal(before: Scene | None, after: RevealScene) -> tuple[Cue, ...]:
    if not verdict_given(before, after):
        return ()
    pays = any(panel.lost and panel.kind != "tally" for panel in after.seats)
    if isinstance(before, RevealScene) and before.serial == after.serial:
        ruled = Cue(_VERDICTS[after.verdict.tone])
        return (ruled, Cue(Sound.BREAK, LIFE_BREAKS)) if pays else (ruled,)
    times = timeline(after)
    counted = tuple(Cue(Sound.PIP, tap) for tap in times.taps)
    falls = Cue(_VERDICTS[after.verdict.tone], verdict_falls(after))
    broken = (Cue(Sound.BREAK, times.pay + PANEL_SECONDS),) if pays else ()
    return (Cue(Sound.HUSH), *counted, falls, *broken)


def verdict_falls(scene: RevealScene) -> float:
    """Returns the time at which the verdict of a reveal lands, in seconds after its animation began."""
    return timeline(scene).verdict + LANDS
