"""What goes into a release, and into a wheel."""

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
# For people who read, translate, build boxes or train networks; a game needs none of them.
FOR_READERS = {".md", ".po", ".pot", ".svg", ".scad", ".png", ".jpg", ".webp", ".pt"}


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", PROJECT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    return tomllib.loads((PROJECT / "pyproject.toml").read_text())


@pytest.mark.parametrize(
    ("machine", "opencv", "numpy"),
    [
        ("3.11 aarch64", "opencv-python-headless<4.12,>=4.7", "numpy<2,>=1.24"),
        ("3.13 aarch64", "opencv-python-headless<5,>=4.12", "numpy>=2.1"),
    ],
)
def test_a_release_brings_what_the_machine_needs_that_it_is_for(
    release: ModuleType, pyproject: dict[str, Any], machine: str, opencv: str, numpy: str
) -> None:
    """Whatever Python makes it."""
    needed = release.needed(pyproject, machine)
    assert opencv in needed
    assert [line for line in needed if line.startswith("numpy")] == [numpy]
    assert any(line.startswith("setuptools") for line in needed), "without a network it is installed in place, too"
    assert not any(line.startswith("pytest") for line in needed)


def test_a_wheel_carries_every_file_that_a_game_opens(pyproject: dict[str, Any]) -> None:
    setuptools = pyproject["tool"]["setuptools"]
    data = setuptools["package-data"]
    staying = tuple(
        package.removesuffix("*").replace(".", "/") for package in setuptools["packages"]["find"]["exclude"]
    )
    left_out = []
    for package in ("firmware", "vision", "display", "hardware"):
        carried = {pattern.removeprefix("**/*") for pattern in data.get(package, [])}
        for path in (PROJECT / package).rglob("*"):
            name = str(path.relative_to(PROJECT))
            inside = path.is_file() and "__pycache__" not in path.parts and path.suffix != ".py"
            if inside and not name.startswith(staying) and path.suffix not in carried | FOR_READERS:
                left_out.append(name)
    assert left_out == []
