"""What a voice says to a change of scene: claims as they are set down, verdicts as they fall."""

from dataclasses import dataclass

from display.scene import ListScene, RevealScene, Scene, TableScene
from display.sound.cues import claim_made, verdict_falls, verdict_given

AFTER_VERDICT = 0.7
"""Seconds between a verdict's landing and its words, so that sound and voice do not fall on each other."""
AFTER_KNOCK = 0.2


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence, and how many seconds after the scene began it is spoken."""

    text: str
    at: float = 0.0


def spoken(before: Scene | None, after: Scene) -> Utterance | None:
    """Tells what is said aloud when `after` comes in the place of `before`; None where nothing is."""
    if isinstance(after, TableScene) and after.claim is not None and claim_made(before, after):
        claimed = f"{after.claim_by}: {after.claim.name}."
        return Utterance(" ".join((claimed, *_prompt(before, after))), AFTER_KNOCK)
    if isinstance(after, RevealScene) and verdict_given(before, after) and not isinstance(before, ListScene):
        # A word in capitals might be spelt out.
        sentences = (f"{after.verdict.word.capitalize()}!", *after.verdict.lines, *([after.saga] if after.saga else []))
        ruled = isinstance(before, RevealScene) and before.serial == after.serial
        return Utterance(" ".join(sentences), AFTER_VERDICT + (0.0 if ruled else verdict_falls(after)))
    prompt = _prompt(before, after)
    return Utterance(prompt[0]) if prompt else None


def _prompt(before: Scene | None, after: Scene) -> tuple[str, ...]:
    """What comes next, where it is to be heard and is new."""
    told = before.notice if before is not None else None
    new = after.notice is not None and after.notice.aloud and after.notice != told
    return (after.notice.text,) if new and after.notice is not None else ()
