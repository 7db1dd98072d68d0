"""Findings about a set of dice: its measurements, and how fairly it falls as far as the throws show."""

import math
from collections.abc import Iterator

from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.dice_sets.fairness import MIN_EXPECTED, ODD, EquivalentFaces, Fairness, fairness_of
from firmware.doctor.finding import Finding, info, ok, warning
from firmware.rules.message import Message, literal, message, plural
from firmware.statistics.dice_sample import DiceSample, find

SIZE, FACES, FAIRNESS = message("size"), message("faces"), message("balance")

MAX_SITTINGS = 1000
"""Where a p-value is less than one in this number, only that is said."""


def describe_die_set(die_set: DieSet) -> Iterator[Finding]:
    """Yields the measurements."""
    yield _size(die_set)
    colours = {"dark": die_set.pip_colour, "light": die_set.colour}
    if die_set.pips is PipStyle.RINGS:
        yield ok(message("pips"), message("rings, {dark} on {light}", **colours))
    else:
        yield ok(message("pips"), message("drilled, {dark} on {light}", **colours))
    yield _faces(die_set)


def _size(die_set: DieSet) -> Finding:
    if die_set.size_mm is None:
        remedy = message("run meierbox calibrate once, then bless them again")
        return warning(SIZE, message("the camera has no scale"), remedy)
    long, across = die_set.size_mm
    if die_set.shape is Shape.CUBE:
        return ok(SIZE, message("cubes of {size:.1f} mm", size=long))
    return ok(SIZE, message("oblong, {long:.1f} × {across:.1f} mm", long=long, across=across))


def _faces(die_set: DieSet) -> Finding:
    faces = " ".join(map(str, die_set.faces))
    unseen = tuple(face for face in die_set.faces if die_set.thrown and not die_set.thrown[face - 1])
    if not unseen:
        return ok(FACES, literal(faces))
    says = message(
        "{faces}; {never} never came, dice thrown: {thrown}", faces=faces, never=unseen, thrown=sum(die_set.thrown)
    )
    others = "".join(str(face) for face in die_set.faces if face not in unseen)
    remedy = message("throw more often, or if they have none, name the others: --faces {faces}", faces=others)
    return info(FACES, says, remedy)


def assess_fairness(die_set: DieSet, unread: int) -> Iterator[Finding]:
    """Yields how fairly the dice fell, and how large a bias would have been noticed."""
    counts = {face: die_set.thrown[face - 1] for face in die_set.faces}
    fair = fairness_of(die_set.shape, die_set.faces, counts)
    listed = ", ".join(f"{face}: {count}" for face, count in counts.items())
    says = message("{counts}; {thrown} in all", counts=listed, thrown=sum(counts.values()))
    yield info(message("thrown"), says)
    for group in fair.groups:
        yield _assess_group(group, fair)
    end = find(die_set.name, DiceSample(), die_set).end
    if fair.ends is not None and end is not None:
        says = message(
            "an end comes once in {mean:.0f} dice (95 %: {least:.0f} to {most:.0f}); "
            "the old table says once in {table:.0f}",
            mean=1 / end.mean,
            least=1 / end.high,
            most=1 / end.low,
            table=1 / end.expected,
        )
        remedy = message("it depends on edges and felt as well, so it is not a fault")
        yield info(message("ends"), says, remedy)
    if unread:
        says = message("throws that could not be read and do not count: {unread}", unread=unread)
        remedy = message("if one face is harder to read than others, the test is biased against it")
        yield info(message("unread"), says, remedy)


def _assess_group(group: EquivalentFaces, fair: Fairness) -> Finding:
    if not group.has_enough_throws:
        needed = math.ceil(MIN_EXPECTED * len(group.faces))
        says = message(
            "{faces} came {times} together, too seldom to tell anything", faces=group.faces, times=_times(group.total)
        )
        remedy = message(
            "throw until they have come {needed} times, better {better}", needed=needed, better=10 * needed
        )
        return info(FAIRNESS, says, remedy)
    if group.p < ODD / len(fair.groups):
        return _unfair(group)
    if math.isinf(group.detectable_ratio):
        noticed = message("too few to notice a bias reliably")
    else:
        noticed = message(
            "a face that comes {factor:.1f} times its share would have been noticed 4 times in 5",
            factor=group.detectable_ratio,
        )
    says = message(
        "{faces} come alike, as far as {total} dice show; {noticed}",
        faces=group.faces,
        total=group.total,
        noticed=noticed,
    )
    return ok(FAIRNESS, says)


def _unfair(group: EquivalentFaces) -> Finding:
    came = dict(zip(group.faces, group.counts, strict=True))
    worst = max(group.faces, key=lambda face: abs(came[face] - group.expected))
    says = message(
        "{worst} came {times} where {expected:.0f} were expected; {seldom}",
        worst=worst,
        times=_times(came[worst]),
        expected=group.expected,
        seldom=_how_seldom(group.p),
    )
    return warning(FAIRNESS, says, message("throw as many again: if the result repeats, this set is biased"))


def _how_seldom(p: float) -> Message:
    """Returns a p-value in words."""
    if p < 1 / MAX_SITTINGS:
        return message("fair dice differ so much less than once in {sittings} sittings", sittings=MAX_SITTINGS)
    return message("fair dice differ so much once in {sittings} sittings", sittings=round(1 / p))


def _times(count: int) -> Message:
    return plural("once", "{n} times", count)
