"""Mutates bytes as accidents and people do."""

import random
from collections.abc import Sequence

TOKENS = (
    *(b"[", b"{", b"]", b"}", b'"', b"'", b'"""', b"\\", b"#", b"=", b":", b",", b";", b".", b"-", b"\n", b"\r", b"\t"),
    *(b"\0", b"\xff", b"\xc3", b"\xe2\x80\xae", b"\x1b[2J", b"\xef\xbb\xbf", b"\xf0\x9f\x8e\xb2"),
    *(b"0", b"-1", b"1e999", b"NaN", b"9" * 400, b"9" * 5000, b"0x", b"true", b"null", b"2026-11-23", b"inf", b"1_0"),
    *(b"[" * 2000, b"{" * 2000, b'{"a":' * 500, b"a." * 2000, b"[[a]]\n" * 50, b" " * 3000, b"undo\n", b"?", b"PK\5\6"),
)


def mutated(data: bytes, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """Returns the data with one to eight mutations."""
    result = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        _mutate(result, rng, others)
    return bytes(result)


def _mutate(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    at = rng.randint(0, len(data))
    until = min(len(data), at + rng.choice((1, 1, 2, 4, 16, 200)))
    match rng.randrange(8):
        case 0 if at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        case 1 if at < len(data):
            data[at] = rng.randrange(256)
        case 2:
            del data[at:until]
        case 3:
            data[at:at] = data[at:until] * rng.choice((1, 2, 50))
        case 4:
            data[at:at] = rng.choice(TOKENS)
        case 5:
            data[at:until] = rng.choice(TOKENS)
        case 6 if others:
            other = rng.choice(others)
            start = rng.randint(0, len(other))
            data[at:until] = other[start : start + rng.choice((4, 40, 400))]
        case 7 if rng.random() < 0.3:
            del data[at:]
