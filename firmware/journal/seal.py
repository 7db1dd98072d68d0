"""The sealed roll: the reading made before anybody claims, committed to by a digest that reveals nothing.

How binding is a seal? An owner may have rewritten the program, and look for two salts whose seals look the same on the
screen: one for the real dice, one for winning dice. With n bits shown, such a pair takes about 2^(n/2) digests: the
twelve hexadecimal digits of early versions (48 bits) fell in eight minutes on one core. The code shown now has the
first 160 bits of a SHA-256: 2^80 digests, out of anybody's reach. A seal also covers the game, the roll and the hash of
the journal's previous row, and so everything journalled before: no pair can be prepared before the game or serve for
two rolls, and a photograph of one code pins down the whole evening so far.

The four words beside the code are 36 of its bits. They distinguish seals at a glance; they do not bind an owner who has
prepared, for whom 2^18 digests take a second. If you distrust the box, photograph the code.

The salt hides the dice: it has 128 random bits, without which all 21 rolls are equally likely.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Self

from firmware.journal.seal_words import WORDS

SALT_BYTES = 16
SHOWN_BYTES = 20
"""How much of a digest is shown: 160 bits, for which a collision takes 2^80 digests."""
SHOWN_WORDS = 4
TITLE = "MEIER"
"""The prefix of a code's text, which identifies it to whoever scans it."""


@dataclass(frozen=True, slots=True)
class SealLink:
    """What a seal is bound to: its game, and the hash of the journal's row before it (`after`)."""

    game: int
    after: str


def digest_of(salt: bytes, serial: int, faces: tuple[int, ...], link: SealLink | None = None) -> str:
    """Returns the SHA-256 of the sealed content, in hexadecimal, faces ascending; old journals have no link.

    >>> digest_of(b"salt", 7, (2, 5)) == hashlib.sha256(b"salt|7|2 5").hexdigest()
    True
    >>> text = b"meierbox seal|3|7|c0ffee|73616c74|2 5"
    >>> digest_of(b"salt", 7, (2, 5), SealLink(3, "c0ffee")) == hashlib.sha256(text).hexdigest()
    True
    """
    shown = " ".join(map(str, faces))
    if link is None:
        return hashlib.sha256(salt + f"|{serial}|{shown}".encode()).hexdigest()
    text = f"meierbox seal|{link.game}|{serial}|{link.after}|{salt.hex()}|{shown}"
    return hashlib.sha256(text.encode()).hexdigest()


def words_of(digest: str) -> tuple[str, ...]:
    """Returns the words for a digest, nine bits each.

    >>> words_of("00" * 32), words_of("ff" * 32)
    (('acid', 'acid', 'acid', 'acid'), ('zoo', 'zoo', 'zoo', 'zoo'))
    """
    bits = int(digest, 16) >> (4 * len(digest) - 9 * SHOWN_WORDS)
    return tuple(WORDS[bits >> 9 * place & 511] for place in reversed(range(SHOWN_WORDS)))


def code_of(game: int, serial: int, digest: str) -> str:
    """Returns the text of the code on the screen: capital letters, digits and signs that make a small code.

    >>> code_of(3, 17, "00" * 32)
    'MEIER 3/17 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return f"{TITLE} {game}/{serial} {base64.b32encode(bytes.fromhex(digest)[:SHOWN_BYTES]).decode()}"


@dataclass(frozen=True, slots=True, repr=False)
class Seal:
    """A hidden reading, with the salt that keeps its digest from being guessed. It prints as `<sealed>`.

    `link` is None in journals from before seals were chained.

    >>> Seal.close(7, (5, 2), SealLink(3, "c0ffee"))
    <sealed>
    >>> Seal.close(7, (5, 2), SealLink(3, "c0ffee")).matches((2, 5))
    True
    """

    serial: int
    salt: bytes
    faces: tuple[int, ...]
    link: SealLink | None = None

    @classmethod
    def close(cls, serial: int, faces: tuple[int, ...], link: SealLink) -> Self:
        """Seals the faces of roll number `serial` with a fresh random salt."""
        return cls(serial, secrets.token_bytes(SALT_BYTES), tuple(sorted(faces)), link)

    def __repr__(self) -> str:
        """Hides the contents."""
        return "<sealed>"

    @property
    def digest(self) -> str:
        """May be shown at once: after the reveal it proves that the box had read the dice before the claim."""
        return digest_of(self.salt, self.serial, self.faces, self.link)

    @property
    def words(self) -> tuple[str, ...]:
        """The seal's words."""
        return words_of(self.digest)

    @property
    def code(self) -> str:
        """The text of the code on the screen; "" in old journals, whose games have none."""
        return "" if self.link is None else code_of(self.link.game, self.serial, self.digest)

    def matches(self, faces: tuple[int, ...]) -> bool:
        """Returns whether these are the sealed faces."""
        return hmac.compare_digest(self.digest, digest_of(self.salt, self.serial, tuple(sorted(faces)), self.link))
