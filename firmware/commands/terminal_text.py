"""Escapes control characters in terminal output, whatever a file, a name or an exception contains.

Control characters could move the cursor, change colours or ring; bidirectional overrides reorder a line. Both are
written as escapes that JSON understands, so that `--json` output stays valid.
"""

import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

_KEPT = "\n\t"
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKS = frozenset("\u2028\u2029\ufeff")


def cleaned(text: str) -> str:
    r"""Escapes characters that a terminal must not get.

    >>> cleaned("a\x1b[31mb\u202ec\n")
    'a\\u001b[31mb\\u202ec\n'
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(_escaped(sign) if _is_unsafe(sign) else sign for sign in text)


def one_line(text: str) -> str:
    r"""Escapes a text for a single line.

    >>> one_line("a\nb")
    'a\\u000ab'
    """
    return cleaned(text).replace("\n", "\\u000a").replace("\t", " ")


def _is_unsafe(sign: str) -> bool:
    if sign in _KEPT:
        return False
    is_tag = 0xE0000 <= ord(sign) <= 0xE007F
    return sign in _BIDI or sign in _BREAKS or is_tag or unicodedata.category(sign) in ("Cc", "Cs")


def _escaped(sign: str) -> str:
    """Escapes a character as JSON does, large ones as surrogates."""
    data = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))


class CleanOutput:
    """A text stream that escapes control characters; everything else is delegated."""

    def __init__(self, stream: IO[str]) -> None:
        """Wraps a stream."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes text, also escaping characters that the terminal's encoding lacks."""
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self._stream.write(cleaned(text).encode(encoding, "backslashreplace").decode(encoding))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Delegates to the wrapped stream."""
        return getattr(self._stream, name)


@contextmanager
def clean_terminal() -> Iterator[None]:
    """Escapes standard output and standard error for its duration."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (CleanOutput(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
