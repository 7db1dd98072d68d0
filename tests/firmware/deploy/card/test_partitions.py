"""Partitioning of a card; the tables are written and read by the real sfdisk."""

import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.deploy.card.partitions import plan_layout
from firmware.deploy.errors import CardError
from tests.firmware.deploy.card.fresh_card import SECTORS, table

ROOT = "/dev/mmcblk0p2"


def test_the_journal_gets_the_end_of_the_card_and_the_system_all_the_rest() -> None:
    layout = plan_layout(table(), SECTORS, ROOT, 512)
    assert layout.journal == "/dev/mmcblk0p3"
    assert layout.script is not None
    assert "/dev/mmcblk0p2 : start=1056768, size=10469376, type=83" in layout.script
    assert "/dev/mmcblk0p3 : start=11526144, size=1048576, type=83" in layout.script
    assert "label-id: 0x2fed7fee" in layout.script


def test_a_divided_card_and_a_full_one_stay_as_they_are() -> None:
    assert plan_layout(table(third=True), SECTORS, ROOT, 512).script is None
    full = plan_layout(table(), 6_000_000, ROOT, 512)
    assert (full.journal, full.script) == (None, None)


@pytest.mark.parametrize(
    "printed", ["{}", "not json", table().replace("mmcblk0p2", "mmcblk0p5"), table().replace("512", "4096")]
)
def test_another_disk_is_left_alone(printed: str) -> None:
    with pytest.raises(CardError, match="divided in an unexpected way"):
        plan_layout(printed, SECTORS, ROOT, 512)


@pytest.mark.skipif(shutil.which("sfdisk") is None, reason="sfdisk is not installed")
def test_sfdisk_takes_the_table(tmp_path: Path) -> None:
    image = tmp_path / "mmcblk0p"
    with image.open("wb") as file:
        file.truncate(SECTORS * 512)
    start = "label: dos\nlabel-id: 0x2fed7fee\n8192 1048576 c\n1056768 4915200 83\n"
    sfdisk = ["sfdisk", "--quiet", "--no-tell-kernel", str(image)]
    subprocess.run(sfdisk, input=start, text=True, check=True)

    def printed() -> str:
        return subprocess.run(["sfdisk", "--json", image], capture_output=True, text=True, check=True).stdout

    layout = plan_layout(printed(), SECTORS, f"{image}2", 512)
    assert layout.script is not None
    subprocess.run(sfdisk, input=layout.script, text=True, check=True)
    assert plan_layout(printed(), SECTORS, f"{image}2", 512) == type(layout)(f"{image}2", f"{image}3", None)
