"""What is found of a set of dice: what they are, and whether they fall fairly, in words that claim no more."""

import math
from collections.abc import Iterator

from firmware.dice_sets.die_set import DieSet, Shape
from firmware.dice_sets.fairness import LEAST_EXPECTED, ODD, Fairness, Tied, fairness_of
from firmware.doctor.finding import Finding, info, ok, warning

DECLARED_ENDS = 0.2
"""The chance of 1 and 2 together that the rules declare for an oblong die (RULES.md V14)."""


def describe(die_set: DieSet) -> Iterator[Finding]:
    """Says what was learned."""
    size = die_set.size_mm
    if size is None:
        yield warning("size", "the camera has no scale", "run meierbox calibrate once, then bless them again")
    elif die_set.shape is Shape.CUBE:
        yield ok("size", f"cubes of {size[0]:.1f} mm")
    else:
        yield ok("size", f"oblong, {size[0]:.1f} × {size[1]:.1f} mm")
    yield ok("pips", f"{die_set.pips}, {die_set.pip_colour} on {die_set.colour}")
    faces = " ".join(map(str, die_set.faces))
    unseen = [face for face in die_set.faces if die_set.thrown and not die_set.thrown[face - 1]]
    if unseen:
        never = _listed(tuple(unseen))
        remedy = f"throw more often, or if they have none, name the others: --faces {''.join(_others(die_set, unseen))}"
        yield info("faces", f"{faces}; {never} never came, dice thrown: {sum(die_set.thrown)}", remedy)
    else:
        yield ok("faces", faces)


def judge(die_set: DieSet, unread: int) -> Iterator[Finding]:
    """Says whether they fell fairly, and how large a fault would have been noticed."""
    counts = {face: die_set.thrown[face - 1] for face in die_set.faces}
    fair = fairness_of(die_set.shape, die_set.faces, counts)
    said = ", ".join(f"{face}: {count}" for face, count in counts.items())
    yield info("thrown", f"{said}; {sum(counts.values())} in all")
    for group in fair.groups:
        yield _of_group(group, fair)
    if fair.ends is not None:
        share, low, high = fair.ends
        says = (
            f"1 and 2 came in {share:.0%} of the dice ({low:.0%} to {high:.0%}); the rules declare {DECLARED_ENDS:.0%}"
        )
        yield info("ends", says, "it depends on edges and felt as well, so it is no fault")
    if unread:
        says = f"throws that could not be read and do not count: {unread}"
        yield info("unread", says, "if one face is harder to read than others, the test leans against it")


def _of_group(group: Tied, fair: Fairness) -> Finding:
    faces = _listed(group.faces)
    if not group.enough:
        needed = math.ceil(LEAST_EXPECTED * len(group.faces))
        says = f"{faces} came {_times(group.total)} together, too seldom to tell anything"
        return info("fairness", says, f"throw until they have come {needed} times, better {10 * needed}")
    odds = f"p = {group.p:.3f}" if group.p >= 0.001 else "p under 0.001"
    if group.p < ODD / len(fair.groups):
        worst = max(group.faces, key=lambda face: abs(group.counts[group.faces.index(face)] - group.expected))
        came = group.counts[group.faces.index(worst)]
        says = f"{worst} came {_times(came)} where {group.expected:.0f} were to be expected ({odds})"
        return warning("fairness", says, "throw as many again: if it comes so again, this set leans")
    if math.isinf(group.noticed):
        noticed = "too few for a fault of any size to be surely noticed"
    else:
        noticed = f"a face that comes {group.noticed:.1f} times its share would have been noticed 4 times in 5"
    return ok("fairness", f"{faces} come alike, as far as {group.total} dice tell ({odds}); {noticed}")


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _listed(faces: tuple[int, ...]) -> str:
    """Writes faces as a list.

    >>> _listed((1, 2, 4)), _listed((3,))
    ('1, 2 and 4', '3')
    """
    *most, last = map(str, faces)
    return f"{', '.join(most)} and {last}" if most else last


def _others(die_set: DieSet, unseen: list[int]) -> Iterator[str]:
    return (str(face) for face in die_set.faces if face not in unseen)
