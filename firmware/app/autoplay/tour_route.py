"""The tour's route: plays evenings until every kind of screen was seen."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from display.scene import ListScene, LookAway, Notice, PageScene, RevealScene, Scene, TableScene, Tone
from display.window import MainWindow
from firmware.app.attract.attract_mode import AttractGame, honour
from firmware.app.attract.script import script
from firmware.app.attract.todays_winners import WonGame
from firmware.app.autoplay.demo_player import DemoPlayer
from firmware.app.autoplay.players_at_hand import PlayersAtHand
from firmware.app.autoplay.tour_box import TourBox, begin_game, neighbour_action, scratch_folder
from firmware.app.autoplay.tour_calibration import calibration_scenes
from firmware.app.autoplay.tour_camera import Photographer, TourCamera
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.scene_parts import OBLONG
from firmware.camera import Peeked
from firmware.camera.supervisor import SILENT
from firmware.config.settings import LANGUAGE, NEWCOMER, TRAINER, Preferences
from firmware.journal.database import Journal
from firmware.menus.start import StartMode
from firmware.menus.wizard import ControlsPage
from firmware.rules.options import OptionValue
from firmware.rules.state import Phase
from firmware.table.computer_seats import THINKING_SECONDS
from firmware.table.context import Equipment
from firmware.table.destinations import BlessDice, Wizard
from firmware.table.mode import ListMode, index_of
from firmware.table.plan import BY_THROW, PLAYED, GamePlan, with_computers
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.progress import destination_of
from firmware.table.table import Table
from firmware.texts import Texts
from hardware.ports import Control, DialRested, Held, LidMoved, PeekRequested, Pressed, Shaken, Turned
from hardware.simulated.remembered_throws import DiceAtRest

MAX_MOVES = 400
"""The most presses in an evening of the tour."""
CUPS = "sympkyn-cups"
MAX_PAGES = 12
ROUNDS_AGAINST_COMPUTER = 4
READ_SECONDS = 2.0
"""Screens shown for less time are transitions and left out."""
DEEPEST = 2
"""The deepest nesting of lists."""


@dataclass(frozen=True, slots=True)
class TourScreen:
    """A screen of the tour.

    `peek` is the view under the flap (a JPEG and its caption), if lifted, `away` the request to look away before it.
    """

    scene: Scene
    peek: tuple[bytes, str] | None = None
    away: LookAway | None = None


def kind_of(table: Table, scene: Scene) -> str:
    """Identifies a kind of screen: its mode and its content, independent of language."""
    words = [
        re.sub(r"(?<!^)(?=[A-Z])", "-", type(table.mode).__name__.removesuffix("Mode").removesuffix("Page")).lower()
    ]
    if table.session is not None and not isinstance(scene, ListScene):
        words.insert(0, table.state.ruleset)
    match scene:
        case TableScene():
            marks = ("shaking", "frozen", "dial", "claim", "photograph", "throws")
            words += [mark for mark in marks if getattr(scene, mark)]
        case ListScene():
            words += [mark for mark in ("changing", "typing") if getattr(scene, mark)]
        case RevealScene():
            words.append(scene.verdict.tone.value)
            words += ["moved"] if isinstance(table.mode, VerdictMode) and table.mode.moved else []
            words += [] if scene.photographs else ["unseen"]
            words += ["ruling"] if scene.choices else []
            words += ["advised"] if scene.advice else []
        case PageScene():
            words += [f"page-{scene.page + 1}"] if scene.pages > 1 else []
        case _:
            words += [field.name for field in fields(scene) if getattr(scene, field.name) is True]
    if isinstance(scene.notice, Notice):
        words.append("told" if scene.notice.tone is Tone.PLAIN else "refused")
    return "-".join(words)


class Route:
    """Collects the screens of a tour in one language."""

    def __init__(self, language: str, darkroom: Photographer, stage: MainWindow) -> None:
        """Shows nothing on `stage`; the box needs one."""
        self.stops: dict[str, TourScreen] = {}
        self._language, self._darkroom, self._stage = language, darkroom, stage

    def walk(self) -> Mapping[str, TourScreen]:
        """Walks the whole route; returns the screens by name."""
        self.welcome()
        self.hall()
        self.box()
        self.calibration()
        for rules in PLAYED:
            self.game(rules)
        self.rights()
        self.troubles()
        self.newcomers()
        for rules in (PLAYED[0], CUPS):
            self.against_computer(rules)
        self.crowd()
        self.resume()
        self.attract_game()
        return self.stops

    # Tables

    @contextmanager
    def _sitting(self, rules: str = PLAYED[0], folder: Path | None = None) -> Iterator[TourBox]:
        with scratch_folder() as made, Journal(folder or made) as journal:
            inbox: Inbox[BoxMessage] = Inbox()
            camera = TourCamera(inbox.put, self._darkroom, rules in OBLONG)
            clock = iter(range(1_000_000)).__next__
            preferences = Preferences()
            preferences.set_temporarily(LANGUAGE, self._language)
            players = PlayersAtHand(inbox.put)
            equipment = Equipment(word_list, random.Random(1), preferences, can_peek=True, computer_players=players)
            table = open_table(journal, clock, equipment, rules=rules)
            yield TourBox(MainLoop(table, self._stage, camera, inbox), camera)

    @contextmanager
    def _plan(self) -> Iterator[TourBox]:
        """What can be changed before a game."""
        with self._sitting() as sitting:
            sitting.dispatch(Pressed(Control.CHALLENGE))
            yield sitting

    @contextmanager
    def _begun(
        self, rules: str = PLAYED[0], seats: int = 3, options: Mapping[str, OptionValue] | None = None
    ) -> Iterator[TourBox]:
        """Returns a game just begun."""
        with self._sitting(rules) as sitting:
            begin_game(sitting.table, seats, options or {})
            yield sitting

    @contextmanager
    def _in_a_game(self) -> Iterator[TourBox]:
        """The menu in a game with a verdict and a standing claim."""
        with self._begun() as sitting:
            self._claim(sitting)
            sitting.dispatch(Pressed(Control.CHALLENGE), Pressed(Control.REVEAL), Pressed(Control.DIAL))
            self._claim(sitting)
            sitting.dispatch(Held(Control.REVEAL))
            yield sitting

    def _claim(self, sitting: TourBox) -> None:
        """Shakes until the reading succeeds, then claims slightly more than the minimum."""
        for _ in range(MAX_MOVES):
            mode = sitting.table.mode
            if not isinstance(mode, BoxRoundMode) or sitting.table.state.phase is Phase.ANSWERING:
                return
            speaks = sitting.table.state.phase is Phase.CLAIMING and not mode.must_shake_again()
            sitting.dispatch(*((Turned(3), Pressed(Control.CLAIM)) if speaks else (Shaken(),)))

    def _note(self, sitting: TourBox, before: str = "") -> None:
        scene = sitting.scene
        self.stops.setdefault(before + kind_of(sitting.table, scene), TourScreen(scene))

    def _leaf(self, sitting: TourBox) -> None:
        """Notes a screen, and the pages after it if there are several."""
        for _ in range(MAX_PAGES):
            self._note(sitting)
            scene = sitting.scene
            if not isinstance(scene, PageScene) or scene.page + 1 >= scene.pages:
                return
            sitting.dispatch(Turned(1))

    # The screens

    def welcome(self) -> None:
        """The setup wizard, page by page."""
        with self._sitting() as sitting:
            sitting.table.go(Wizard())
            for _ in range(MAX_PAGES):
                sitting.settle()
                self._note(sitting, "welcome-")
                if isinstance(sitting.table.mode, StartMode):
                    return
                if isinstance(sitting.table.mode, ControlsPage):
                    sitting.dispatch(DialRested(1), DialRested(1), LidMoved(True))
                    self._note(sitting, "welcome-dial-")
                sitting.dispatch(Pressed(Control.DIAL))

    def attract_game(self) -> None:
        """The attract game's screens that stay long enough to be read."""
        with self._sitting() as sitting:
            view = sitting.box.presenter.view
            names = sitting.table.context.word_list("setup.names")
            games = (WonGame(rules, names[place : place + 1 + place % 2], 0.0) for place, rules in enumerate(PLAYED))
            honours = tuple(honour(view, game) for game in games)
        show, now, number = AttractGame(self._language, 0.0, honours=honours), 0.0, 0
        length = sum(step.seconds for step in script(honours=True))
        while now < length:
            wait = show.tick(now)
            if wait >= READ_SECONDS:
                number += 1
                self.stops[f"show-{number:02d}"] = TourScreen(show.scene)
            now += wait
        show.close()

    def newcomers(self) -> None:
        """The first steps of a game, as explained to newcomers."""
        with self._begun() as sitting:
            table = sitting.table
            table.context.preferences.set_temporarily(NEWCOMER, True)
            claim = (Shaken(), Turned(1), Pressed(Control.CLAIM))
            for move in (*claim, Pressed(Control.CHALLENGE), Pressed(Control.REVEAL), Pressed(Control.DIAL)):
                sitting.box.presenter.tick(0.0)
                self._note(sitting, "newcomers-")
                sitting.dispatch(move)

    def hall(self) -> None:
        """The start screen and all that is behind it."""
        with self._sitting() as sitting:
            self._note(sitting)
        self._lists(self._plan)

    def box(self) -> None:
        """The menu of the start screen, and the questions before a blessing."""
        with self._sitting() as sitting:
            sitting.dispatch(Held(Control.REVEAL))
            self._note(sitting, "box-")
            sitting.table.open(BlessDice())
            mode = sitting.table.mode
            name = index_of(mode.choices(), "name") if isinstance(mode, ListMode) else 0
            for move in ((), (Turned(name),), (Pressed(Control.DIAL),)):
                sitting.dispatch(*move)
                self._note(sitting, "box-")

    def calibration(self) -> None:
        """Calibrating a camera and blessing dice."""
        observation, _ = self._darkroom.see(True, DiceAtRest(1, 2))
        for name, scene in calibration_scenes(Texts(self._language), observation):
            self.stops[name] = TourScreen(scene)

    def rights(self) -> None:
        """The menu in a game and all screens behind it."""
        self._lists(self._in_a_game)

    def _lists(
        self, arrive: Callable[[], AbstractContextManager[TourBox]], steps: tuple[BoxMessage, ...] = (), depth: int = 0
    ) -> None:
        """Opens every row of a list, each at a fresh table, and the lists behind it."""
        entered: set[str] = set()
        line = 0
        while True:
            with arrive() as sitting:
                sitting.dispatch(*steps)
                if line == 0:
                    self._note(sitting)
                here = sitting.table.mode
                if not isinstance(here, ListMode) or line > len(here.choices()):
                    return
                # After the last row comes what REVEAL opens: the rules.
                rules = line == len(here.choices())
                way = (Pressed(Control.REVEAL),) if rules else (Turned(line - here.cursor), Pressed(Control.DIAL))
                sitting.dispatch(*way)
                self._leaf(sitting)
                there = sitting.table.mode
            line += 1
            new = isinstance(there, ListMode) and type(there) is not type(here) and type(there).__name__ not in entered
            if new and depth < DEEPEST:
                entered.add(type(there).__name__)
                self._lists(arrive, (*steps, *way), depth + 1)

    def game(self, rules: str) -> None:
        """Plays a game to its end like the demo."""
        with self._begun(rules) as sitting:
            box = sitting.box
            player = DemoPlayer(box.table, box.truths, random.Random(1))
            box.watch = player.count
            for _ in range(MAX_MOVES):
                self._note(sitting)
                if isinstance(box.table.mode, WinnerMode):
                    return
                message = box.inbox.pop() or player.next()
                if message is None:
                    return
                box.dispatch(message)

    def against_computer(self, rules: str) -> None:
        """Plays against the computer, with the trainer, to the first verdict but one, and asks the jarl of it."""
        with self._sitting(rules) as sitting:
            box, table = sitting.box, sitting.table
            table.context.preferences.set_temporarily(TRAINER, True)
            current_game = table.context.current_game
            plan = GamePlan(table.context.word_list("setup.names")[:3], BY_THROW, {})
            current_game.plan = plan = with_computers(plan, ("jarl", "bold"), ())
            current_game.begin(plan.seats, {}, 0)
            table.go(destination_of(table.state))
            player = DemoPlayer(table, box.truths, random.Random(1))
            box.watch = player.count
            for beat in range(MAX_MOVES):
                table.tick(beat * THINKING_SECONDS)
                sitting.settle()
                box.presenter.scene()
                sitting.settle()
                self._note(sitting, "computer-")
                if isinstance(table.mode, VerdictMode) and Control.REVEAL.value in table.mode.offers():
                    sitting.dispatch(Pressed(Control.REVEAL))
                    table.tick(beat * THINKING_SECONDS)
                    self._note(sitting, "computer-")
                    sitting.dispatch(Pressed(Control.CHALLENGE))
                    if table.state.round > ROUNDS_AGAINST_COMPUTER:
                        return
                if isinstance(table.mode, WinnerMode):
                    return
                if message := neighbour_action(table) or player.next():
                    box.dispatch(message)

    def troubles(self) -> None:
        """Failures: refusals, moved dice, unreadable dice, no camera and a ruling of the table."""
        with self._begun() as sitting:
            sitting.dispatch(Pressed(Control.CHALLENGE))
            self._note(sitting)
            self._claim(sitting)
            sitting.dispatch(Pressed(Control.CLAIM))
            self._note(sitting)
        for name, wanted in (
            ("moved", lambda observation: observation.faces is not None and observation.faces != (1, 2)),
            ("unread", lambda observation: observation.faces is None),
        ):
            with self._begun() as sitting:
                self._claim(sitting)
                sitting.dispatch(Pressed(Control.CHALLENGE))
                sitting.camera.wanted = wanted
                sitting.dispatch(Pressed(Control.REVEAL))
                self.stops.setdefault(f"{PLAYED[0]}-{name}", TourScreen(sitting.scene))
        with self._begun() as sitting:
            self._claim(sitting)
            lost = SILENT
            sitting.dispatch(lost, Pressed(Control.CHALLENGE), Pressed(Control.REVEAL))
            self._note(sitting)
            assert isinstance(sitting.table.mode, VerdictMode)
            rulings = [choice.key for choice in sitting.table.mode.choices()]
            sitting.dispatch(Turned(rulings.index("lie") - sitting.table.mode.cursor), Pressed(Control.DIAL))
            self._note(sitting)

    def crowd(self) -> None:
        """Twelve seats, and the dice under the flap."""
        with self._begun(seats=12) as sitting:
            self._claim(sitting)
            self.stops["twelve-seats"] = TourScreen(sitting.scene)
        with self._begun() as sitting:
            sitting.dispatch(Shaken())
            table, seen = sitting.table, []
            sitting.box.watch = lambda message: seen.append(message) if isinstance(message, Peeked) else None
            sitting.dispatch(PeekRequested(True))
            say, name = sitting.box.presenter.view.say, table.context.name(table.state.turn)
            away = LookAway(name, say("peek.look_away"), say("peek.hold"))
            self.stops["look-away"] = TourScreen(sitting.scene, away=away)
            for peeked in seen:
                caption = say("peek.caption", name=name)
                self.stops["under-the-flap"] = TourScreen(sitting.scene, (peeked.encoded, caption))

    def resume(self) -> None:
        """The offer to resume an interrupted game."""
        with scratch_folder() as folder:
            with self._sitting(folder=folder) as sitting:
                begin_game(sitting.table)
                self._claim(sitting)
            with self._sitting(folder=folder) as sitting:
                self._note(sitting)
