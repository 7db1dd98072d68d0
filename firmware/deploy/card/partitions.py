"""The partitions of a card: the journal's at its end, the rest for the system. Pure."""

import json
from dataclasses import dataclass

from firmware.deploy.errors import CardError
from firmware.rules.message import message

ALIGNMENT = 8192
"""Sectors; 4 MiB, the erase block of common cards."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The division of a card: `script` is the new table for sfdisk, None if nothing changes.

    `journal` is the device of the journal's partition, None where there is no room for one.
    """

    root: str
    journal: str | None
    script: str | None


def plan_layout(printed: str, sectors: int, root: str, journal_mb: int) -> CardLayout:
    """Plans the partitions of a card with this many sectors; `printed` is the output of `sfdisk --json`.

    The table is written in one go (with an MBR, one sector), so a power cut leaves the old or the new one.

    Raises:
        CardError: where the table is none that a Raspberry Pi OS card has.
    """
    try:
        table = json.loads(printed)["partitiontable"]
        parts = sorted(table["partitions"], key=lambda part: int(part["start"]))
        nodes = [str(part["node"]) for part in parts]
        if int(table.get("sectorsize", 512)) != 512 or nodes.index(root) != 1 or len(parts) > 3:
            raise ValueError("not the partitions of a Raspberry Pi OS card")
        start, size = int(parts[1]["start"]), int(parts[1]["size"])
        stem = root.removesuffix("2")
        if stem == root:
            raise ValueError("the system is not on the second partition")
    except (ValueError, LookupError, TypeError) as error:
        says = message("This card is divided in an unexpected way ({error})", error=str(error))
        raise CardError(says.with_remedy(message("flash the official image again"))) from error
    if len(parts) == 3:
        return CardLayout(root, nodes[2], None)
    wanted = journal_mb * 2048
    last = sectors - 2048
    begin = (last - wanted) // ALIGNMENT * ALIGNMENT
    if begin - (start + size) < 0:
        return CardLayout(root, None, None)
    journal = f"{stem}3"
    lines = [f"label: {table['label']}", f"label-id: {table['id']}", "unit: sectors", ""]
    kept = {"start", "size", "type", "uuid", "name", "attrs"}
    first = {key: value for key, value in parts[0].items() if key in kept}
    grown = {**{key: value for key, value in parts[1].items() if key in kept}, "size": begin - start}
    added = {"start": begin, "size": wanted, "type": parts[1]["type"]}
    for node, part in ((nodes[0], first), (root, grown), (journal, added)):
        values = ", ".join(f'{key}="{value}"' if key == "name" else f"{key}={value}" for key, value in part.items())
        bootable = ", bootable" if node == nodes[0] and parts[0].get("bootable") else ""
        lines.append(f"{node} : {values}{bootable}")
    return CardLayout(root, journal, "\n".join(lines) + "\n")
