"""The architecture of DESIGN.md as a test: who may import whom, no cycles, and what no module does.

The composing folders (`firmware/app`, `camera`, `calibrate`, `deploy`, `commands`) know all packages; the rest of
`firmware` knows only `firmware`; `firmware/rules` knows only itself; `vision`, `display` and `hardware` know only
themselves. Imports for type checking count like all others.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.syntax import nodes_of

PROJECT = Path(__file__).parents[1]
LONGEST = 450
PACKAGES = ("firmware", "vision", "display", "hardware")
COMPOSERS = tuple(f"firmware.{name}" for name in ("app", "camera", "calibrate", "deploy", "commands", "__main__"))

# Files; clock and chance; threads and processes, the network, the terminal.
OUTSIDE_THE_RULES = """
    os pathlib io tempfile shutil glob fileinput fnmatch zipfile tarfile gzip bz2 lzma mmap sqlite3 dbm shelve pickle
    time datetime calendar sched random secrets uuid
    threading _thread asyncio concurrent multiprocessing queue subprocess signal select selectors socket ssl http urllib
    ctypes importlib logging sys
"""

LAYERS = {
    "firmware": (
        "__main__ commands texts.catalogues",
        "app",
        "calibrate",
        "camera deploy",
        "doctor menus",
        "table.play",
        "table",
        "league",
        "game_page",
        "arena",
        "players",
        "equilibria statistics",
        "journal rulesheet dice_sets odds",
        "config",
        "heraldry",
        "texts",
        "errors",
        "rules.record",
        "rules.decide",
        "rules.games",
        "rules",
    ),
    "display": (
        "samples",
        "window",
        "audience",
        "renderer sound legibility evening_poster",
        "screens",
        "widgets printing",
        "draw",
        "scene errors",
        "scene_elements quiet_libraries",
    ),
    "hardware": (
        "board book",
        "cameras camera_names",
        "desk pi simulated double_press",
        "calibration",
        "ports holds message errors small_files",
    ),
}
"""The folders, and the modules beside them, from the top down: each imports only from itself and from further down.

Names in one line may import each other, but not in `display`.
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """What the modules under `name` may import besides the standard library."""

    name: str
    ours: tuple[str, ...]
    others: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


# The first rule whose name fits a module is the one that holds for it.
RULES = (
    Rule("firmware.rules", ours=("firmware.rules",)),
    *(Rule(name, ours=PACKAGES, others=("numpy", "cv2", "pygame", "gpiozero", "segno")) for name in COMPOSERS),
    Rule("firmware.texts.catalogues", ours=("firmware",), others=("babel",), never=COMPOSERS),
    Rule("firmware", ours=("firmware",), others=("numpy",), never=COMPOSERS),
    Rule("vision.training", ours=("vision",), others=("numpy", "cv2", "torch", "onnx", "bpy", "mathutils")),
    Rule("vision", ours=("vision",), others=("numpy", "cv2"), never=("vision.training",)),
    Rule("display", ours=("display",), others=("numpy", "pygame")),
    Rule(
        "hardware", ours=("hardware",), others=("numpy", "cv2", "pygame", "gpiozero", "lgpio", "picamera2", "libcamera")
    ),
)


def within(module: str, names: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[str]:
    """Yields every module that `source` imports, wherever in it: also inside functions and for type checking only.

    >>> list(imports("from ..vision import reading\\nimport cv2.dnn", "firmware.rules.claims"))
    ['firmware.vision.reading', 'cv2.dnn']
    """
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: len(module.split(".")) - node.level + is_package] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            # `from firmware import camera` names a module too.
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def breaches(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """Returns what `module` imports against the table."""
    rule = next(rule for rule in RULES if within(module, (rule.name,)))
    found = []
    for imported in imports(source, module, is_package=is_package):
        top = imported.partition(".")[0]
        if top in PACKAGES:
            allowed = within(imported, rule.ours) and not within(imported, rule.never)
        elif top in sys.stdlib_module_names:
            allowed = rule.name != "firmware.rules" or top not in OUTSIDE_THE_RULES.split()
        else:
            allowed = top in rule.others
        if not allowed:
            found.append(f"{module} imports {imported}")
    return found


@cache
def dependencies() -> dict[str, set[str]]:
    """Returns for every module of the packages those of them that it imports."""
    paths = {name_of(path): path for path in modules(*PACKAGES)}
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        named = imports(path.read_text(), name, is_package=path.name == "__init__.py")
        # What is no module is a name in one.
        targets = (target if target in paths else target.rpartition(".")[0] for target in named)
        found[name] = {target for target in targets if target in paths and target != name}
    return found


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Returns one cycle of a graph, or nothing.

    >>> cycle({"a": ["b"], "b": ["c"], "c": []})
    []
    >>> sorted(set(cycle({"a": ["b"], "b": ["c"], "c": ["a"]})))
    ['a', 'b', 'c']
    """
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def part_of(module: str) -> str:
    """Returns the name in the layers of its package that a module belongs to; "" where its folder is not named."""
    package, _, inside = module.partition(".")
    names = [name for layer in LAYERS[package] for name in layer.split()]
    return max((name for name in names if within(inside, (name,))), key=len, default="")


def layer_of(module: str) -> int | None:
    """Returns the place of a module in the layers of its package, 0 at the top; None where its folder is not named."""
    part = part_of(module)
    layers = LAYERS[module.partition(".")[0]]
    return next((place for place, names in enumerate(layers) if part in names.split()), None)


def dotted(node: ast.expr) -> str:
    """Returns a name with its dots; "" for what is none."""
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value)):
        return f"{owner}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def calls(source: str, wanted: Iterable[str]) -> Iterator[tuple[str, str, int]]:
    """Yields the dotted name, the first argument and the line of each call of a name that is `wanted`.

    >>> list(calls("print(time.sleep(1), len('a'))", ("print", "time.sleep")))
    [('print', 'time.sleep(1)', 1), ('time.sleep', '1', 1)]
    """
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and (name := dotted(node.func)) in wanted:
            yield name, ast.unparse(node.args[0]) if node.args else "", node.lineno


def name_of(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules(*folders: str) -> list[Path]:
    found = sorted(path for folder in folders for path in (PROJECT / folder).rglob("*.py"))
    assert found
    return found


def calls_of(names: Iterable[str], paths: Iterable[Path]) -> list[str]:
    """Lists the calls of any of `names` as `module:line: name(first argument)`."""
    wanted = set(names)
    return [
        f"{name_of(path)}:{line}: {name}({first})"
        for path in paths
        for name, first, line in calls(path.read_text(), wanted)
    ]


def test_every_module_imports_only_what_the_table_allows() -> None:
    found = []
    for path in modules(*PACKAGES):
        found += breaches(path.read_text(), name_of(path), is_package=path.name == "__init__.py")
    assert found == []


def test_no_module_imports_in_a_circle() -> None:
    assert cycle(dependencies()) == []


def test_every_layer_imports_only_from_further_down() -> None:
    upwards = [
        f"{name} imports {target}"
        for name, targets in dependencies().items()
        for target in targets
        if (package := name.partition(".")[0]) in LAYERS
        and target.startswith(f"{package}.")
        and (mine := layer_of(name)) is not None
        and (theirs := layer_of(target)) is not None
        and (theirs < mine or (package == "display" and theirs == mine and part_of(name) != part_of(target)))
    ]
    assert upwards == []


def test_the_layers_name_every_folder() -> None:
    inside = [name for name in dependencies() if name.partition(".")[0] in LAYERS and "." in name]
    assert [name for name in inside if layer_of(name) is None] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("firmware.rules.games.viking", "import random"),
        ("firmware.rules.games.viking", "def f():\n    from time import monotonic"),
        ("firmware.rules.games.viking", "import numpy"),
        ("firmware.rules.games.viking", "from firmware import journal"),
        ("firmware.rules.games.viking", "from ... import journal"),
        ("firmware.journal.database", "import cv2"),
        ("firmware.journal.database", "import pygame.freetype"),
        ("firmware.journal.database", "from vision.reading import Reading"),
        ("firmware.journal.database", "from firmware import camera"),
        ("firmware.journal.database", "import firmware.app.inbox"),
        ("firmware.application", "import hardware.ports"),
        ("vision.reader", "from firmware.rules import claims"),
        ("vision.reader", "from hardware.ports import Image"),
        ("vision.reader", "import vision.training.face_textures"),
        ("vision.reader", "import torch"),
        ("display.draw.theme", "if TYPE_CHECKING:\n    import firmware.rules.state"),
        ("display.draw.theme", "import gpiozero"),
        ("hardware.keyboard", "from display.scene import Hint"),
        ("hardware.keyboard", "import requests"),
        ("firmware.app.loop", "import picamera2"),
    ],
)
def test_the_table_forbids(module: str, source: str) -> None:
    assert breaches(source, module) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("firmware.rules.games.viking", "from dataclasses import dataclass\nfrom .claims import Claim"),
        ("firmware.journal.database", "import sqlite3\nfrom firmware.rules import claims\nfrom . import seal"),
        ("firmware.camera", "import cv2\nfrom vision import reading\nfrom hardware import ports"),
        ("firmware.app.loop", "import pygame\nfrom display import scene"),
        ("firmware.commands.play", "from firmware import camera"),
        ("vision.reader", "import cv2\nimport numpy as np\nfrom vision import reading"),
        ("display.draw.theme", "import pygame\nfrom display.scene import Hint"),
        ("hardware.pi.camera", "from libcamera import controls\nimport picamera2"),
    ],
)
def test_the_table_allows(module: str, source: str) -> None:
    assert breaches(source, module) == []


def test_the_rules_open_no_file() -> None:
    assert calls_of(["open", "input", "__import__", "exec", "eval"], modules("firmware/rules")) == []


def test_only_programs_print() -> None:
    """The subcommands, and what is run with `python -m`; everybody else returns, posts or raises."""
    silent = [
        path
        for path in modules(*PACKAGES)
        if not within(name_of(path), ("firmware.commands",)) and '__name__ == "__main__"' not in path.read_text()
    ]
    assert calls_of(["print", "pprint", "pprint.pprint"], silent) == []


def test_nobody_sleeps() -> None:
    """Whoever waits waits for something: an event, a queue, a frame, with a timeout."""
    assert calls_of(["time.sleep", "sleep"], modules(*PACKAGES, "tests")) == []


def test_no_test_replaces_internals() -> None:
    """Fakes are handed in; the environment, the current directory and the standard input may be set."""
    patches = ["monkeypatch.setattr", "monkeypatch.setitem", "mock.patch", "mock.patch.object", "patch", "patch.object"]
    replaced = calls_of(patches, modules("tests"))
    assert [call for call in replaced if not call.endswith(": monkeypatch.setattr('sys.stdin')")] == []


def test_every_module_is_short_enough_to_be_read() -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in modules(*PACKAGES, "tests")}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_every_module_is_named_for_what_it_holds() -> None:
    nameless = re.compile(r"(.*_)?(utils?|helpers?|managers?|misc|common)")
    assert [name_of(path) for path in modules(*PACKAGES, "tests") if nameless.fullmatch(path.stem)] == []


def texts() -> list[Path]:
    """The project's own text files, the hidden folders of tools left out."""
    folders = [PROJECT / name for name in (*PACKAGES, "tests", "systemd", ".ci")]
    inside = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    own = [*inside, *(path for path in PROJECT.iterdir() if path.suffix in (".md", ".toml")), PROJECT / "meierbox"]
    kinds = ("", ".py", ".md", ".toml", ".txt", ".sh", ".service", ".conf", ".svg")
    return sorted(path for path in own if path.is_file() and path.suffix in kinds)


HOME_PATH = re.compile(r"(?<![\w.}$*)])/(?:work|tmp|root|var/tmp|opt/pypi|opt/wheels|Users)/\S+")


def test_no_file_names_a_path_of_the_machine_that_it_was_written_on() -> None:
    found = {str(path.relative_to(PROJECT)): HOME_PATH.findall(path.read_text()) for path in texts()}
    assert {name: paths for name, paths in found.items() if paths} == {}


def test_a_path_of_the_machine_is_seen() -> None:
    folder = "work"
    assert HOME_PATH.findall(f"see /{folder}/main/vision") == [f"/{folder}/main/vision"]
    assert HOME_PATH.findall("see ../shared/work/x and $HOME/tmp/x and /etc/os-release") == []
