"""The units as systemd's own programs judge them, filled in as `install` does."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.app.appliance import RESULT
from firmware.deploy.card.setup import FSTAB
from firmware.deploy.install import ENABLED
from firmware.deploy.releases import RELEASES
from firmware.deploy.units import CONSOLE, DESKTOP, UnitFile, as_address, as_word, filled, read_template
from firmware.league.broker_settings import FILE as LEAGUE_FILE

PROJECT = Path(__file__).parents[2]
ANALYZE = shutil.which("systemd-analyze")
needs_analyze = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed (apt install systemd)")
VALUES = {
    "PYTHON": as_word(Path(sys.executable)),
    "PREVIOUS": as_word(Path(sys.executable)),
    "RELEASES": RELEASES,
    "PROJECT": as_address(Path("/opt/my box")),
    "USER": "daemon",
    "GROUP": "daemon",
    "GROUPS": "video audio",
}
SERVICES = ["meierbox.service", "meierbox-failed.service", "meierbox-poweroff.service", "meierbox-trial.service"]


def fill(folder: Path, targets: tuple[UnitFile, ...]) -> list[Path]:
    paths = []
    for target in targets:
        path = folder / Path(target.path).name
        path.write_text(filled(read_template(PROJECT, target), VALUES))
        paths.append(path)
    return paths


def analyze(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    env = {**os.environ, **environ}
    return subprocess.run([ANALYZE, *words], env=env, capture_output=True, text=True, check=False, timeout=60)


@needs_analyze
def test_systemd_finds_no_fault_with_the_units_of_the_console(tmp_path: Path) -> None:
    done = analyze("verify", "--man=no", *map(str, fill(tmp_path, CONSOLE)))
    assert (done.returncode, done.stderr) == (0, "")


@needs_analyze
def test_systemd_finds_no_fault_with_the_unit_of_a_desktop(tmp_path: Path) -> None:
    unit, _ = fill(tmp_path, DESKTOP)
    done = analyze("verify", "--man=no", "--user", str(unit), XDG_RUNTIME_DIR=str(tmp_path))
    assert "meierbox.service" not in done.stderr
    assert done.returncode == 0, done.stderr


@needs_analyze
def test_systemd_finds_a_fault_where_one_is(tmp_path: Path) -> None:
    unit, *_ = fill(tmp_path, CONSOLE)
    unit.write_text(unit.read_text().replace("WatchdogSec=20", "WatchdogSec=often"))
    assert "often" in analyze("verify", "--man=no", str(unit)).stderr


@needs_analyze
def test_a_service_is_exposed_no_more_than_it_must(tmp_path: Path) -> None:
    fill(tmp_path, CONSOLE)
    for name in SERVICES:
        done = analyze("security", "--offline=yes", "--no-pager", "--threshold=20", str(tmp_path / name))
        assert done.returncode == 0, done.stdout + done.stderr
        assert re.search(r"exposure level for \S+: [01]\.\d", done.stdout)


@needs_analyze
def test_the_league_is_exposed_only_to_the_network(tmp_path: Path) -> None:
    fill(tmp_path, CONSOLE)
    done = analyze(
        "security", "--offline=yes", "--no-pager", "--threshold=25", str(tmp_path / "meierbox-league.service")
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_league_is_off_until_somebody_turns_it_on() -> None:
    assert "meierbox-league.service" not in ENABLED
    unit = next(unit for unit in CONSOLE if unit.template == "meierbox-league.service")
    assert f"ConditionPathExists=%S/meierbox/{LEAGUE_FILE}\n" in read_template(PROJECT, unit)


@needs_analyze
def test_without_its_sandbox_a_service_would_be_exposed(tmp_path: Path) -> None:
    unit, *_ = fill(tmp_path, CONSOLE)
    unit.write_text(re.sub(r"^(Protect|Restrict|System|Device|Capab|IPAddress).*$", "", unit.read_text(), flags=re.M))
    assert analyze("security", "--offline=yes", "--no-pager", "--threshold=20", str(unit)).returncode != 0


def test_nothing_is_left_to_be_filled_in() -> None:
    for unit in (*CONSOLE, *DESKTOP):
        assert not re.search("@[A-Z]+@", filled(read_template(PROJECT, unit), VALUES)), unit.template


def test_every_template_is_installed_somewhere() -> None:
    there = {path.name for path in (PROJECT / "systemd").rglob("*") if path.is_file() and path.suffix != ".md"}
    named = {Path(target.template).name for target in (*CONSOLE, *DESKTOP)}
    assert there == named | {"sysusers.conf", "tmpfiles.conf", "watchdog.conf"}


def test_the_box_is_watched_and_restarted_with_a_limit() -> None:
    text = read_template(PROJECT, CONSOLE[0])
    for line in ("Type=notify", "WatchdogSec=20", "Restart=on-failure", "StartLimitBurst=5"):
        assert f"\n{line}\n" in text
    assert "\nOnFailure=meierbox-failed.service\n" in text


def test_the_file_that_the_box_creates_is_the_one_that_is_watched_for() -> None:
    wish = re.search(r"MEIERBOX_POWER_OFF=(\S+)", read_template(PROJECT, CONSOLE[0]))
    assert wish is not None
    assert f"PathExists={wish[1]}\n" in read_template(PROJECT, CONSOLE[2])
    order = re.search(r"MEIERBOX_MAINTENANCE=(\S+)", read_template(PROJECT, CONSOLE[0]))
    assert order is not None
    path, service = (
        next(unit for unit in CONSOLE if unit.template == f"meierbox-maintenance.{kind}")
        for kind in ("path", "service")
    )
    assert f"PathExists={order[1]}\n" in read_template(PROJECT, path)
    assert f" {order[1]} %t/{RESULT.removeprefix('/run/')}\n" in read_template(PROJECT, service)


def test_the_box_starts_although_the_journals_partition_does_not() -> None:
    """`StateDirectory=` would require the mount (systemd.exec(5)); a slow emulated card showed no box."""
    for unit in CONSOLE[:2]:
        text = read_template(PROJECT, unit)
        assert not re.search("^StateDirectory=", text, flags=re.M)
        assert "\nReadWritePaths=-%S/meierbox\n" in text
    assert re.search(r"^After=.*\bvar-lib-meierbox\.mount$", read_template(PROJECT, CONSOLE[0]), flags=re.M)


def test_the_document_mounts_the_journal_as_a_card_does() -> None:
    assert f"`{FSTAB}`" in (PROJECT / "systemd/README.md").read_text("utf-8")
