"""Checks the carrier board and writes what a manufacturer needs: `python -m hardware.board.fabricate FOLDER`.

Runs KiCad's electrical and design rule checks, the comparison of board and schematic included, and stops if they find
anything. Needs `kicad-cli` of KiCad 9 (Debian 13: `kicad`, `kicad-symbols`, `kicad-footprints`).
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.board.board_file import BOARD, SCHEMATIC

LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,Edge.Cuts"
FIELDS = "Reference,Value,Footprint,${QUANTITY}"
LABELS = "references,value,footprint,pieces"


def steps(folder: Path) -> Sequence[tuple[str, Sequence[str]]]:
    """Returns the calls of `kicad-cli`, in order, each with what it does."""
    gerbers = folder / "gerbers"
    return (
        (
            "electrical rule check",
            ("sch", "erc", "--severity-error", "--exit-code-violations", "-o", f"{folder / 'erc.txt'}", f"{SCHEMATIC}"),
        ),
        (
            "design rule check",
            (
                *("pcb", "drc", "--schematic-parity", "--severity-all", "--exit-code-violations"),
                *("-o", f"{folder / 'drc.txt'}", f"{BOARD}"),
            ),
        ),
        ("Gerbers", ("pcb", "export", "gerbers", "--layers", LAYERS, "-o", f"{gerbers}/", f"{BOARD}")),
        ("drill files", ("pcb", "export", "drill", "--excellon-separate-th", "-o", f"{gerbers}/", f"{BOARD}")),
        (
            "bill of materials",
            (
                *("sch", "export", "bom", "--fields", FIELDS, "--labels", LABELS, "--group-by", "Value,Footprint"),
                *("-o", f"{folder / 'parts.csv'}", f"{SCHEMATIC}"),
            ),
        ),
        ("schematic", ("sch", "export", "pdf", "-o", f"{folder / 'schematic.pdf'}", f"{SCHEMATIC}")),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks and exports; returns 0, 1 if a check failed, or 2 if it could not be run."""
    parser = argparse.ArgumentParser(prog="python -m hardware.board.fabricate", description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where to write reports, Gerbers and parts")
    folder: Path = parser.parse_args(arguments).folder
    program = shutil.which("kicad-cli")
    if program is None:
        packages = "kicad kicad-symbols kicad-footprints"
        print(
            f"error: kicad-cli was not found: install KiCad 9 (Debian 13: sudo apt install {packages})", file=sys.stderr
        )
        return 2
    try:
        (folder / "gerbers").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"error: {folder} cannot be written ({error.strerror}): choose another folder", file=sys.stderr)
        return 2
    for name, call in steps(folder):
        done = subprocess.run((program, *call), capture_output=True, text=True, check=False)
        if done.returncode:
            report = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no reason given"]
            print(f"error: {name} failed ({report[0]}): see the reports in {folder}", file=sys.stderr)
            return 1
        print(f"{name}: done")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
