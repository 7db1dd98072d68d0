"""`games rules`: the one-page rule sheet of a game with its house rules, as text and as a picture."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.config.house_rules import HouseRulesFile
from firmware.config.paths import state_dir
from firmware.rules.errors import SetupError
from firmware.rules.games.registry import RULESETS
from firmware.rules.message import Message, message
from firmware.rules.options import OptionValue
from firmware.rulesheet.as_text import sheet_text
from firmware.rulesheet.sheet import Sheet, rule_sheet
from firmware.texts import Texts, languages

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand and its arguments."""
    parser = kinds.add_parser("rules", help="print the rule sheet of a game with its house rules")
    parser.add_argument(
        "name", metavar="NAME", help=f"the game ({', '.join(RULESETS)}), or the name of stored house rules"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a house rule, such as lives=3; can be repeated",
    )
    parser.add_argument("--preset", metavar="NAME", help="a named set of house rules, such as ildhafn")
    parser.add_argument("--language", choices=languages(), default="en", help="language of the sheet (default: en)")
    parser.add_argument(
        "--format",
        choices=("text", "png", "both"),
        default="text",
        help="text on standard output (the default), an A4 picture, or both",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="DIR",
        help="the folder for the files (default for the picture: the current folder)",
    )
    parser.set_defaults(subcommand=_print_sheet)


def _print_sheet(args: argparse.Namespace) -> int:
    rules, kept = _named(args.name)
    sheet = rule_sheet(rules, {**kept, **_given(args.option, args.preset)})
    render = Texts(args.language).render
    folder: Path = args.output or Path()
    if args.output is not None:
        folder.mkdir(parents=True, exist_ok=True)
    if args.format != "png":
        text = sheet_text(sheet, render)
        encoding = sys.stdout.encoding or "utf-8"
        print(text.encode(encoding, "replace").decode(encoding), end="")
        if args.output is not None:
            (folder / f"{sheet.name}.txt").write_text(text, "utf-8")
    if args.format != "text":
        _save(sheet, render, folder / f"{sheet.name}.png")
    return 0


def _named(name: str) -> tuple[str, dict[str, OptionValue]]:
    """Returns the ruleset and options of a game or of stored house rules; raises SetupError for an unknown name."""
    if name in RULESETS:
        return name, {}
    houses = HouseRulesFile(state_dir())
    for rules in RULESETS:
        for house in houses.of(rules):
            if house.name == name:
                return rules, dict(house.options)
    kept = [house.name for rules in RULESETS for house in houses.of(rules)]
    known = ", ".join([*RULESETS, *kept])
    unknown = message('No game and no house rules are called "{name}"; there are {known}.', name=name, known=known)
    raise SetupError("Rules", unknown)


def _given(options: list[str], preset: str | None) -> dict[str, OptionValue]:
    given: dict[str, OptionValue] = {"preset": preset} if preset is not None else {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            problem = message('"{text}" is not a house rule', text=text)
            raise SetupError("Option", problem.with_remedy(message("write it like lives=3")))
        given[name.strip()] = value.strip()
    return given


def _save(sheet: Sheet, render: Callable[[Message], str], path: Path) -> None:
    """Draws the page and saves it atomically."""
    import display  # noqa: F401, PLC0415 - must come before pygame, whose greeting it suppresses
    from display.printing.typesetter import PageOverflowError  # noqa: PLC0415 - loads pygame
    from firmware.commands.games.sheet_page import sheet_png  # noqa: PLC0415

    try:
        data = sheet_png(sheet, render)
    except PageOverflowError as error:
        raise SetupError(
            "Option",
            message(
                "The rule sheet of {title} with these house rules is longer than a page", title=sheet.title
            ).with_remedy(message("use --format text")),
        ) from error
    part = path.with_name(f".{path.name}")
    part.write_bytes(data)
    part.replace(path)
    print(path, file=sys.stderr)
