"""Whatever turns bytes from outside into values: each with samples, and with the errors that it may raise."""

import contextlib
import io
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from firmware.config.bounded_files import parse_json, parse_toml
from firmware.config.errors import MalformedTextError
from firmware.config.roll_of_arms import FILE as ARMS
from firmware.config.roll_of_arms import RollOfArms
from firmware.deploy import release_bundle
from firmware.deploy.errors import BundleError
from firmware.heraldry.default_arms import default_arms
from firmware.journal import verify_export
from firmware.journal.database import FILE
from firmware.journal.game_export import exported_game
from firmware.journal.journal_reader import JournalReader
from firmware.journal.storage.salvage import salvage
from firmware.league.broker_settings import FILE as BROKER
from firmware.league.broker_settings import read_broker_settings
from firmware.league.errors import LeagueSettingsError, ResultError
from firmware.league.game_result import LeagueResult, parsed_result
from firmware.rules.errors import RulesError
from firmware.rules.events import from_json
from firmware.rules.record.adjudication import adjudicate
from tests.firmware.journalled_games import journal_game

RECORDS = (
    '[Rules "viking"]\n[Seats "Astrid; Bjorn; Sigrid"]\n[Opens "Astrid"]\n[Option "end" "gambling"]\n'
    "Astrid rolls 3-1 claims 3-2  # a lie\nBjorn accepts\nBjorn rolls 5-4 claims 5-4\nSigrid challenges\n"
    'ruling Bjorn -1 "die on the floor"\nundo\nSigrid blind 6-6 claims 6-6\nAstrid passes claims 2-1\n',
    '[Rules "sympkyn-cups"]\n[Seats "Astrid; Bjorn"]\n[Opens "Astrid"]\ndeal 2 4 4 5 5 / 1 1 4 4 6\nAstrid bids 2x4\n'
    "Bjorn bids 3x4\nAstrid challenges\n",
    '[Rules "stars"]\n[Seats "Astrid; Bjorn; Ulf"]\n[Stock "5; 5; 5"]\nroll-off Astrid 3, Bjorn 6, Ulf 6\n'
    "roll-off Bjorn 2, Ulf 1\ndeal 1 2 3 4 5 / 1 1 1 1 1 / ? ? ? 2 2\nBjorn shows 1 1 rerolls 5 3 2 bids 4x1\n",
    '[Rules "mia"]\n[Seats "A; B; C"]\nA rolls 2-1 claims 2-1\nB challenges\nA shows 2-1\n',
    '[Rules "bullshit"]\n[Seats "A; B; C"]\nA rolls 6-5 claims 6-5\nB accepts\nB sums 13\n',
)
SETTINGS = 'volume = 3\nlanguage = "en"\n[table]\nnames = ["Astrid", \'Bjorn\']\nsince = 2026-11-23\n'
LEAGUE = (
    'host = "hall.local"\nevent = "pennsic-53"\nport = 8883\nuser = "box"\npassword = "ale"\ntls = true\nca = "x"\n'
)
MANIFEST = release_bundle.Manifest(
    "0.2.0",
    "1a2b3c4",
    "2026-11-21",
    ("3.11 aarch64",),
    {"firmware/__init__.py": release_bundle.BundledFile("0" * 64, 7, program=False)},
    1_700_000_000,
)
RESULT = LeagueResult("a" * 64, "b" * 64, 40, "viking", ("Astrid", "Bjorn"), (1, 2), 9, 1.7e9, 1.7e9 + 600)


@dataclass(frozen=True, slots=True)
class Parser:
    """`parse` takes any bytes, quietly; whatever it raises was not expected.

    A guided search makes no input longer than `longest`, and begins with the samples that are not.
    """

    name: str
    samples: Sequence[bytes]
    parse: Callable[[bytes], object]
    longest: int = 1 << 16


def parsers(folder: Path) -> tuple[Parser, ...]:
    """Returns all of them; `folder` is where those that read files find theirs."""
    journal = _journal(folder / "played")
    with JournalReader(journal.parent) as reader:
        exported = json.dumps(exported_game(reader, 1)).encode()
        events = [row.body.encode() for row in reader.chain() if row.kind == "event"][:40]
    arms = folder / "arms"
    RollOfArms(arms).keep("Astrid", default_arms("Astrid"))
    (folder / "league").mkdir()
    return (
        Parser(
            "record", [record.encode() for record in RECORDS], lambda data: adjudicate(data.decode(errors="replace"))
        ),
        Parser("toml", [SETTINGS.encode(), LEAGUE.encode()], _raising(MalformedTextError, _toml)),
        Parser("json", [MANIFEST.encoded(), exported[:2000]], _raising(MalformedTextError, _json)),
        Parser("manifest", [MANIFEST.encoded()], _raising(BundleError, release_bundle.decoded)),
        Parser("result", [RESULT.to_json().encode()], _raising(ResultError, parsed_result)),
        Parser("event", events, _raising((RulesError, MalformedTextError), _event)),
        Parser("arms", [(arms / ARMS).read_bytes()], lambda data: _arms(arms, data)),
        Parser(
            "league", [LEAGUE.encode()], _raising(LeagueSettingsError, lambda data: _league(folder / "league", data))
        ),
        Parser(
            "journal",
            [journal.read_bytes(), _in_small_pages(journal)],
            lambda data: _salvage(folder / "damaged.db", data),
            longest=1 << 14,
        ),
        Parser("export", [exported], lambda data: _verify(folder / "game.json", data)),
    )


def _journal(folder: Path) -> Path:
    journal_game(folder, "viking", {}, 1, actions=12)
    return folder / FILE


def _in_small_pages(journal: Path) -> bytes:
    """The start of the same journal in pages of 512 bytes, which are read many times as fast while watched."""
    small = journal.with_name("small.db")
    small.write_bytes(journal.read_bytes())
    with closing(sqlite3.connect(small)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA page_size = 512")
        db.execute("DELETE FROM rows WHERE id > 8")
        db.execute("DELETE FROM photographs")
        db.commit()
        db.execute("VACUUM")
    return small.read_bytes()


def _raising(
    expected: type[Exception] | tuple[type[Exception], ...], parse: Callable[[bytes], object]
) -> Callable[[bytes], object]:
    kinds = expected if isinstance(expected, tuple) else (expected,)

    def attempt(data: bytes) -> None:
        with contextlib.suppress(*kinds):
            parse(data)

    return attempt


def _toml(data: bytes) -> object:
    return parse_toml(data.decode(errors="replace"))


def _json(data: bytes) -> object:
    return parse_json(data.decode(errors="replace"))


def _event(data: bytes) -> object:
    found = parse_json(data.decode(errors="replace"))
    return from_json(found["event"]) if isinstance(found, dict) and isinstance(found.get("event"), dict) else None


def _arms(folder: Path, data: bytes) -> None:
    (folder / ARMS).write_bytes(data)
    assert len(RollOfArms(folder).of(("Astrid", "Bjorn", "Ulf"))) == 3
    for aside in folder.glob(f"{ARMS}.*"):
        aside.unlink()


def _league(folder: Path, data: bytes) -> None:
    path = folder / BROKER
    path.touch(mode=0o600)
    path.write_bytes(data)
    read_broker_settings(path)


def _salvage(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    found = salvage(path)
    found.damaged()
    found.games()


def _verify(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert verify_export.main([str(path)]) in (0, 1, 2)
