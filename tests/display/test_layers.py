"""The layers of the display: each imports only those below it, and nothing imports the samples."""

import ast
from pathlib import Path

import display

LAYERS = ("scene errors", "draw", "widgets printing", "screens", "sound renderer", "audience", "window", "samples")
"""From the lowest to the highest; parts of one layer do not import each other."""
LEVELS = {part: level for level, parts in enumerate(LAYERS) for part in parts.split()}
ROOT = Path(display.__path__[0])


def imports() -> list[tuple[str, str]]:
    """Gives the parts of the display that import each other, type-checking imports included."""
    found = []
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("display"):
                assert node.module is not None
                _, _, inner = node.module.partition(".")
                wanted = [inner] if inner else [alias.name for alias in node.names]
                own = path.relative_to(ROOT).parts[0].removesuffix(".py")
                found += [(own, name.partition(".")[0]) for name in wanted]
    return found


def test_every_part_has_a_layer() -> None:
    parts = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert parts - {"__init__"} <= LEVELS.keys()


def test_imports_lead_down() -> None:
    across = {(own, other) for own, other in imports() if own != other}
    assert len(across) > 10
    assert not {(own, other) for own, other in across if LEVELS[other] >= LEVELS[own]}
