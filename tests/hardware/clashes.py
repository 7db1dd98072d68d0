"""Whether lid and flap run into anything: too slow for every run of the tests, half a minute of OpenSCAD.

After a change to the model: `./meierbox test tests/hardware/clashes.py`.
"""

from pathlib import Path

import pytest

from hardware.book.pictures import OpenScadError, openscad
from tests.hardware.test_book import corners, needs_openscad


@needs_openscad
@pytest.mark.parametrize(
    ("shape", "lid", "flap", "free"),
    [("oblong", 10, 12, True), ("oblong", 60, 140, True), ("oblong", 80, 0, False), ("round", 10, 12, True)],
)
def test_lid_and_flap_open_without_running_into_anything(
    shape: str, lid: int, flap: int, *, free: bool, tmp_path: Path
) -> None:
    angles = ["-D", 'part="clash"', "-D", f"lid_angle={lid}", "-D", f"flap_angle={flap}", "-D", "$fn=24"]
    angles += ["-D", f'shape="{shape}"']
    target = tmp_path / "clash.stl"
    if free:
        with pytest.raises(OpenScadError, match="Current top level object is empty"):
            openscad(["-o", str(target), *angles])
    else:
        openscad(["-o", str(target), *angles])
        assert corners(target.read_text())
