"""The QR code of a seal, as rows of modules."""

from functools import lru_cache


@lru_cache(maxsize=8)
def code_rows(text: str) -> tuple[str, ...]:
    """Encodes capital letters, digits and the signs of a seal's code; a row has "1" for every dark module.

    >>> rows = code_rows("MEIER 3/17 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    >>> len(rows), rows[0][:8], rows[-1][:8]
    (25, '11111110', '11111110')
    """
    import segno  # noqa: PLC0415 - takes as long to load as a tenth of the start, and no screen shows a seal at first

    code = segno.make(text, mode="alphanumeric", micro=False)
    return tuple("".join(map(str, row)) for row in code.matrix)
