"""House rules to try every sheet with."""

from collections.abc import Iterator

from firmware.rules.games.registry import RULESETS
from firmware.rules.options import Option, OptionValue


def values(option: Option) -> Iterator[OptionValue]:
    """Every word, both flags, and numbers: the ends and one between."""
    if option.is_flag:
        yield from (False, True)
    yield from option.choices
    if option.lowest is not None and option.highest is not None:
        yield from sorted({option.lowest, min(3, option.highest), option.highest})


def every_single_change() -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """Every game as written, with each preset, and with each value of each option."""
    for name, game in RULESETS.items():
        yield name, {}
        for preset in game.presets:
            yield name, {"preset": preset}
        yield from ((name, {option.name: value}) for option in game.options for value in values(option))


CHANGES = tuple(every_single_change())
AS_WRITTEN = tuple((name, options) for name, options in CHANGES if not options or "preset" in options)
