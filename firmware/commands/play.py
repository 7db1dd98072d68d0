"""`meierbox play`: runs the box at a table."""

import argparse
import os
import re
import sys
from collections.abc import Sequence

from firmware.app.systemd_notify import notifier_of
from firmware.commands.loading import without_garbage_collection
from firmware.commands.terminal_text import one_line
from firmware.config.paths import config_dir, state_dir
from firmware.config.settings import AUDIENCE, FULLSCREEN, LANGUAGE, MUTE, THEME, TRAINER, Preferences, Settings
from firmware.dice_sets.die_set import DieSets
from firmware.dice_sets.errors import DieSetError
from firmware.journal.session import validated_names
from firmware.menus.names import name_problem, seat_names
from firmware.players.errors import UnknownCharacterError
from firmware.players.question import AT_THE_TABLE
from firmware.rules.errors import SetupError
from firmware.rules.games.registry import ruleset
from firmware.rules.message import message
from firmware.rules.options import RulesError
from firmware.table.plan import (
    BY_THROW,
    COMPANY,
    MAX_COMPUTERS,
    PLAYED,
    GamePlan,
    first_options,
    with_computers,
    with_seats,
)

FIRST_NAMES = ("Astrid", "Bjorn", "Sigrid")
"""Names against the computer if none are given; they can be changed on the screen."""
HELP = "play on the box's own screen, or in a window with a simulated box"


SMALLEST, LARGEST = (320, 240), (7680, 4320)
"""Limits in pixels for windows and pictures of a screen."""


def window_size(text: str) -> tuple[int, int]:
    """Parses `1280x720`; raises argparse's error for anything else.

    >>> window_size("800x480")
    (800, 480)
    """
    found = re.fullmatch(r"([1-9]\d{2,4})x([1-9]\d{2,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size: write width and height in pixels, such as 1280x720")
    size = int(found[1]), int(found[2])
    if not all(least <= side <= most for least, side, most in zip(SMALLEST, size, LARGEST, strict=True)):
        limits = "×".join(map(str, SMALLEST)), "×".join(map(str, LARGEST))
        raise argparse.ArgumentTypeError(f"{text} is no size of a screen: write one from {limits[0]} to {limits[1]}")
    return size


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "--camera",
        metavar="CAMERA",
        help="the camera: auto (the Pi's own camera, or else a USB camera; the default on a Raspberry Pi), pi[:N], "
        "usb[:N], sim[:SEED] (a simulated box; the default elsewhere), folder:DIR (photographs; each shake goes to the "
        "next one), none (the table looks at the dice and rules)",
    )
    parser.add_argument(
        "--rules", metavar="NAME", help=f"the game to offer first: {', '.join(PLAYED)} (default: the last one played)"
    )
    parser.add_argument(
        "--seats",
        nargs="+",
        metavar="NAME",
        help='names of the players, clockwise: Astrid Bjorn Sigrid, or "Astrid, Bjorn, Sigrid"; names with a comma in '
        'them are parted by semicolons: "Ulf, the smith; Astrid; Bjorn"',
    )
    parser.add_argument(
        "--loki",
        nargs="*",
        metavar="CHARACTER",
        help=f"the computer plays the last seat, or with two characters the last two: {', '.join(AT_THE_TABLE)} "
        "(default: jarl; if you play alone and the game needs a third seat, the computer takes that too, as jarl or "
        "bold); people shake for it, and the camera reads its dice for it alone",
    )
    parser.add_argument(
        "--trainer", action="store_true", help="against the computer: show at once what the jarl would have done"
    )
    parser.add_argument(
        "--window",
        nargs="?",
        const=None,
        default=False,
        type=window_size,
        metavar="WxH",
        help="play in a window, optionally of this size (default on a desktop)",
    )
    parser.add_argument("--fullscreen", action="store_true", help="use the whole screen (default without a desktop)")
    parser.add_argument("--dice", metavar="SET", help="the blessed dice in use: their faces and size help the camera")
    parser.add_argument("--theme", choices=THEME.words, help="theme of the screen, for this run only")
    parser.add_argument("--language", choices=LANGUAGE.words, help="language of screen and voice, for this run only")
    parser.add_argument(
        "--audience", action="store_true", help="also show the game to an audience in a second window, without controls"
    )
    parser.add_argument("--mute", action="store_true", help="play no sound, for this run only")
    parser.add_argument(
        "--safe", action="store_true", help="start without camera and pins; the table looks at the dice and rules"
    )


def run(args: argparse.Namespace) -> int:
    """Plays until somebody quits."""
    try:
        rules = args.rules or ("viking" if args.seats or args.loki is not None else None)
        plan = _plan(rules, args.seats, args.loki)
        die_set = DieSets(state_dir()).load(args.dice) if args.dice else None
    except (RulesError, DieSetError, UnknownCharacterError) as error:
        return fail(str(error))
    with without_garbage_collection():
        from display.window import DisplayError  # noqa: PLC0415 - loads pygame
        from firmware.app.composition import BoxOptions, composed, run_in_window  # noqa: PLC0415
        from firmware.app.service import serve  # noqa: PLC0415
        from firmware.journal.database import JournalError  # noqa: PLC0415
        from hardware.camera_names import default_camera  # noqa: PLC0415
        from hardware.ports import CameraError  # noqa: PLC0415

    preferences = Preferences(config_dir())
    for complaint in preferences.complaints:
        print(f"meierbox: {complaint}", file=sys.stderr)
    if args.theme:
        preferences.set_temporarily(THEME, args.theme)
    if args.language:
        preferences.set_temporarily(LANGUAGE, args.language)
    if args.audience:
        preferences.set_temporarily(AUDIENCE, "on")
    if args.mute:
        preferences.set_temporarily(MUTE, True)
    if args.trainer:
        preferences.set_temporarily(TRAINER, True)
    order = BoxOptions(
        state=state_dir(),
        camera=args.camera or default_camera(),
        rules=rules,
        plan=plan,
        size=args.window or None,
        fullscreen=args.fullscreen or (args.window is False and wants_fullscreen(preferences.settings)),
        safe_start_reason=message("requested with --safe.") if args.safe else None,
        preferences=preferences,
        introduce=plan is None,
        die_set=die_set,
    )
    try:
        if (notifier := notifier_of()).enabled:
            serve(order, notifier, os.environ)
        else:
            with composed(order) as box:
                run_in_window(box, keyboard=has_desktop() or None)
    except (JournalError, CameraError, DisplayError) as error:
        return fail(str(error))
    return 0


def fail(message: str) -> int:
    """Prints an error on standard error; returns the exit code for it."""
    print(f"meierbox: {one_line(message)}", file=sys.stderr)
    return 2


def wants_fullscreen(settings: Settings) -> bool:
    """Returns whether to use the whole screen if the command line does not say."""
    wish = settings.word(FULLSCREEN)
    return not has_desktop() if wish == "auto" else wish == "on"


def has_desktop() -> bool:
    """Returns whether there is a desktop to open a window on."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def check_characters(names: Sequence[str]) -> None:
    """Raises UnknownCharacterError for an unknown character, or for too many."""
    for name in names:
        if name not in AT_THE_TABLE:
            problem = message('No computer player at the table is called "{name}"', name=name)
            raise UnknownCharacterError(problem.with_remedy(message("choose from {known}", known=AT_THE_TABLE)))
    if len(names) > MAX_COMPUTERS:
        problem = message("The computer plays at most {most} seats", most=MAX_COMPUTERS)
        raise UnknownCharacterError(problem.with_remedy(message("name no more characters after --loki")))


def _plan(rules: str | None, seats: Sequence[str] | None, loki: Sequence[str] | None) -> GamePlan | None:
    """Returns the game from the command line, if it names seats or computer players.

    Raises:
        RulesError: where it cannot be played.
        UnknownCharacterError: where a seat of the computer is of no known character.
    """
    if rules is None:
        return None
    game = ruleset(rules)
    options = first_options(game)
    people = seat_names(seats or [])
    computers = () if loki is None else tuple(loki) or COMPANY[:1]
    check_characters(computers)
    if seats is None and not computers:
        return None
    from display.draw.font_coverage import drawable  # noqa: PLC0415 - loads pygame

    if computers:
        people = people or FIRST_NAMES[:1]
    room = GamePlan((*people, *computers), BY_THROW, options)
    plan = with_computers(room, computers, ())
    if computers:
        plan = with_seats(plan, game, 0, FIRST_NAMES)
    names = plan.seats
    game.new_game(validated_names(names), options)
    for name in names:
        if trouble := name_problem(name, drawable):
            raise SetupError("Seats", trouble)
    return plan
