"""What goes into a release, and into a wheel."""

import ast
import importlib.util
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
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
        ("3.11 aarch64", "opencv-python-headless<4.12,>=4.8.1.78", "numpy<2,>=1.24"),
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


def in_a_wheel(pyproject: dict[str, Any]) -> set[str]:
    """The packages that setuptools finds."""
    found = pyproject["tool"]["setuptools"]["packages"]["find"]
    packages = {".".join(each.parent.relative_to(PROJECT).parts) for each in PROJECT.glob("[!.]*/**/__init__.py")}
    return {
        package
        for package in packages
        if any(fnmatchcase(package, pattern) for pattern in found["include"])
        and not any(fnmatchcase(package, pattern) for pattern in found["exclude"])
    }


def own_imports(module: Path) -> Iterator[str]:
    """The modules and packages of the project that a module imports, at its head or inside a function."""
    for node in ast.walk(ast.parse(module.read_text())):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        yield from (name for name in names if name.partition(".")[0] in ("firmware", "vision", "display", "hardware"))


def test_a_wheel_has_no_tests_and_no_tools_of_developers(pyproject: dict[str, Any]) -> None:
    packages = in_a_wheel(pyproject)
    assert {"firmware.rules.games", "vision", "display.screens", "hardware.pi"} <= packages
    tools = ("tests", "vision.training", "hardware.book", "hardware.board", "firmware.texts.catalogues")
    assert [package for package in packages if package.startswith(tools)] == []


def package_of(name: str) -> str | None:
    """The package that has a module or is named itself; None for a name in a module."""
    path = PROJECT.joinpath(*name.split("."))
    return name if path.is_dir() else name.rpartition(".")[0] if path.with_suffix(".py").is_file() else None


def test_nothing_in_a_wheel_imports_what_is_not_in_it(pyproject: dict[str, Any]) -> None:
    packages = in_a_wheel(pyproject)
    modules = [module for package in packages for module in PROJECT.joinpath(*package.split(".")).glob("*.py")]
    imports = [(module, name, package_of(name)) for module in modules for name in own_imports(module)]
    assert len(imports) > 1000
    assert [each for each in imports if each[2] not in (None, *packages)] == []


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
