"""What a push of the dial does during entry by hand."""

from firmware.table.mode import Offer
from firmware.table.play.dial_entry import DialEntry
from firmware.texts.source import text


def offer_entry(entry: DialEntry) -> Offer:
    """Enters the face under the dial, if the dial has been turned to one."""
    if entry.face is None:
        return Offer(text("control.turns_entry"), False, text("why.turn_first"), turns=True)
    return Offer(text("control.enter", face=entry.face))
