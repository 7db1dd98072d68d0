"""Editing names and other short texts: by the dial, or typed."""

from collections.abc import Callable, Sequence

from firmware.rules.message import Message, message

NAME_MARKS = " '-."
"""What a name may hold beside letters and digits, so that a record can be written with it."""

LONGEST_TEXT = 60
LONGEST_SEAT_NAME = 24
"""The longest name of a seat in characters: what a seat's panel can show legibly."""


def seat_names(words: Sequence[str]) -> tuple[str, ...]:
    """Returns the names that somebody wrote on the command line: parted by semicolons, by commas, or as single words.

    A name with a comma in it is written with semicolons between the names.

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
    """Returns why a seat cannot bear a name: it is too long, or the screen cannot draw it; None where it can."""
    if len(name) > LONGEST_SEAT_NAME:
        long = message("The name {name} is longer than {n} characters", name=name, n=LONGEST_SEAT_NAME)
        return long.with_remedy(message("shorten it"))
    sign = next((sign for sign in name if not drawable(sign)), None)
    if sign is None:
        return None
    missing = message("The character {sign} cannot be drawn on the screen", sign=sign)
    return missing.with_remedy(message("write the name with Latin letters"))


def edited(value: str, typed: str, fresh: bool, longest: int = LONGEST_TEXT) -> str:
    """Returns a text after a typed character: a `fresh` one is replaced, a backspace deletes the last one.

    >>> edited("Astrid", "U", fresh=True), edited("U", "l", fresh=False), edited("Ul", "\\b", fresh=False)
    ('U', 'Ul', 'U')
    """
    if typed == "\b":
        return "" if fresh else value[:-1]
    kept = "" if fresh else value
    return kept if len(kept) + len(typed) > longest else kept + typed


def next_name(names: Sequence[str], taken: Sequence[str], mine: str, steps: int) -> str:
    """Returns the period name `steps` further on that no other seat uses.

    >>> next_name(("Astrid", "Bjorn", "Sigrid"), ("Astrid", "Bjorn"), "Astrid", 1)
    'Sigrid'
    """
    return turned_to([name for name in names if name == mine or name not in taken], mine, steps)


def turned_to(names: Sequence[str], mine: str, steps: int) -> str:
    """Returns the name that lies this many steps further; from a name of one's own, the first.

    >>> turned_to(("horn", "wood"), "wood", 1), turned_to(("horn", "wood"), "bone", 3)
    ('horn', 'horn')
    """
    at = names.index(mine) + steps if mine in names else 0
    return names[at % len(names)]


def typed_name(name: str, typed: str, fresh: bool) -> str:
    """Returns a name after a typed character; what no name may hold changes nothing.

    >>> typed_name("Ulf", ";", fresh=False), typed_name("Ulf", "a", fresh=False)
    ('Ulf', 'Ulfa')
    """
    if not (typed == "\b" or all(letter.isalnum() or letter in NAME_MARKS for letter in typed)):
        return name
    return edited(name, typed, fresh, LONGEST_SEAT_NAME)
