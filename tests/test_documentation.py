"""The documents: every folder says what it is for, and what the documents name exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PACKAGES = ("firmware", "vision", "display", "hardware")
NAMED_PATH = re.compile(r"`((?:\.ci|firmware|vision|display|hardware|tests|systemd)/[\w./-]*)`")
NAMED_MODULE = re.compile(r"(?:python -m |`)((?:firmware|vision|display|hardware|tests)(?:\.\w+)+)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
BARE_MODULE = re.compile(r"(?<![\w/.])`(\w+\.py)`")
"""A module by its file's name alone: it is in the package of the document."""
RULE_ITEM = re.compile(r"RULES\.md,? (?:§\d, )?([VBSCMT]\d+)\b")
STEP = re.compile(r"^\|[^|]*\| `([\w./]+\.py)` \| `([\w.]+)` \|", re.MULTILINE)
"""A row of a table that goes through the code: what happens, in which file, in which function."""
SHORTEST = 40


def folders() -> Iterator[Path]:
    """Yields every folder of the packages that holds modules."""
    for package in PACKAGES:
        yield from sorted(
            {path.parent for path in (PROJECT / package).rglob("*.py") if "__pycache__" not in path.parts}
        )


def documents() -> list[Path]:
    hidden = {".git", ".venv", "node_modules"}
    found = sorted(path for path in PROJECT.rglob("*.md") if not hidden & set(path.relative_to(PROJECT).parts))
    return [path for path in found if path.name != "CHANGELOG.md"]


def names_in(path: Path) -> set[str]:
    """The classes, functions and methods that a module defines, methods as `Class.method`."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return found


def exists(module: str) -> bool:
    """Returns whether a dotted name is a module, a package, or a name in one.

    >>> exists("firmware.rules.state"), exists("firmware.rules.nothing")
    (True, False)
    """
    path = PROJECT.joinpath(*module.split("."))
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    inside = path.parent.with_suffix(".py")
    return inside.is_file() and path.name in names_in(inside)


def test_every_package_has_a_readme() -> None:
    assert [name for name in PACKAGES if not (PROJECT / name / "README.md").is_file()] == []


def test_every_folder_says_what_it_is_for() -> None:
    silent = []
    for folder in (*folders(), *{path.parent for path in (PROJECT / "tests").rglob("*.py")}):
        module = folder / "__init__.py"
        said = (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "") if module.is_file() else ""
        if len(said) < SHORTEST and not (folder / "README.md").is_file():
            silent.append(str(folder.relative_to(PROJECT)))
    assert silent == []


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(PROJECT)))
def test_what_a_document_names_exists(path: Path) -> None:
    text = path.read_text("utf-8")
    links = [name for name in LINK.findall(text) if not (path.parent / name).exists()]
    paths = [name for name in NAMED_PATH.findall(text) if not (PROJECT / name).exists()]
    modules = [name for name in NAMED_MODULE.findall(text) if not exists(name)]
    steps = [
        f"{file}: {name}"
        for file, name in STEP.findall(text)
        if not (PROJECT / file).is_file() or name not in names_in(PROJECT / file)
    ]
    assert links + paths + modules + steps == []


def test_modules_named_in_a_package_are_in_that_package() -> None:
    lost = []
    for package in PACKAGES:
        modules = {path.name for path in (PROJECT / package).rglob("*.py")}
        for path in (*(PROJECT / package).rglob("*.md"), *(PROJECT / package).rglob("__init__.py")):
            lost += [f"{path}: {name}" for name in BARE_MODULE.findall(path.read_text("utf-8")) if name not in modules]
    assert lost == []


def test_the_table_of_folders_of_firmware_is_complete() -> None:
    table = (PROJECT / "firmware" / "README.md").read_text("utf-8")
    named = {f"firmware/{name}".rstrip("/") for name in re.findall(r"^\| `([\w/]+)/`", table, re.MULTILINE)}
    there = {str(folder.relative_to(PROJECT)) for folder in folders() if folder.parts[-1] != "firmware"}
    assert {name for name in there if name.startswith("firmware/")} == named


def test_every_item_of_the_rules_that_is_cited_exists() -> None:
    rules = (PROJECT / "firmware" / "rules" / "RULES.md").read_text("utf-8")
    items = set(re.findall(r"^\| ([VBSCMT]\d+) \|", rules, re.MULTILINE))
    cited = {
        item
        for package in (*PACKAGES, "tests")
        for path in (PROJECT / package).rglob("*.py")
        for item in RULE_ITEM.findall(path.read_text("utf-8"))
    }
    assert cited
    assert cited <= items


def test_contributing_follows_a_roll_through_the_code() -> None:
    """From the camera to the verdict on the screen, through at most seven folders."""
    steps = STEP.findall((PROJECT / "CONTRIBUTING.md").read_text("utf-8"))
    assert len(steps) >= 8
    assert len({str(Path(file).parent) for file, _ in steps}) <= 7
