"""The sealed roll: what was read before anybody spoke, committed to by a digest that reveals nothing.

How much a seal binds. Whoever owns the box may have rewritten its program, and then looks for two salts whose seals
look the same on the screen, one for the dice that lie there and one for those that would win. With n bits shown, such a
pair takes about 2^(n/2) digests: the twelve hexadecimal digits that were shown once (48 bits) fell in eight minutes of
one core. The code that is shown now has the first 160 bits of a SHA-256: 2^80 digests, beyond anybody's reach. A seal
also covers the game, the roll and the hash of the journal's row before it, and so every seal and everything else that
was journalled before: no pair can be prepared ahead of the game or serve for two rolls, and a photograph of one code
holds on to the whole evening up to then.

The four words beside the code are 36 of its bits. They tell one seal from another at a glance; they do not bind an
owner who has prepared for it, to whom 2^18 digests are the work of a second. Whoever distrusts the box photographs the
code.

The salt hides the dice: it has 128 random bits, and without it all 21 rolls are equally likely to have given a digest.
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
"""How much of a digest is shown: 160 bits, of which a collision takes 2^80 digests."""
SHOWN_WORDS = 4
TITLE = "MEIER"
"""What the text of a code begins with, to tell whoever scans it what it is."""


@dataclass(frozen=True, slots=True)
class SealLink:
    """Where a seal belongs: its game, and the hash of the journal's row `after` which it was closed."""

    game: int
    after: str


def digest_of(salt: bytes, serial: int, faces: tuple[int, ...], link: SealLink | None = None) -> str:
    """Returns the SHA-256 of what is sealed, in hexadecimal, faces ascending; old journals have no link.

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
    """Returns the words by which people know a digest, nine bits each.

    >>> words_of("00" * 32), words_of("ff" * 32)
    (('acid', 'acid', 'acid', 'acid'), ('zoo', 'zoo', 'zoo', 'zoo'))
    """
    bits = int(digest, 16) >> (4 * len(digest) - 9 * SHOWN_WORDS)
    return tuple(WORDS[bits >> 9 * place & 511] for place in reversed(range(SHOWN_WORDS)))


def code_of(game: int, serial: int, digest: str) -> str:
    """Returns the text of the code that the screen shows: capital letters, digits and signs that make a small code.

    >>> code_of(3, 17, "00" * 32)
    'MEIER 3/17 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return f"{TITLE} {game}/{serial} {base64.b32encode(bytes.fromhex(digest)[:SHOWN_BYTES]).decode()}"


@dataclass(frozen=True, slots=True, repr=False)
class Seal:
    """A reading that nobody may see yet, with the salt that keeps its digest from being guessed.

    It always prints as `<sealed>`. `link` is None in journals that were begun when seals were not chained.

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
        """Returns nothing."""
        return "<sealed>"

    @property
    def digest(self) -> str:
        """What may be shown at once: after the reveal it proves that the box had read the dice before the claim."""
        return digest_of(self.salt, self.serial, self.faces, self.link)

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which people know it."""
        return words_of(self.digest)

    @property
    def code(self) -> str:
        """The text of the code that the screen shows; "" in old journals, whose games have no code."""
        return "" if self.link is None else code_of(self.link.game, self.serial, self.digest)

    def matches(self, faces: tuple[int, ...]) -> bool:
        """Returns whether these are the faces that were sealed."""
        return hmac.compare_digest(self.digest, digest_of(self.salt, self.serial, tuple(sorted(faces)), self.link))
