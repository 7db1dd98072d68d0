"""Syntax trees of modules, for the tests of what modules say and import."""

import ast
from functools import cache


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Returns the syntax tree of a source, flat; parsed once for all tests."""
    return tuple(ast.walk(ast.parse(source)))
