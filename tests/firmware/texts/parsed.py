"""The modules of all packages, parsed once for all tests of what they say."""

import ast
from functools import cache

from firmware.texts.catalogues.extraction import PROJECT, modules


@cache
def parsed() -> tuple[tuple[str, tuple[ast.AST, ...]], ...]:
    """Gives the place of every module, with all nodes of its syntax tree."""
    return tuple(
        (path.relative_to(PROJECT).as_posix(), tuple(ast.walk(ast.parse(path.read_text("utf-8")))))
        for path in modules()
    )
