"""`meierbox league`: the standings of several boxes, from their journals or over the hall's network."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from firmware.commands.terminal_text import one_line
from firmware.config import atomic_files
from firmware.config.paths import config_dir, state_dir
from firmware.config.settings import LANGUAGE, THEME, Preferences
from firmware.errors import MeierboxError
from firmware.league.broker_settings import FILE, BrokerSettings, read_broker_settings
from firmware.league.errors import BrokerError
from firmware.league.exchange import Exchange
from firmware.league.hall import HallListener
from firmware.league.hall_page import hall_page
from firmware.league.merging import Corrections, League, merge
from firmware.league.ratings import Standing, standings
from firmware.league.sources import results_of
from firmware.texts import Texts

if TYPE_CHECKING:
    from display.scene import PageScene
    from firmware.app.hall_screen import HallScreen

HELP = "merge the results of several boxes, rate their players, publish results to a hall, show the hall"
SCREEN_SIZE = (1280, 720)
FRAME_SECONDS = 0.1
ASK_AGAIN = 30.0
"""Seconds after which a hall requests all results again."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the subcommands."""
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    merged = kinds.add_parser("standings", help="merge journals and exported games, and rate everybody")
    merged.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a journal, its folder, or an exported game"
    )
    _add_corrections(merged)
    merged.set_defaults(subcommand=_standings)
    publish = kinds.add_parser("publish", help="publish the results of this box to the broker in league.toml")
    publish.add_argument(
        "--every", type=_seconds, metavar="SECONDS", help="keep running, and look for new results at this interval"
    )
    publish.add_argument("--journal", type=Path, metavar="FILE", help="publish FILE instead of this box's journal")
    publish.set_defaults(subcommand=_publish)
    hall = kinds.add_parser("hall", help="show the standings of the hall as results come in")
    hall.add_argument("--seconds", type=_seconds, metavar="N", help="end after N seconds, and print once")
    hall.add_argument("--screen", action="store_true", help="show them in a window, page by page; F11 fills the screen")
    hall.add_argument("--fullscreen", action="store_true", help="show them on the whole screen")
    hall.add_argument("--html", type=Path, metavar="FILE", help="keep a page for a screen in the hall up to date")
    _add_corrections(hall)
    hall.set_defaults(subcommand=_hall)
    for each in (publish, hall):
        each.add_argument(
            "--config", type=Path, metavar="FILE", help=f"the broker (default: {FILE} beside the journal)"
        )


def _add_corrections(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--clock", action="append", default=[], type=_clock, metavar="BOX=SECONDS", help="add SECONDS to a box's clock"
    )
    parser.add_argument(
        "--person", action="append", default=[], type=_person, metavar="NAME@BOX=NAME", help="say who NAME at BOX is"
    )


def _seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) < 10**6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return int(text)


def _clock(text: str) -> tuple[str, float]:
    box, _, seconds = text.partition("=")
    try:
        if not box or abs(float(seconds)) > 1e10:
            raise ValueError
        return box, float(seconds)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 3fa2c1=-3600") from None


def _person(text: str) -> tuple[tuple[str, str], str]:
    seat, _, person = text.partition("=")
    name, _, box = seat.rpartition("@")
    if not (name and box and person):
        raise argparse.ArgumentTypeError(f"{text!r} is not like Astrid@3fa2c1=Astrid of York")
    return (name, box), person


def run(args: argparse.Namespace) -> int:
    """Runs the subcommand; returns 0, or 2 on an error."""
    try:
        return int(args.subcommand(args))
    except MeierboxError as error:
        print(f"meierbox league: {error}", file=sys.stderr)
    except OSError as error:
        if error.filename is None:
            raise
        reason = error.strerror or str(error)
        print(f"meierbox league: {error.filename} cannot be used ({reason}): name another file.", file=sys.stderr)
    return 2


def _corrections(args: argparse.Namespace) -> Corrections:
    return Corrections(dict(args.clock), dict(args.person))


def _standings(args: argparse.Namespace) -> int:
    for file in args.files:
        if not file.exists():
            print(f"meierbox league: {file} is not there: name a journal or an exported game.", file=sys.stderr)
            return 2
    league = merge((result for file in args.files for result in results_of(file)), _corrections(args))
    _show(league, standings(league), as_json=args.json)
    return 0


def _show(league: League, found: Sequence[Standing], *, as_json: bool) -> None:
    if as_json:
        games = [asdict(game) for game in league.games]
        print(json.dumps({"games": games, "standings": [asdict(each) for each in found], "shared": league.shared}))
        return
    print(f"{len(league.games)} games at {len({game.box for game in league.games})} boxes.")
    wide = max((len(each.name) for each in found), default=0)
    for place, each in enumerate(found, 1):
        interval = f"{each.rating:5.1f} ({each.low:.1f} to {each.high:.1f})"
        print(f"{place:3}  {one_line(each.name):{wide}}  {interval:24} {each.won} of {each.games} won")
    for name in league.shared:
        print(f"{one_line(name)} sat at two boxes at once: two people share the name, or a clock is wrong (--clock).")


def _broker(args: argparse.Namespace) -> BrokerSettings:
    return read_broker_settings(args.config or state_dir() / FILE)


def _publish(args: argparse.Namespace) -> int:
    settings = _broker(args)
    never = Event()
    told: int | str = 0
    """What was printed last: the number of results, or an error. Nothing is printed again until that changes."""
    while True:
        results = results_of(args.journal or state_dir())
        try:
            if results:
                exchange = Exchange(settings, results[0].box)
                sent = exchange.synchronise(results)
                exchange.close()
                if sent or told != len(results):
                    print(f"{len(results)} results, {sent} of them new to the broker.", flush=True)
                told = len(results)
        except BrokerError as error:
            if args.every is None:
                raise
            if told != str(error):
                print(f"meierbox league: {error}", file=sys.stderr, flush=True)
            told = str(error)
        if args.every is None:
            return 0
        never.wait(args.every)


def _hall(args: argparse.Namespace) -> int:
    settings = _broker(args)
    hall = HallListener(settings)
    hall.listen()
    screen = _open_screen(args, settings) if args.screen or args.fullscreen else None
    shown: object = None
    begun = asked = time.monotonic()
    never = Event()
    try:
        while args.seconds is None or time.monotonic() - begun < args.seconds:
            never.wait(1.0 if screen is None else FRAME_SECONDS)
            now = time.monotonic()
            if now - asked > ASK_AGAIN:
                hall.ask_again()
                asked = now
            results = hall.results
            if results != shown:
                shown = results
                if screen is not None:
                    screen.show(_pages(args, settings, hall))
                if args.seconds is None:
                    _tell(args, settings, hall)
            if screen is not None:
                screen.step(now)
                if screen.closed:
                    break
        if args.seconds is not None:
            _tell(args, settings, hall)
    except KeyboardInterrupt:
        return 0
    finally:
        hall.close()
    return 0


def _open_screen(args: argparse.Namespace, settings: BrokerSettings) -> "HallScreen":
    from display.draw.theme import THEMES  # noqa: PLC0415 - loads pygame
    from display.window import MainWindow  # noqa: PLC0415
    from firmware.app.hall_screen import HallScreen  # noqa: PLC0415

    look = Preferences(config_dir()).settings.word(THEME)
    size = None if args.fullscreen else SCREEN_SIZE
    window = MainWindow(size, args.fullscreen, settings.event, THEMES[look])
    return HallScreen(window, _pages_of(settings, merge(()), ()))


def _pages(args: argparse.Namespace, settings: BrokerSettings, hall: HallListener) -> "tuple[PageScene, ...]":
    league = merge(hall.results, _corrections(args))
    return _pages_of(settings, league, standings(league))


def _pages_of(settings: BrokerSettings, league: League, found: Sequence[Standing]) -> "tuple[PageScene, ...]":
    from firmware.app.hall_screen import hall_scenes  # noqa: PLC0415 - loads pygame

    texts = Texts(Preferences(config_dir()).settings.word(LANGUAGE))
    return hall_scenes(settings.event, league, found, texts.render)


def _tell(args: argparse.Namespace, settings: BrokerSettings, hall: HallListener) -> None:
    league = merge(hall.results, _corrections(args))
    found = standings(league)
    if args.html is not None:
        atomic_files.write(args.html, hall_page(settings.event, league, found))
    _show(league, found, as_json=args.json)
    if hall.refused:
        print(f"meierbox league: {hall.refused} messages were no results.", file=sys.stderr)
