"""Finds every text of the program: the screen's by code, the rule sheets', and templates in modules."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.rulesheet import sheet_wording
from firmware.texts import source

PROJECT = Path(__file__).parents[3]
PACKAGES = ("firmware", "vision", "display", "hardware")
MAKERS = {"message": 1, "plural": 2}
"""The functions that make messages, and how many templates each takes."""


@dataclass(frozen=True, slots=True)
class Template:
    """A translatable text, where it is used, and comments for translators."""

    one: str
    many: str = ""
    context: str = ""
    place: str = ""
    comment: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Its identity in a catalogue."""
        return self.context, self.one


def all_templates(project: Path = PROJECT) -> tuple[Template, ...]:
    """Finds all texts, once for every place: coded ones first, then the sheets', then the rest."""
    return (*coded_templates(), *sheet_templates(), *called_templates(project))


def coded_templates() -> Iterator[Template]:
    """Yields the texts of the screen; the comment above one is for its translators."""
    path = Path(source.__file__).with_name(source.SOURCE)
    notes = comments(path.read_text("utf-8"))
    for code, entry in source.source().items():
        one, many = (entry, "") if isinstance(entry, str) else entry
        yield Template(one, many, code, path.relative_to(PROJECT).as_posix(), notes.get(code, ""))


def sheet_templates() -> Iterator[Template]:
    """Yields the texts of the rule sheets."""
    place = Path(sheet_wording.__file__).with_name(sheet_wording.SOURCE).relative_to(PROJECT).as_posix()
    for said in sheet_wording.templates():
        yield Template(said.template, said.plural, said.context, place)


def called_templates(project: Path = PROJECT) -> Iterator[Template]:
    """Yields the templates of all calls of `message` and `plural` in the modules of all packages."""
    for path in modules(project):
        place = path.relative_to(project).as_posix()
        for call in message_calls(path.read_text("utf-8")):
            literals = [literal(argument) for argument in (*call.templates, call.context)]
            if None not in literals:
                one, *many, context = (text or "" for text in literals)
                yield Template(one, "".join(many), context, place)


def modules(project: Path = PROJECT) -> list[Path]:
    """Returns the modules of all packages, in a fixed order."""
    return sorted(path for package in PACKAGES for path in (project / package).rglob("*.py"))


@dataclass(frozen=True, slots=True)
class Call:
    """A call that makes a message: its templates and context, the fields it gives (None: unknown), and its line."""

    templates: tuple[ast.expr | None, ...]
    context: ast.expr
    fields: frozenset[str] | None
    line: int


def message_calls(module: str) -> Iterator[Call]:
    """Finds the calls of `message` and `plural` in a module that defines them, or imports them from a module `message`.

    >>> [[literal(each) for each in call.templates] for call in message_calls(
    ...     "from firmware.rules.message import message, plural\\nmessage('a')\\nplural('b', 'c', 3)\\nother('d')")]
    [['a'], ['b', 'c']]
    """
    if "message import " not in module and "\ndef message(template" not in module:
        return
    tree = ast.parse(module)
    makers = dict(_makers(ast.walk(tree)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if isinstance(node.func, ast.Name) and node.func.id in makers:
            wanted = MAKERS[makers[node.func.id]]
            templates = (*node.args[:wanted], *([None] * (wanted - len(node.args))))
            context = next((word.value for word in node.keywords if word.arg == "context"), ast.Constant(""))
            names = {word.arg for word in node.keywords if word.arg != "context"}
            fields = None if None in names else frozenset({*filter(None, names), *(["n"] * (wanted - 1))})
            yield Call(templates, context, fields, node.lineno)


def literal(expression: ast.expr | None) -> str | None:
    """Returns the text of a literal; None where it is anything else."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        return expression.value
    return None


def _makers(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and node.name in MAKERS and node.args.posonlyargs:
            yield node.name, node.name
        if isinstance(node, ast.ImportFrom) and f".{node.module}".endswith(".message"):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names if alias.name in MAKERS)


def comments(toml: str) -> dict[str, str]:
    """Returns the comments right above each entry, by code."""
    found: dict[str, str] = {}
    section, above = "", list[str]()
    for line in toml.splitlines():
        if line.startswith("#"):
            above.append(line.removeprefix("#").strip())
            continue
        if line.startswith("["):
            section = line.strip("[] ")
        elif "=" in line and above:
            found[f"{section}.{line.partition('=')[0].strip()}"] = " ".join(above)
        above = []
    return found
