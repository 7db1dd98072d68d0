"""Checks whether lid and flap collide with anything; with a minute of OpenSCAD too slow for every run of the tests.

After a change to the model: `./meierbox test tests/hardware/book/clashes.py`.
"""

from pathlib import Path

import pytest

from hardware.book.open_scad import OpenScadError, openscad
from hardware.book.sizes import BoxShape
from tests.hardware.book.test_book import corners, needs_openscad

ANGLES = [(0, 0), (10, 12), (35, 80), (60, 172)]
"""Of lid and flap in degrees: shut, hardly open, half open, open."""


@needs_openscad
@pytest.mark.parametrize(
    ("shape", "lid", "flap", "free"),
    [*((shape.value, *angles, True) for shape in BoxShape for angles in ANGLES), ("oblong", -2, 0, False)],
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
