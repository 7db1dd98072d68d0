"""Text is rendered at the edge only: everything else passes messages on."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.firmware.texts.parsed_modules import parsed

EDGE = ("texts", "app", "calibrate", "camera", "deploy", "commands")
"""The folders of `firmware` that may render."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What only some folders of `firmware` may import; a module stands for everything in it."""

    imported: str
    allowed: tuple[str, ...]


RULES = (
    Rule("firmware.texts.Texts", EDGE),
    Rule("firmware.texts.rendering", EDGE),
    Rule("firmware.texts.translations", ("texts",)),
    Rule("firmware.texts.catalogues", ("texts",)),
    Rule("firmware.rules.message.Formatter", ("rules", "texts")),
    Rule("gettext", ("texts",)),
    Rule("babel", ("texts",)),
)


def imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Everything that a module imports, by its full name."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def breaches(place: str, nodes: Iterable[ast.AST]) -> list[str]:
    package, folder = place.split("/")[:2]
    return [
        f"{place} imports {imported}"
        for imported in imports(nodes)
        for rule in RULES
        if f"{imported}.".startswith(f"{rule.imported}.") and not (package == "firmware" and folder in rule.allowed)
    ]


def test_nothing_outside_the_edge_renders() -> None:
    assert [breach for place, nodes in parsed() for breach in breaches(place, nodes)] == []


def test_the_rules_see_every_way_to_import() -> None:
    def seen(place: str, source: str) -> int:
        return len(breaches(place, list(ast.walk(ast.parse(source)))))

    ways = ("from firmware.texts import text, Texts", "from firmware.texts import rendering", "import gettext as g")
    for way in ways:
        assert seen("firmware/table/table.py", f"if TYPE_CHECKING:\n    {way}") == 1
        assert seen("firmware/texts/rendering.py", way) == 0
    assert seen("firmware/app/loop.py", ways[0]) == 0
    assert seen("firmware/app/loop.py", ways[2]) == 1
    assert seen("display/window.py", "from firmware.rules.message import Formatter") == 1
    assert seen("firmware/table/table.py", "from firmware.texts import text, languages") == 0
