"""`meierbox demo`: plays games by itself."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.play import fail, has_desktop, window_size
from firmware.config.settings import AUDIENCE, LANGUAGE, MUTE, THEME, Preferences
from firmware.table.plan import PLAYED

if TYPE_CHECKING:
    from firmware.app.autoplay.demo_player import DemoPlayer
    from firmware.app.main_loop import MainLoop

HELP = "play by itself: to show the game or, without a screen, to test it"
PACE_SECONDS = 1.6
"""Seconds between presses, if people are watching."""
DIAL_SECONDS = 0.18
ANSWER_SECONDS = 60.0
"""Seconds that a reading may take before the headless demo gives up."""
FULL_ROUNDS = 10
"""For this many rounds every scene is saved; after that only reveals without a verdict, and winners."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "--headless", action="store_true", help="play without a screen, as fast as the dice can be read"
    )
    parser.add_argument(
        "--frames",
        type=Path,
        metavar="DIR",
        help=f"with --headless: save the scenes of the first {FULL_ROUNDS} rounds as PNG",
    )
    parser.add_argument("--rounds", type=_count, metavar="N", help="stop after N rounds (default with --headless: 10)")
    parser.add_argument(
        "--rules", default="viking", metavar="NAME", help=f"the game: {', '.join(PLAYED)} (default: viking)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="seed that decides which dice fall and who lies (default: 1)"
    )
    parser.add_argument(
        "--camera", metavar="CAMERA", help="a simulated box with other dice, such as sim:cube,wood,felt"
    )
    parser.add_argument(
        "--theme", choices=THEME.words, default=THEME.default, help="theme of the screen (default: torch)"
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGE.words,
        default=LANGUAGE.default,
        help="language of screen and voice (default: en)",
    )
    parser.add_argument("--audience", action="store_true", help="also show the game to an audience in a second window")
    parser.add_argument("--mute", action="store_true", help="play no sound")
    parser.add_argument("--window", type=window_size, metavar="WxH", help="size of the window or of the saved pictures")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds: give 1 or more")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Plays; with --headless it returns 1 if a verdict contradicted the simulated dice."""
    if args.frames and not args.headless:
        return fail("--frames saves what --headless plays: give both.")
    if args.frames:
        try:
            args.frames.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return fail(f"The pictures cannot be saved in {args.frames} ({error.strerror}): name another folder.")
    if args.headless:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        os.environ["SDL_AUDIODRIVER"] = "dummy"

    from display.window import DisplayError  # noqa: PLC0415 - loads pygame
    from firmware.app.composition import BoxOptions, composed, leaving_on_signals  # noqa: PLC0415
    from firmware.camera import SWIFT  # noqa: PLC0415
    from hardware.ports import CameraError  # noqa: PLC0415

    if args.rules not in PLAYED:
        return fail(f'No game is called "{args.rules}": name one of {", ".join(PLAYED)}.')
    camera = args.camera or f"sim:{args.seed}"
    if camera.partition(":")[0] != "sim":
        return fail(f"The demo plays with a simulated box, not with {camera}: name one such as sim:cube,wood.")
    # Demo games stay out of the real journal.
    with tempfile.TemporaryDirectory(prefix="meierbox-demo-") as folder:
        order = BoxOptions(
            state=Path(folder),
            camera=camera,
            rules=args.rules,
            size=args.window or ((1280, 720) if args.headless else None),
            fullscreen=not args.headless and args.window is None and not has_desktop(),
            pace=SWIFT if args.headless else None,
            seed=args.seed,
            send_ground_truth=True,
            preferences=_preferences(args),
            silent=args.headless,
        )
        try:
            with composed(order) as box, leaving_on_signals(box):
                return _headless(box, args) if args.headless else _shown(box, args)
        except (CameraError, DisplayError) as error:
            return fail(str(error))
        except TimeoutError:
            return fail(f"The camera gave no reading for {ANSWER_SECONDS:.0f} seconds: the demo stops here.")


def _preferences(args: argparse.Namespace) -> Preferences:
    """Returns the settings from the command line; a demo neither uses nor changes the stored ones."""
    preferences = Preferences()
    preferences.set_temporarily(THEME, args.theme)
    preferences.set_temporarily(LANGUAGE, args.language)
    preferences.set_temporarily(MUTE, args.mute)
    preferences.set_temporarily(AUDIENCE, "on" if args.audience else "off")
    return preferences


def _player(box: "MainLoop", seed: int) -> "DemoPlayer":
    import random  # noqa: PLC0415

    from firmware.app.autoplay.demo_player import DemoPlayer  # noqa: PLC0415

    player = DemoPlayer(box.table, box.truths, random.Random(seed))
    box.watch = player.count
    return player


def _headless(box: "MainLoop", args: argparse.Namespace) -> int:
    """Plays as fast as the dice can be read, saves pictures, and counts disagreements."""
    from threading import Event  # noqa: PLC0415

    woken = Event()
    box.inbox.wake = woken.set
    player = _player(box, args.seed)
    rounds = args.rounds or 10
    asked = time.monotonic()
    pictures = _Pictures(box, args.frames) if args.frames else None
    while player.tally.rounds < rounds and not box.leaving:
        while (message := box.inbox.pop()) is not None:
            box.dispatch(message)
            asked = time.monotonic()
        if player.gives_up:
            return fail(f"None of these dice can be read: {box.table.context.notice or ''} {player.tally}")
        box.camera.watchdog(time.monotonic())
        if pictures:
            pictures.save(player.tally.rounds)
        move = player.next()
        if move is not None:
            box.dispatch(move)
            asked = time.monotonic()
        elif time.monotonic() - asked > ANSWER_SECONDS:
            raise TimeoutError
        else:
            woken.wait(0.5)
            woken.clear()
    if pictures:
        pictures.save(player.tally.rounds)
    print(player.tally)
    return 1 if player.tally.disagreements else 0


class _Pictures:
    """Saves each scene once, in the order in which they are shown, with its animations finished."""

    def __init__(self, box: "MainLoop", folder: Path) -> None:
        self.box = box
        self.folder = folder
        self.number = 0
        self.last: object = None

    def save(self, rounds: int) -> None:
        """Saves the current scene, if it is a new one worth keeping."""
        from display.scene import RevealScene, Tone, WinnerScene  # noqa: PLC0415

        scene = self.box.presenter.scene()
        doubtful = isinstance(scene, RevealScene) and scene.verdict.tone is Tone.DOUBT
        if scene == self.last or not (rounds <= FULL_ROUNDS or doubtful or isinstance(scene, WinnerScene)):
            return
        self.last = scene
        self.number += 1
        stage = self.box.window
        stage.show(scene)
        now = time.monotonic()
        stage.tick(now)
        stage.skip()
        stage.tick(now + 60)
        kind = type(scene).__name__.removesuffix("Scene").lower()
        stage.save(self.folder / f"{self.number:04d}-{kind}.png")


def _shown(box: "MainLoop", args: argparse.Namespace) -> int:
    """Plays at a pace that people can follow, until the window is closed."""
    from firmware.app.composition import run_in_window  # noqa: PLC0415
    from hardware.ports import Turned  # noqa: PLC0415

    player = _player(box, args.seed)
    due = time.monotonic() + PACE_SECONDS

    def play_on(box: "MainLoop") -> float:
        nonlocal due
        now = time.monotonic()
        if args.rounds and player.tally.rounds >= args.rounds:
            box.leaving = True
        elif box.window.playing:
            due = now + PACE_SECONDS
        elif now >= due and (move := player.next()) is not None:
            if isinstance(move, Turned):
                # Turning step by step lets people see the dial move.
                move = Turned(1 if move.steps > 0 else -1)
            box.inbox.put(move)
            due = now + (DIAL_SECONDS if isinstance(move, Turned) else PACE_SECONDS)
        return max(0.05, due - now)

    run_in_window(box, play_on, keyboard=False)
    print(player.tally, file=sys.stderr)
    return 0
