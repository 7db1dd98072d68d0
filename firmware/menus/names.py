"""Editing names and other short texts: by the dial, or typed."""

from collections.abc import Sequence

NAME_MARKS = " '-."
"""What a name may hold beside letters and digits, so that a record can be written with it."""

LONGEST_TEXT = 60


def edited(value: str, typed: str, fresh: bool) -> str:
    """Gives a text after a typed character: a `fresh` one is replaced, a backspace deletes the last one.

    >>> edited("Astrid", "U", fresh=True), edited("U", "l", fresh=False), edited("Ul", "\\b", fresh=False)
    ('U', 'Ul', 'U')
    """
    if typed == "\b":
        return "" if fresh else value[:-1]
    return ("" if fresh else value)[: LONGEST_TEXT - len(typed)] + typed


def next_name(names: Sequence[str], taken: Sequence[str], mine: str, steps: int) -> str:
    """Gives the period name that lies this many steps further and that nobody else bears.

    >>> next_name(("Astrid", "Bjorn", "Sigrid"), ("Astrid", "Bjorn"), "Astrid", 1)
    'Sigrid'
    """
    return turned_to([name for name in names if name == mine or name not in taken], mine, steps)


def turned_to(names: Sequence[str], mine: str, steps: int) -> str:
    """Gives the name that lies this many steps further; from a name of one's own, the first.

    >>> turned_to(("horn", "wood"), "wood", 1), turned_to(("horn", "wood"), "bone", 3)
    ('horn', 'horn')
    """
    at = names.index(mine) + steps if mine in names else 0
    return names[at % len(names)]


def typed_name(name: str, typed: str, fresh: bool) -> str:
    """Gives a name after a typed character; what no name may hold changes nothing.

    >>> typed_name("Ulf", ";", fresh=False), typed_name("Ulf", "a", fresh=False)
    ('Ulf', 'Ulfa')
    """
    if not (typed == "\b" or all(letter.isalnum() or letter in NAME_MARKS for letter in typed)):
        return name
    return edited(name, typed, fresh)
