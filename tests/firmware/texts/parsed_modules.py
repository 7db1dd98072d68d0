"""The modules of all packages, parsed once for all tests of what they say."""

import ast
from functools import cache

from firmware.texts.catalogues.extraction import PROJECT, modules
from tests.syntax import nodes_of


@cache
def parsed() -> tuple[tuple[str, tuple[ast.AST, ...]], ...]:
    """Returns the place of every module, with all nodes of its syntax tree."""
    return tuple((path.relative_to(PROJECT).as_posix(), nodes_of(path.read_text("utf-8"))) for path in modules())
