"""What is fed: each kind makes cases out of samples, and tries one; an error that is expected ends a case quietly."""

import io
import json
import os
import random
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware.commands.judge import annotated_record
from firmware.config.house_rules import FILE as HOUSES
from firmware.config.house_rules import HouseRulesFile, SavedRules
from firmware.config.settings import FILE as SETTINGS
from firmware.config.settings import VOLUME, Preferences, Settings, fresh
from firmware.config.start_guard import FLAG, StartGuard
from firmware.deploy import release_bundle
from firmware.deploy.errors import DeployError
from firmware.deploy.steps import carry_out
from firmware.deploy.update import abandon
from firmware.dice_sets.die_set import DieSet, DieSets, PipStyle, Shape
from firmware.dice_sets.errors import DieSetError
from firmware.rules.record.adjudication import adjudicate, as_json
from hardware.calibration.record import load
from hardware.errors import CalibrationError
from hardware.simulated.remembered_throws import Memory, remembered_camera
from hardware.simulated.simulated_box import SimulatedBox
from tests.firmware.commands.terminal import meierbox
from tests.firmware.deploy.installed_box import make_box, make_bundle
from tests.fuzzing.mutation import mutated
from tests.fuzzing.parsers import RECORDS, parsers
from vision.camera_model import CameraModelError, load_calibrations

CALIBRATION = {
    "image_size": [1280, 960],
    "camera_matrix": [[520.0, 0, 640.0], [0, 522.0, 478.0], [0, 0, 1]],
    "distortion": [-0.22, 0.04, 0.001, -0.001, -0.003],
    "rvec": [3.1, 0.05, 0.02],
    "tvec": [4.0, -3.0, 110.0],
}
CAMERA_TOML = (
    '[camera]\nname = "Pi camera 0"\nexposure = 8000\ngain = 1.5\nred = 2.0\nblue = 1.5\nlens = 4.0\n'
    "[region]\nleft = 0.1\ntop = 0.1\nsize = 0.7\n[scale]\nmm_per_pixel = 0.15\nwidth = 1280\ncamera_mm = 155.0\n"
    'source = "card"\n[light]\nlevel = 90.0\n'
)


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of input: `prepare` makes what all its cases share, and gives what tries one."""

    name: str
    prepare: Callable[[Path], Callable[[random.Random], None]]
    slowest: float


def records(_folder: Path) -> Callable[[random.Random], None]:
    """Mutated records, adjudicated and written in both forms."""
    samples = [record.encode() for record in RECORDS]

    def attempt(rng: random.Random) -> None:
        text = mutated(rng.choice(samples), rng, samples).decode("utf-8", errors="replace")
        adjudication = adjudicate(text)
        json.dumps(as_json("x", adjudication), default=str)
        annotated_record("x", adjudication)

    return attempt


def any_parser(folder: Path) -> Callable[[random.Random], None]:
    """Mutated bytes for whatever parses some: records, TOML, JSON, manifests, results, arms, journals (parsers.py)."""
    known = parsers(folder)

    def attempt(rng: random.Random) -> None:
        parser = rng.choice(known)
        parser.parse(mutated(rng.choice(parser.samples), rng, parser.samples))

    return attempt


def bundles(folder: Path) -> Callable[[random.Random], None]:
    """Mutated bundles, installed as far as they go; a box that refuses one must be as it was."""
    box = make_box(folder / "box")
    good = make_bundle(folder).read_bytes()
    path = folder / "meierbox-0.2.0-fuzzed.zip"
    before = box.releases.current

    def attempt(rng: random.Random) -> None:
        path.write_bytes(_mutated_bundle(good, rng))
        with suppress(DeployError), release_bundle.opened(path) as opened:
            ordered = box.update(opened)
            try:
                for step in ordered.steps():
                    if str(step.says) == "stop the box; its game stays as it is":
                        break
                    list(carry_out([step]))
            finally:
                abandon(ordered, box.machine)
                left = box.releases.folder / "releases"
                assert box.releases.current == before
                assert not left.exists() or not list(left.iterdir()), "something of it is left"

    return attempt


def _mutated_bundle(good: bytes, rng: random.Random) -> bytes:
    """Mutates the file, or its manifest alone so that the zip stays whole."""
    if rng.random() < 0.6:
        return mutated(good, rng)
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        changed = bytearray(archive.read(release_bundle.MANIFEST))
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] = rng.choice(b'0123456789-{}[]",:./\\ eE\0\xff')
    return _with_manifest(good, bytes(changed))


def _with_manifest(good: bytes, manifest: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as source, zipfile.ZipFile(target, "w") as made:
        for name in source.namelist():
            made.writestr(name, manifest if name == release_bundle.MANIFEST else source.read(name))
    return target.getvalue()


def settings(folder: Path) -> Callable[[random.Random], None]:
    """Mutated settings, house rules, flags, die sets and memories of a simulated box: used, changed, and used again."""
    place = folder / "state"
    HouseRulesFile(place).keep(SavedRules("The fair", "mia", {"lives": 5, "ranking": "modern"}))
    sets = DieSets(place)
    sets.save(DieSet("bone", Shape.CUBE, PipStyle.RINGS, (1, 2, 3, 4, 5, 6), (16.0, 16.0), "#ffffff", "#000000"))
    StartGuard([place]).begin()
    Memory(place / "box.json", "sim:7").hand((1, 2), 5)
    (place / SETTINGS).write_text(fresh(Settings()))
    files = (place / SETTINGS, place / HOUSES, place / FLAG, sets.path("bone"), place / "box.json")
    samples = {file: file.read_bytes() for file in files}

    def attempt(rng: random.Random) -> None:
        for file, good in samples.items():
            file.write_bytes(mutated(good, rng, tuple(samples.values())))
        try:
            _use_settings(place)
        finally:
            for aside in place.glob("*.*-2*"):
                aside.unlink()

    return attempt


def _use_settings(place: Path) -> None:
    for complaint in Preferences(place, keeps_damaged=True).complaints:
        str(complaint)
    preferences = Preferences(place)
    assert preferences.change(VOLUME, 3) is None
    again = Preferences(place).settings
    assert again.number(VOLUME) == 3
    houses = HouseRulesFile(place)
    str(houses.trouble)
    houses.keep(SavedRules("x", "mia", {"lives": 3}))
    assert [house for house in HouseRulesFile(place).of("mia") if house.name == "x"]
    guard = StartGuard([place])
    str(guard.before.why_careful)
    guard.begin()
    with suppress(DieSetError):
        DieSets(place).load("bone")
    remembered_camera(place / "box.json")
    memory = Memory(place / "box.json", "sim:7")
    memory.hand((1, 2), 5)
    memory.shake(2)


def calibrations(folder: Path) -> Callable[[random.Random], None]:
    """Mutated calibrations of both kinds; what loads must be usable."""
    one = json.dumps(CALIBRATION).encode()
    lines = "\n".join(json.dumps({"file": name, "calibration": CALIBRATION}) for name in ("a", "b")).encode()
    toml = CAMERA_TOML.encode()
    file = folder / "calibration"
    corners = np.array([[0.0, 0.0], [1279.0, 959.0], [640.0, 480.0]])

    def attempt(rng: random.Random) -> None:
        file.write_bytes(mutated(rng.choice((one, lines)), rng, (one, lines)))
        with suppress(CameraModelError):
            camera = load_calibrations(file).of(Path("a"))
            if camera is not None:
                camera.to_plane(corners, 10.0)
        file.write_bytes(mutated(toml, rng, (toml,)))
        with suppress(CalibrationError):
            found = load(file)
            found.region.within((0, 0, 4000, 3000))
            found.toml()

    return attempt


BATCH = 20
"""So many pictures are read by one command, since to load the reader takes longer than to refuse one."""


def images(folder: Path) -> Callable[[random.Random], None]:
    """Mutated photographs of dice, read twenty at a time; each case is one of those commands."""
    box = SimulatedBox(7, shaking=0)
    box.shake(2)
    frame = cv2.resize(box.capture().image, (320, 240))
    samples = [cv2.imencode(kind, frame)[1].tobytes() for kind in (".jpg", ".png", ".bmp", ".webp", ".tiff", ".ppm")]

    def attempt(rng: random.Random) -> None:
        files = [folder / f"{number}.jpg" for number in range(BATCH)]
        for file in files:
            file.write_bytes(mutated(rng.choice(samples), rng, samples))
        done = meierbox("read", "--json", *map(str, files), state=folder / "state")
        assert done.returncode in (0, 1, 2)
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [entry["file"] for entry in told] == list(map(str, files))

    return attempt


WORDS = (
    *(
        "read",
        "judge",
        "games",
        "list",
        "show",
        "export",
        "stats",
        "verify",
        "rules",
        "play",
        "bless",
        "update",
        "install",
    ),
    *(
        "--json",
        "--window",
        "99999x99999",
        "--rules",
        "mia",
        "--expect",
        "7",
        "-1",
        "9" * 400,
        "1e9",
        "--help",
        "--dice",
    ),
    *("\x1b[2J", "\u202e", "\udcff", "", "-", "--", "--calibration", "/dev/zero", "/dev/null", "/proc/self/mem", "/"),
    *("a" * 5000, "%s%n", "{0}", "../../x", "--list", "--language", "xx", "--seats", "A; B", "--camera", "sim:9x", "1"),
)
HARMLESS = ("read", "judge", "games", "bless --list")
NAMES = ("MEIERBOX_STATE", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME", "COLUMNS", "LANGUAGE", "NO_COLOR", "TERM", "TZ")


def commands(folder: Path) -> Callable[[random.Random], None]:
    """Command lines and environment variables of any words; none but harmless commands are called rightly."""

    def attempt(rng: random.Random) -> None:
        first = rng.choice((*HARMLESS, "play --window 1x", "update --nothing", "install --nothing", "tour --size 1x"))
        words = [*first.split(), *(rng.choice(WORDS) for _ in range(rng.randint(0, 4)))]
        words = [word for word in words if word != "-"]  # would wait for standard input
        environ = {rng.choice(NAMES): _value(rng, folder) for _ in range(rng.randint(0, 3))}
        done = meierbox(*words, cwd=folder, **{"state": folder / "state", **environ})  # type: ignore[arg-type]
        assert done.returncode in (0, 1, 2), done
        assert "Traceback" not in done.stderr
        assert not set(done.stdout + done.stderr) & set("\x1b\u202e")

    return attempt


def _value(rng: random.Random, folder: Path) -> str:
    return rng.choice(
        ("", "/dev/null", "/proc/1", "x" * 5000, "\udcff", str(folder / "x"), "-1", "\x1b[2J\u202e", os.sep)
    )


TARGETS: Sequence[Target] = (
    Target("records", records, 2.0),
    Target("parsers", any_parser, 2.0),
    Target("bundles", bundles, 5.0),
    Target("settings", settings, 5.0),
    Target("calibrations", calibrations, 2.0),
    Target("images", images, 60.0),
    Target("commands", commands, 20.0),
)
