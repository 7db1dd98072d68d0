"""The sealed roll: what was read before anybody spoke, committed to by a digest that reveals nothing."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Self

SALT_BYTES = 16


def digest_of(salt: bytes, serial: int, faces: tuple[int, ...]) -> str:
    """Gives the SHA-256 of salt, roll number and faces (ascending), in hexadecimal.

    >>> digest_of(b"salt", 7, (2, 5)) == hashlib.sha256(b"salt|7|2 5").hexdigest()
    True
    """
    text = f"|{serial}|{' '.join(map(str, faces))}".encode()
    return hashlib.sha256(salt + text).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class Seal:
    """A reading that nobody may see yet, with the salt that keeps its digest from being guessed.

    It always prints as `<sealed>`.

    >>> Seal.close(7, (5, 2))
    <sealed>
    >>> Seal.close(7, (5, 2)).matches((2, 5))
    True
    """

    serial: int
    salt: bytes
    faces: tuple[int, ...]

    @classmethod
    def close(cls, serial: int, faces: tuple[int, ...]) -> Self:
        """Seals the faces of roll number `serial` with a fresh random salt."""
        return cls(serial, secrets.token_bytes(SALT_BYTES), tuple(sorted(faces)))

    def __repr__(self) -> str:
        """Tells nothing."""
        return "<sealed>"

    @property
    def digest(self) -> str:
        """What may be shown at once: after the reveal it proves that the box had read the dice before the claim."""
        return digest_of(self.salt, self.serial, self.faces)

    def matches(self, faces: tuple[int, ...]) -> bool:
        """Tells whether these are the faces that were sealed."""
        return hmac.compare_digest(self.digest, digest_of(self.salt, self.serial, tuple(sorted(faces))))
