"""Editing names and other short texts, with the dial or a keyboard."""

from collections.abc import Callable, Sequence

from firmware.rules.message import Message, message

NAME_MARKS = " '-."
"""Characters allowed in names besides letters and digits, so that records can hold them."""

LONGEST_TEXT = 60
LONGEST_SEAT_NAME = 24
"""The longest legible name on a seat's panel, in characters."""


def seat_names(words: Sequence[str]) -> tuple[str, ...]:
    """Returns the names from the command line: separated by semicolons, by commas, or single words.

    If a name contains a comma, the names are separated by semicolons.

    >>> seat_names(["Astrid; Bjorn"]), seat_names(["Astrid,Bjorn,Sigrid"]), seat_names(["Astrid", "Bjorn Järnsida"])
    (('Astrid', 'Bjorn'), ('Astrid', 'Bjorn', 'Sigrid'), ('Astrid', 'Bjorn Järnsida'))
    >>> seat_names(["Ulf, the smith; Aud;"])
    ('Ulf, the smith', 'Aud')
    """
    if any(";" in word for word in words):
        parts = " ".join(words).split(";")
    else:
        parts = [part for word in words for part in word.split(",")]
    return tuple(" ".join(part.split()) for part in parts if part.strip())


def name_problem(name: str, drawable: Callable[[str], bool]) -> Message | None:
    """Returns why a name is unusable: too long, or not drawable; otherwise None."""
    if len(name) > LONGEST_SEAT_NAME:
        long = message("The name {name} is longer than {n} characters", name=name, n=LONGEST_SEAT_NAME)
        return long.with_remedy(message("shorten it"))
    sign = next((sign for sign in name if not drawable(sign)), None)
    if sign is None:
        return None
    missing = message("The character {sign} cannot be drawn on the screen", sign=sign)
    return missing.with_remedy(message("write the name with Latin letters"))


def edited(value: str, typed: str, fresh: bool, longest: int = LONGEST_TEXT) -> str:
    """Returns a text after a typed character: a `fresh` text is replaced, a backspace deletes.

    >>> edited("Astrid", "U", fresh=True), edited("U", "l", fresh=False), edited("Ul", "\\b", fresh=False)
    ('U', 'Ul', 'U')
    """
    if typed == "\b":
        return "" if fresh else value[:-1]
    kept = "" if fresh else value
    return kept if len(kept) + len(typed) > longest else kept + typed


def next_name(names: Sequence[str], taken: Sequence[str], mine: str, steps: int) -> str:
    """Returns the unused period name `steps` further on.

    >>> next_name(("Astrid", "Bjorn", "Sigrid"), ("Astrid", "Bjorn"), "Astrid", 1)
    'Sigrid'
    """
    return turned_to([name for name in names if name == mine or name not in taken], mine, steps)


def turned_to(names: Sequence[str], mine: str, steps: int) -> str:
    """Returns the name this many steps on; from a name not in the list, the first.

    >>> turned_to(("horn", "wood"), "wood", 1), turned_to(("horn", "wood"), "bone", 3)
    ('horn', 'horn')
    """
    at = names.index(mine) + steps if mine in names else 0
    return names[at % len(names)]


def typed_name(name: str, typed: str, fresh: bool) -> str:
    """Returns a name after a typed character; forbidden characters are ignored.

    >>> typed_name("Ulf", ";", fresh=False), typed_name("Ulf", "a", fresh=False)
    ('Ulf', 'Ulfa')
    """
    if not (typed == "\b" or all(letter.isalnum() or letter in NAME_MARKS for letter in typed)):
        return name
    return edited(name, typed, fresh, LONGEST_SEAT_NAME)
