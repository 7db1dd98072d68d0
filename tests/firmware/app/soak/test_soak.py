"""A short soak test: some rounds with faults at every port, and the findings that it must report."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.soak.event_lines import EventLines
from firmware.app.soak.faults import SoakFault, chosen
from firmware.app.soak.ground_truth_check import GroundTruthCheck
from firmware.app.soak.report import FaultRecord, Report
from firmware.app.soak.resource_usage import Usage
from firmware.app.soak.soak_loop import Soak, SoakOrder
from firmware.camera import RollReading
from firmware.camera.camera_port import NoCamera
from firmware.commands import main
from firmware.journal.database import FILE, Journal
from firmware.journal.journal_reader import JournalReader
from firmware.journal.rows import Row
from firmware.rules.message import message
from tests.firmware.evening import Evening, observation, unsure


@pytest.fixture
def box(tmp_path: Path) -> Iterator[MainLoop]:
    stage = MainWindow((480, 320))
    inbox: Inbox[BoxMessage] = Inbox()
    yield MainLoop(Evening(tmp_path).table, stage, NoCamera(inbox.put, message("no camera")), inbox)
    stage.close()


def test_a_table_plays_on_whatever_goes_wrong(tmp_path: Path) -> None:
    """Contacts, lid, lamp, screen, sound, clock and disk; and every event that was printed is in the journal."""
    state, lines = tmp_path / "state", list[str]()
    faults = chosen("controls,lid,lamp,screen,clock,full,read-only")
    state.mkdir()
    order = SoakOrder(state, rounds=3, seed=3, faults=faults, rules=["viking"], rounds_per_fault=0.5)
    report = Soak(order, lines.append, tmp_path).run()
    assert report.findings == []
    assert report.rounds >= 3
    assert report.readings > 0
    assert sum(record.mattered for record in report.faults.values()) >= 1, "how many matter depends on the pace"
    shown = [json.loads(line) for line in lines]
    with JournalReader(state) as journal:
        assert [{"game": row.game, "event": row.seq, "hash": row.hash} for row in journal.chain() if row.game] == shown
        assert journal.chain_faults() == ()
    assert "Nothing was found wrong." in report.as_text()
    json.dumps(report.as_json())


def test_a_wrong_reading_is_seen(box: MainLoop) -> None:
    ground_truth = GroundTruthCheck()
    box.truths |= {1: (3, 5), 2: (1, 2), 3: None}
    for serial, read in ((1, observation(5, 3)), (2, observation(1, 3)), (3, observation(1, 1)), (4, unsure())):
        ground_truth.watch(box, RollReading(serial, read))
    assert ground_truth.wrong == ["(1, 3) was read where (1, 2) lay.", "(1, 1) was read where None lay."]
    assert (ground_truth.readings, ground_truth.abstentions) == (3, 1)


def test_an_event_that_was_shown_and_is_gone_is_seen(tmp_path: Path) -> None:
    lines = list[str]()
    with Journal(tmp_path) as journal:
        shown = EventLines(tmp_path / FILE, lines.append)
        journal.begin(1.0, [Row("event", {})])
        shown.write_new()
        assert shown.written == len(lines) > 0
        assert shown.lost() == []
    (tmp_path / FILE).unlink()
    assert len(shown.lost()) == shown.written


def test_every_kind_of_fault_can_be_named() -> None:
    assert set(chosen("all")) == set(SoakFault)
    for fault in SoakFault:
        assert fault in chosen(fault.value.partition("-")[2])
    with pytest.raises(ValueError, match="earthquake"):
        chosen("camera,earthquake")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--faults", "earthquake"], 'No fault is called "earthquake": '),
        (["--rules", "chess"], 'No game is called "chess": '),
        (["--rules", "viking", "--seats", "Astrid"], ""),
    ],
)
def test_what_cannot_be_played_is_reported(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    assert main(["soak", *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"meierbox: {complaint}")
    assert len(said.splitlines()) == 1


def test_a_game_of_people_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.killed()
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    assert main(["soak", "--rounds", "1"]) == 2
    assert "A game is unfinished" in capsys.readouterr().err


def test_the_reports_of_several_runs_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = Report(rounds=40, at_peak=Usage(pss=300)), Report(rounds=2, at_peak=Usage(pss=200, handles=9))
    first.faults[SoakFault.CAMERA_HANG] = FaultRecord(2, 1, [2.5], [4.0])
    second.faults[SoakFault.CAMERA_HANG] = FaultRecord(3, 2, [2.75, 2.25], [])
    second.found("A dead end.")
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for file, report in zip(files, (first, second), strict=True):
        file.write_text(json.dumps(report.as_json()))
    total = tmp_path / "total.json"
    assert main(["soak", "--merge", *map(str, files), "--report", str(total)]) == 1
    merged = Report.from_json(json.loads(total.read_text()))
    assert (merged.rounds, merged.at_peak, merged.findings) == (42, Usage(pss=300, handles=9), ["A dead end."])
    assert merged.faults == {SoakFault.CAMERA_HANG: FaultRecord(5, 3, [2.5, 2.75, 2.25], [4.0])}
    said = capsys.readouterr().out
    assert "2.50, at most 2.75" in said
    assert "5 faults, one in 8.4 rounds." in said


@pytest.mark.parametrize("words", ["0", "-1", "nan", "inf", "often"])
def test_an_average_that_is_none_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["soak", "--rounds-per-fault", words])
    assert "give 0.1 to 1000" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["{}", "[]", "no", '{"version": 2}', '{"version": 1, "rounds": []}'])
def test_a_file_that_is_no_report_is_refused_in_a_sentence(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.json"
    file.write_text(content)
    assert main(["soak", "--merge", str(file)]) == 2
    assert "report.json" in capsys.readouterr().err
