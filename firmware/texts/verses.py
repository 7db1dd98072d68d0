"""Verdict verses: heads and tails by what happened; each language has its own poems (`verses-XX.toml`), or none."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Verses(NamedTuple):
    """What is said first and what is said last; the lengths of the two share no factor."""

    heads: tuple[str, ...]
    tails: tuple[str, ...]

    def at(self, place: int) -> str:
        """Returns the verse at a place of the round; no two of as many places as there are verses have the same.

        >>> [Verses(("a", "b", "c"), ("x", "y")).at(place) for place in range(6)]
        ['a x', 'b y', 'c x', 'a y', 'b x', 'c y']
        """
        return f"{self.heads[place % len(self.heads)]} {self.tails[place % len(self.tails)]}"


@cache
def verses(language: str) -> Mapping[str, Verses]:
    """Loads the verses of a language by their kind; nothing where there is no file."""
    source = files(__package__) / f"verses-{language}.toml"
    if not source.is_file():
        return {}
    kinds = tomllib.loads(source.read_text("utf-8"))
    return {kind: Verses(tuple(lists["heads"]), tuple(lists["tails"])) for kind, lists in kinds.items()}
