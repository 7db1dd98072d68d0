"""The end of an evening: its story, told only of dice that were revealed, and its poster."""

from pathlib import Path

import pytest

from display.scene import WinnerScene
from display.scene_elements import StoryKind
from firmware.app.posters import PosterOrder, PosterReport, Posters, painted
from firmware.app.presenter.poster_scene import evening_poster
from firmware.app.presenter.presenter import Presenter
from firmware.rules.message import Message, literal
from firmware.table.maintenance_port import NoMaintenance, Task
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import SavePoster
from tests.firmware.evening import Evening, scene_of


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Bjorn's last life is at stake: Astrid lies boldly and is believed, Bjorn lies and is caught."""
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 1})
    evening.shake(5, 6)
    evening.claim(1, 1)
    evening.shake(4, 6)
    evening.claim(1, 2)
    evening.press("challenge")
    evening.reveal(4, 6)
    evening.press("dial")
    return evening


def winner(evening: Evening) -> WinnerScene:
    """Shows the winner once all games of the evening are read."""
    while evening.table.tick(0.0) == 0.0:
        pass
    scene = scene_of(evening.table)
    assert isinstance(scene, WinnerScene)
    return scene


def test_another_game_says_why_its_opener_opens(evening: Evening) -> None:
    evening.press("dial")
    assert evening.notice == "Bjorn lost the last game and opens."
    assert evening.table.state.turn == 1


def told(scene: WinnerScene) -> dict[StoryKind, tuple[str, str]]:
    return {line.memory: (line.label, line.text) for line in scene.story}


def test_the_winner_stands_there_before_the_story_is_read(evening: Evening) -> None:
    scene = scene_of(evening.table)
    assert isinstance(scene, WinnerScene)
    assert scene.story == ()
    assert winner(evening).story != ()


def test_only_what_was_revealed_is_told(evening: Evening) -> None:
    scene = winner(evening)
    assert scene.story_title == "The story of the game"
    assert told(scene) == {
        StoryKind.LIE: ("Boldest lie: Bjorn", "Meier, a chance of one in 50; it was found out."),
        StoryKind.NOSE: ("Best nose: Sigrid", "Right the only time."),
    }, "Astrid's lie was never revealed"


def test_an_evening_is_told_of_all_its_games(evening: Evening) -> None:
    winner(evening)
    evening.press("dial")
    evening.shake(3, 4)
    evening.claim(3, 3)
    evening.press("challenge")
    evening.reveal(3, 4)
    evening.press("dial")
    scene = winner(evening)
    assert scene.story_title == "The story of the evening"
    assert told(scene)[StoryKind.LIE][0] == "Boldest lie: Bjorn", "the boldest of both games"
    assert told(scene)[StoryKind.NOSE] == ("Best nose: Sigrid", "Right both times.")
    assert told(scene)[StoryKind.STREAK] == ("Longest streak: Sigrid", "Right two times in a row.")


def test_a_game_without_a_reveal_has_no_story(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 1)
    evening.table.hold("reveal")
    evening.choose("End this game")
    evening.choose("Yes, end it")
    assert winner(evening).story == ()


def test_one_press_saves_a_poster(evening: Evening, tmp_path: Path) -> None:
    winner(evening)
    evening.press("claim")
    assert evening.asked == (SavePoster(),)
    assert evening.notice == "The poster is being painted."
    mode = evening.table.mode
    assert isinstance(mode, WinnerMode)
    poster = evening_poster(Presenter(evening.table).view, mode, 1_790_000_000.0)
    assert poster.headline == "Astrid and Sigrid won!"
    assert [standing.words for standing in poster.standings] == ["won 1 of 1", "won 1 of 1", "won 0 of 1"]
    path = tmp_path / "posters" / "one.png"
    report = painted(PosterOrder(poster, "torch", path, root=tmp_path))
    assert report.done
    assert str(report.says) == f"The poster is saved as {path}."
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [other.name for other in path.parent.iterdir()] == ["one.png"]


def test_a_poster_that_cannot_be_saved_is_told_in_a_sentence(evening: Evening, tmp_path: Path) -> None:
    mode = evening.table.mode
    assert isinstance(mode, WinnerMode)
    poster = evening_poster(Presenter(evening.table).view, mode, 0.0)
    (tmp_path / "posters").write_text("in the way")
    report = painted(PosterOrder(poster, "torch", tmp_path / "posters/one.png", root=tmp_path))
    assert not report.done
    assert "cannot be saved as" in str(report.says)
    assert str(report.says).endswith("check that the disk is not full.")


class Keeper(NoMaintenance):
    """An installed box, whose service copies when it likes."""

    hindrance = None

    def __init__(self) -> None:
        self.asked: list[Task] = []
        self.ended: Message | None = None

    def order(self, task: Task, detail: str = "") -> Message | None:
        del detail
        self.asked.append(task)
        return None

    def result(self) -> Message | None:
        return self.ended


def test_an_installed_box_has_the_drive_written_by_its_service() -> None:
    keeper = Keeper()
    posters = Posters(lambda _: None, keeper)
    saved = PosterReport(Message("saved", (("file", "one.png"),)), done=True, unmounted=True)
    assert "is being copied" in str(posters.handle(saved).says)
    assert keeper.asked == [Task.POSTERS]
    assert posters.tick()[0] is None
    keeper.ended = literal("1 poster was copied to the USB drive.")
    assert posters.tick() == (keeper.ended, None)
    assert posters.tick() == (None, None)
