"""Verdict verses: beginnings and endings by kind; each language has its own poems (`verses-XX.toml`), or none."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Verses(NamedTuple):
    """The beginnings and endings of verses; their numbers are coprime."""

    heads: tuple[str, ...]
    tails: tuple[str, ...]

    def at(self, place: int) -> str:
        """Returns the verse at an index; verses repeat only after all combinations.

        >>> [Verses(("a", "b", "c"), ("x", "y")).at(place) for place in range(6)]
        ['a x', 'b y', 'c x', 'a y', 'b x', 'c y']
        """
        return f"{self.heads[place % len(self.heads)]} {self.tails[place % len(self.tails)]}"


@cache
def verses(language: str) -> Mapping[str, Verses]:
    """Loads the verses of a language by kind; empty without a file."""
    source = files(__package__) / f"verses-{language}.toml"
    if not source.is_file():
        return {}
    kinds = tomllib.loads(source.read_text("utf-8"))
    return {kind: Verses(tuple(lists["heads"]), tuple(lists["tails"])) for kind, lists in kinds.items()}
