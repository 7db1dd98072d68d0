"""The tour visits every kind of screen, reached by ordinary presses."""

import os
from collections.abc import Iterator

import pytest

from display.draw.surface_cache import SurfaceCache

os.environ["SDL_VIDEODRIVER"] = "dummy"

from display.scene import CalibrationScene, ListScene, RevealScene, TableScene, WinnerScene
from display.window import MainWindow
from firmware.app.autoplay.tour_camera import TourCamera
from firmware.app.autoplay.tour_route import Route
from firmware.camera import CameraMessage, DiceReading, RollReading, TrueFaces
from tests.firmware.app.autoplay.fake_photographer import Sketcher


@pytest.fixture
def route(surfaces: SurfaceCache) -> Iterator[Route]:
    stage = MainWindow((320, 240), surfaces=surfaces)
    yield Route("en", Sketcher(), stage)
    stage.close()


def test_a_game_is_played_from_the_first_shake_to_the_winner(route: Route) -> None:
    route.game("viking")
    kinds = {name: type(stop.scene) for name, stop in route.stops.items()}
    assert kinds["viking-box-round"] is TableScene
    assert kinds["viking-box-round-dial-claim"] is TableScene
    assert kinds["viking-verdict-bad"] is RevealScene
    assert kinds["viking-winner"] is WinnerScene


def test_the_menu_of_a_game_is_gone_through_without_ending_the_tour(route: Route) -> None:
    route.rights()
    assert {"menu", "ruling", "ruling-changing", "settings", "stop", "viking-winner"} <= set(route.stops)
    assert isinstance(route.stops["menu"].scene, ListScene)


def test_the_rules_are_leafed_through(route: Route) -> None:
    route.rights()
    pages = [name for name in route.stops if name.endswith(("page-1", "page-2"))]
    assert len(pages) >= 2


def test_the_welcome_of_a_first_evening_ends_at_the_start_screen(route: Route) -> None:
    route.welcome()
    assert len(route.stops) >= 4
    assert "welcome-start" in route.stops


def test_the_box_is_calibrated_and_its_dice_are_blessed(route: Route) -> None:
    route.box()
    route.calibration()
    assert {"box-menu", "box-bless", "box-bless-changing-typing"} <= set(route.stops)
    calibrations = {
        name: stop.scene for name, stop in route.stops.items() if name.startswith(("calibration-", "blessing-"))
    }
    assert {"calibration-opens", "calibration-measures", "calibration-4", "blessing-1"} <= set(calibrations)
    last = calibrations["calibration-4"]
    assert isinstance(last, CalibrationScene)
    assert last.findings[last.index].lines[0] == "The left side of the lamp gives no light."


def test_the_show_is_shown_to_its_invitation(route: Route) -> None:
    route.attract_game()
    kinds = [type(stop.scene) for stop in route.stops.values()]
    assert RevealScene in kinds
    assert all(getattr(stop.scene, "notice") for stop in route.stops.values())  # noqa: B009 - whatever scene it is


def test_newcomers_get_instructions(route: Route) -> None:
    route.newcomers()
    assert "newcomers-viking-box-round-told" in route.stops
    assert all(name.startswith("newcomers-") for name in route.stops)


def test_what_goes_wrong_is_shown_too(route: Route) -> None:
    route.troubles()
    assert {"viking-box-round-refused", "viking-moved", "viking-unread"} <= set(route.stops)
    moved = route.stops["viking-moved"].scene
    assert isinstance(moved, RevealScene)
    assert len(moved.photographs) == 2
    blind = [stop.scene for name, stop in route.stops.items() if name.endswith("ruling-refused")]
    assert [len(getattr(scene, "choices")) > 1 for scene in blind] == [True], "the table rules"  # noqa: B009
    ruled = route.stops["viking-ruling-shown-bad-unseen-refused"].scene
    assert isinstance(ruled, RevealScene)
    assert (ruled.verdict.word, ruled.choices) == ("A LIE", ())


def test_the_flap_is_lifted_and_a_game_is_offered_again(route: Route) -> None:
    route.crowd()
    route.resume()
    assert len(getattr(route.stops["twelve-seats"].scene, "seats")) == 12  # noqa: B009 - whatever scene it is
    assert route.stops["under-the-flap"].peek is not None
    away = route.stops["look-away"]
    assert away.peek is None
    assert away.away is not None, "first all others are asked to look away"
    assert "resume" in route.stops


def test_the_camera_of_the_tour_finds_what_it_is_asked_for_once() -> None:
    told: list[CameraMessage] = []
    camera = TourCamera(told.append, Sketcher(), oblong=True)
    camera.watch_roll(2, serial=7)
    camera.wanted = lambda seen: seen.faces is None
    camera.read_dice(8, 2)
    camera.read_dice(9, 2)
    rested, looked, again = (message for message in told if not isinstance(message, TrueFaces))
    assert isinstance(rested, RollReading)
    assert isinstance(looked, DiceReading)
    assert isinstance(again, DiceReading)
    assert rested.observation.faces == again.observation.faces
    assert looked.observation.faces is None
