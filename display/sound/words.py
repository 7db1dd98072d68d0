"""What the voice says at a change of scene: claims when they are made, verdicts when they fall."""

from dataclasses import dataclass

from display.scene import RevealScene, Scene, TableScene
from display.sound.cues import claim_made, returns_to, verdict_falls, verdict_given

AFTER_VERDICT = 0.7
"""Seconds between the sound of a verdict and its words, so that they do not overlap."""
AFTER_KNOCK = 0.2


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence, and when to speak it, in seconds after the scene began."""

    text: str
    at: float = 0.0


def spoken(before: Scene | None, after: Scene, told: int | None = None) -> Utterance | None:
    """Returns what to speak at a change from `before` to `after`, or None.

    `told` is the serial of the reveal shown last, whose verdict is not spoken again after a look at the menu.
    """
    if isinstance(after, TableScene) and after.claim is not None and claim_made(before, after):
        claimed = f"{after.claim_by}: {', '.join(filter(None, (after.claim.name, after.stake)))}."
        return Utterance(" ".join((claimed, *_prompt(before, after))), AFTER_KNOCK)
    if isinstance(after, RevealScene) and after.slow:
        return None
    if isinstance(after, RevealScene) and verdict_given(before, after) and not returns_to(before, after, told):
        # A voice might spell out a word in capitals.
        sentences = (
            f"{after.verdict.word.capitalize()}!",
            *after.verdict.lines,
            *([after.verse] if after.verse else []),
        )
        ruled = isinstance(before, RevealScene) and before.serial == after.serial
        return Utterance(" ".join(sentences), AFTER_VERDICT + (0.0 if ruled else verdict_falls(after)))
    prompt = _prompt(before, after)
    return Utterance(prompt[0]) if prompt else None


def _prompt(before: Scene | None, after: Scene) -> tuple[str, ...]:
    """Returns the notice of a scene if it is new and to be spoken."""
    old = before.notice if before is not None else None
    new = after.notice is not None and after.notice.aloud and after.notice != old
    return (after.notice.text,) if new and after.notice is not None else ()
