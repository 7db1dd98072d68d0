"""Checks opened seals against the digests that were journalled before anybody spoke."""

from dataclasses import dataclass

from firmware.journal.errors import JournalFormatError
from firmware.journal.reader import JournalReader
from firmware.journal.seal import digest_of
from firmware.rules.message import message


@dataclass(frozen=True, slots=True)
class CheckedSeal:
    """A seal that a reveal has opened: the roll's number, its faces, and whether its digest agrees.

    `digest` is the one journalled, None where there is none; `in_time` whether that was before the next word was said.
    """

    serial: int
    faces: tuple[int, ...]
    digest: str | None
    matches: bool
    in_time: bool


def check_seals(reader: JournalReader, number: int) -> tuple[CheckedSeal, ...]:
    """Checks every opened seal of a game, in their order.

    Raises:
        JournalError: where there is no such game, or a row is none.
    """
    reader.game(number)
    digests: dict[int, tuple[str, bool]] = {}
    spoken = False
    checked: list[CheckedSeal] = []
    try:
        for public in reader.rows(number):
            body = public.row.body
            if public.row.kind == "event":
                kind = body["event"]["event"]
                spoken = kind not in ("Rolled", "Dealt") and (spoken or kind in ("Declared", "BidMade", "Shown"))
            elif public.row.kind == "sealed":
                digests[int(body["serial"])] = (str(body["digest"]), not spoken)
            elif public.row.kind == "opened":
                serial, faces = int(body["serial"]), tuple(int(face) for face in body["faces"])
                digest, in_time = digests.get(serial, (None, False))
                matches = digest == digest_of(bytes.fromhex(body["salt"]), serial, faces)
                checked.append(CheckedSeal(serial, faces, digest, matches, in_time))
    except (KeyError, TypeError, ValueError) as error:
        path = str(reader.path)
        cannot = message(
            "The seals of game {n} in {path} cannot be read ({error}).", n=number, path=path, error=str(error)
        )
        raise JournalFormatError(cannot) from error
    return tuple(checked)
