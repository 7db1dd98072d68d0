"""`meierbox tour`: saves a picture of every screen."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.play import fail, window_size
from firmware.config.settings import THEME
from firmware.texts import languages

if TYPE_CHECKING:
    from firmware.app.autoplay.tour_camera import Photographer
    from firmware.app.autoplay.tour_route import TourScreen

HELP = "save a picture of every screen, in every theme, language and size, and contact sheets of them"
SIZES = ((800, 480), (1280, 720), (1920, 1080), (480, 800), (1080, 1920))
MOMENTS: Mapping[str, Sequence[float]] = {
    "viking-verdict-bad": (0.3, 0.8, 1.5, 2.5, 2.75, 3.3),
    "viking-box-round-shaking": (0.12, 0.3),
}
"""Seconds into a screen's animation at which further pictures are taken."""
PHASES = (
    "viking-roll-off-throws",
    "viking-box-round",
    "viking-box-round-dial",
    "viking-box-round-claim",
    "viking-box-round-frozen-claim",
    "viking-verdict-bad@1.50",
    "viking-verdict-bad",
    "sympkyn-cups-bidding-dial-claim",
    "sympkyn-cups-showdown-frozen-claim-photograph",
    "viking-winner",
)
"""The pictures of the ten phases: opening, shake, claim, answer, challenge, reveal, verdict, bid, showdown, winner."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "folder", type=Path, metavar="DIR", help="the folder for the pictures; created if it does not exist"
    )
    parser.add_argument("--size", type=window_size, nargs="+", default=SIZES, metavar="WxH", help="only these sizes")
    parser.add_argument(
        "--theme", choices=THEME.words, nargs="+", default=THEME.words, metavar="NAME", help="only these themes"
    )
    parser.add_argument(
        "--language", choices=languages(), nargs="+", default=languages(), metavar="LL", help="only these languages"
    )
    parser.add_argument(
        "--only", nargs="+", default=("*",), metavar="NAME", help="only the screens of these names, such as 'viking-*'"
    )

    parser.add_argument("--legibility", action="store_true", help="print the height of the most important texts in mm")
    parser.add_argument(
        "--distant",
        action="store_true",
        help="also save a sheet of the ten phases as a seven-inch screen is seen from three metres",
    )


def run(args: argparse.Namespace) -> int:
    """Plays the games of the tour and saves their screens; returns the exit code."""
    from firmware.app.autoplay.tour_camera import SimulatedPhotographer  # noqa: PLC0415 - loads pygame and the reader

    return show(args, SimulatedPhotographer())


def show(args: argparse.Namespace, photographer: "Photographer") -> int:
    """Does the work of `run`, with any photographer of dice."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from display.window import MainWindow  # noqa: PLC0415
    from firmware.app.autoplay.tour_route import Route  # noqa: PLC0415
    from firmware.app.autoplay.tour_screens import SCREENS  # noqa: PLC0415

    unknown = [wish for wish in args.only if not any(fnmatch(name, wish) for name in SCREENS)]
    if unknown:
        return fail(f"No screen is called {', '.join(unknown)}: choose from {', '.join(SCREENS)}.")
    number = 0
    for language in args.language:
        stage = MainWindow(SIZES[0])
        stops = Route(language, photographer, stage).walk()
        stage.close()
        chosen = {name: stop for name, stop in stops.items() if any(fnmatch(name, wish) for wish in args.only)}
        if not chosen:
            return fail(f"No screen is called {', '.join(args.only)}: choose from {', '.join(stops)}.")
        for theme in args.theme:
            for size in args.size:
                try:
                    number += _paint(args.folder, language, theme, size, chosen, distant=args.distant)
                except OSError as error:
                    return fail(f"The pictures cannot be saved in {args.folder} ({error}): name another folder.")
        if args.legibility:
            print("\n".join(_legibility(language, chosen)))
    print(f"{number} pictures in {args.folder}")
    return 0


def _legibility(language: str, stops: "Mapping[str, TourScreen]") -> Iterator[str]:
    """Writes a table of the sizes of the most important texts, a line per phase, for commercial screens."""
    from display import legibility  # noqa: PLC0415
    from display.scene import RevealScene, TableScene, WinnerScene  # noqa: PLC0415
    from display.window import MainWindow  # noqa: PLC0415

    for screen in legibility.SCREENS:
        for distant in (False, True):
            shown = "seen from afar" if distant else "as it is played"
            yield f"\nCapitals in mm ({legibility.FROM_THREE_METRES:.0f} are read from three metres), {language},"
            yield f"{screen.name} of {screen.size[0]}x{screen.size[1]}, {shown}:"
            window = MainWindow(screen.size)
            window.set_distant(distant)
            try:
                for name, stop in stops.items():
                    if not isinstance(stop.scene, TableScene | RevealScene | WinnerScene):
                        continue
                    window.show(stop.scene)
                    window.tick(0.0)
                    if window.picture is not None:
                        found = legibility.cap_heights(window.picture, stop.scene)
                        sizes = (f"{what} {screen.mm(cap):.1f}" for what, cap in found.items())
                        yield f"  {name:46} {'   '.join(sizes)}"
            finally:
                window.close()


def _paint(
    folder: Path,
    language: str,
    theme: str,
    size: tuple[int, int],
    stops: "Mapping[str, TourScreen]",
    *,
    distant: bool,
) -> int:
    """Saves every screen in one theme and size, and their contact sheet; returns the number of pictures."""
    from display.draw.theme import THEMES  # noqa: PLC0415
    from display.samples import contact_sheet  # noqa: PLC0415
    from display.window import MainWindow  # noqa: PLC0415

    look = f"{language}-{theme}-{size[0]}x{size[1]}"
    place = folder / look
    place.mkdir(parents=True, exist_ok=True)
    stage = MainWindow(size, theme=THEMES[theme])
    try:
        saved = [
            picture
            for name, stop in stops.items()
            for picture in contact_sheet.save_scene(
                stage, stop.scene, place / f"{name}.png", MOMENTS.get(name, ()), stop.peek, stop.away
            )
        ]
        contact_sheet.contact_sheet(saved, folder / f"{look}.png")
        phases = [picture for phase in PHASES for picture in saved if picture.stem == phase]
        if distant and phases:
            contact_sheet.distant_sheet(phases, folder / f"{look}-from-three-metres.png")
    finally:
        stage.close()
    return len(saved)
