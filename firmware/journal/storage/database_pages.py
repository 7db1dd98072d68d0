"""Reads the records of an SQLite database page by page, without SQLite, for damaged databases and logs.

The format is that of https://www.sqlite.org/fileformat2.html. Each page is read independently, so that damage costs
only the records of damaged pages. The caller tells tables apart by their columns.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.journal.rows import decoded

Value = int | float | str | bytes | None
_HEADER = 100
_WAL_HEADER, _FRAME_HEADER = 32, 24
_PAGE_SIZES = tuple(2**power for power in range(9, 17))
_USUAL = 4096
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A record with its columns; `rowid` is None in a table without row numbers, and in an index."""

    rowid: int | None
    columns: tuple[Value, ...]


def records(path: Path) -> Iterator[PageRecord]:
    """Yields every readable record of a database and its write-ahead log.

    Raises:
        OSError: where a file cannot be read.
    """
    size, reserved, pages = _pages(path)
    for number, page in sorted(pages.items()):
        yield from _Page(pages, page, _HEADER if number == 1 else 0, size - reserved).records()


def _pages(path: Path) -> tuple[int, int, dict[int, bytes]]:
    """Returns the page size, the reserved bytes at its end, and all pages; pages in the log replace the file's."""
    database = path.read_bytes() if path.exists() else b""
    log = path.with_name(path.name + "-wal")
    frames = log.read_bytes() if log.exists() else b""
    size = _page_size(database, frames)
    reserved = database[20] if database[:6] == b"SQLite" and len(database) > 20 and database[20] < 64 else 0
    pages = {at // size + 1: database[at : at + size].ljust(size, b"\0") for at in range(0, len(database), size)}
    pages |= _logged(frames, size)
    return size, reserved, pages


def _page_size(database: bytes, log: bytes) -> int:
    said = int.from_bytes(database[16:18], "big")
    logged = int.from_bytes(log[8:12], "big")
    for size in (65536 if said == 1 else said, logged):
        if size in _PAGE_SIZES:
            return size
    return _USUAL


def _logged(log: bytes, size: int) -> dict[int, bytes]:
    """Returns the pages of a write-ahead log up to its last commit, ignoring frames of an earlier use."""
    starts = range(_WAL_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size)
    salts = [log[at + 8 : at + 16] for at in starts]
    salt = log[16:24] if log[16:24] in salts else max(salts, key=salts.count, default=b"")
    open_pages: dict[int, bytes] = {}
    committed: dict[int, bytes] = {}
    for at, own in zip(starts, salts, strict=True):
        number, commit = struct.unpack_from(">II", log, at)
        if own != salt or not number:
            continue
        open_pages[number] = log[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        if commit:
            committed |= open_pages
            open_pages = {}
    return committed


def commits_behind_damage(path: Path) -> int:
    """Counts the commits behind damage in a write-ahead log, which SQLite would not read.

    A power failure during a commit can leave one.

    Raises:
        OSError: where the log cannot be read.
    """
    path = path.with_name(path.name + "-wal")
    log = path.read_bytes() if path.exists() else b""
    if len(log) <= _WAL_HEADER:
        return 0
    order = "big" if log[3] & 1 else "little"
    size = int.from_bytes(log[8:12], "big")
    sums = _checksum(log[:24], (0, 0), order)
    known = log[:4] in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83") and struct.pack(">II", *sums) == log[24:32]
    if not known:
        size = size if size in _PAGE_SIZES else _USUAL
    starts = range(_WAL_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size)
    salts = [log[at + 8 : at + 16] for at in starts]
    salt = log[16:24] if known else max(salts, key=salts.count, default=b"")
    whole, behind = known, 0
    for at, own in zip(starts, salts, strict=True):
        if own != salt:
            whole = False
            continue
        if whole:
            sums = _checksum(log[at : at + 8], sums, order)
            sums = _checksum(log[at + _FRAME_HEADER : at + _FRAME_HEADER + size], sums, order)
            whole = struct.pack(">II", *sums) == log[at + 16 : at + 24]
        behind += not whole and log[at + 4 : at + 8] != bytes(4)
    return behind


def _checksum(raw: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """Updates the checksum of a write-ahead log."""
    words = struct.unpack(f"{'>' if order == 'big' else '<'}{len(raw) // 4}I", raw)
    one, two = sums
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = one + first + two & 0xFFFFFFFF
        two = two + second + one & 0xFFFFFFFF
    return one, two


class _Page:
    """A page of a b-tree."""

    def __init__(self, pages: dict[int, bytes], page: bytes, start: int, usable: int) -> None:
        """Takes a page whose header is at `start`; `usable` bytes of a page hold data."""
        self._pages, self._page, self._start, self._usable = pages, page, start, usable

    def records(self) -> Iterator[PageRecord]:
        """Yields the readable records of a leaf or an index."""
        kind = self._page[self._start]
        if kind == 0x05:
            return
        of_index = kind in (_INDEX_LEAF, _INDEX_INTERIOR)
        pointers = self._start + (12 if kind == _INDEX_INTERIOR else 8)
        count = int.from_bytes(self._page[self._start + 3 : self._start + 5], "big")
        for at in range(pointers, min(pointers + 2 * count, self._usable - 1), 2):
            cell = int.from_bytes(self._page[at : at + 2], "big")
            try:
                yield self._record(cell + (4 if kind == _INDEX_INTERIOR else 0), of_index)
            except (IndexError, ValueError, struct.error):
                continue

    def _record(self, at: int, of_index: bool) -> PageRecord:
        length, at = _varint(self._page, at)
        rowid = None
        if not of_index:
            rowid, at = _varint(self._page, at)
        return PageRecord(rowid, tuple(_columns(self._content(at, length, of_index))))

    def _content(self, at: int, length: int, of_index: bool) -> bytes:
        """Returns the bytes of a record, including those on overflow pages."""
        usable = self._usable
        most = (usable - 12) * 64 // 255 - 23 if of_index else usable - 35
        if length <= most:
            content = self._page[at : at + length]
        else:
            least = (usable - 12) * 32 // 255 - 23
            local = least + (length - least) % (usable - 4)
            local = local if local <= most else least
            parts = [self._page[at : at + local]]
            following, missing = int.from_bytes(self._page[at + local : at + local + 4], "big"), length - local
            while missing > 0:
                page = self._pages.get(following)
                if page is None:
                    raise ValueError("an overflow page is missing")
                parts.append(page[4 : 4 + min(missing, usable - 4)])
                following, missing = int.from_bytes(page[:4], "big"), missing - (usable - 4)
                if len(parts) > len(self._pages) + 1:
                    raise ValueError("overflow pages go round in a circle")
            content = b"".join(parts)
        if len(content) != length:
            raise ValueError("the record is cut off")
        return content


def _columns(content: bytes) -> Iterator[Value]:
    end, at = _varint(content, 0)
    data = end
    while at < end:
        kind, at = _varint(content, at)
        value, data = _value(content, kind, data)
        yield value
    if data != len(content):
        raise ValueError("the record has another length")


def _value(content: bytes, kind: int, at: int) -> tuple[Value, int]:
    """Returns a column of a serial type, and the offset of the next one."""
    if kind in (0, 8, 9):
        return (None if kind == 0 else kind - 8), at
    if kind == 7:
        return struct.unpack_from(">d", content, at)[0], at + 8
    if kind in (10, 11):
        raise ValueError("no such type")
    size = _INTEGERS.get(kind, (kind - 12) // 2)
    raw = content[at : at + size]
    if len(raw) != size:
        raise ValueError("the record is cut off")
    if kind in _INTEGERS:
        return int.from_bytes(raw, "big", signed=True), at + size
    return (decoded(raw) if kind % 2 else raw), at + size


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    value = 0
    for offset in range(8):
        byte = raw[at + offset]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + offset + 1
    value = value << 8 | raw[at + 8]
    return value - 2**64 if value >= 2**63 else value, at + 9
