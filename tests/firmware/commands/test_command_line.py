"""The command line as a whole: what it lists, and what it loads."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from firmware.commands import NAMES
from tests.firmware.commands.terminal import meierbox

PROJECT = Path(__file__).parents[3]


def test_help_lists_every_command(tmp_path: Path) -> None:
    done = meierbox("--help", state=tmp_path)
    assert done.returncode == 0
    assert [
        name for name in NAMES if f"\n    {name} " not in done.stdout and f"\n    {name}\n" not in done.stdout
    ] == []


def test_the_version_is_that_of_the_installed_project(tmp_path: Path) -> None:
    done = meierbox("--version", state=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"meierbox {version('meierbox')}\n")


def test_an_unknown_command_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    for words in ((), ("juggle",)):
        done = meierbox(*words, state=tmp_path)
        assert done.returncode == 2
        assert "COMMAND" in done.stderr
    assert "'judge'" in done.stderr


def test_a_command_loads_no_other_command() -> None:
    check = (
        "import sys, firmware.commands as commands\n"
        "try: commands.main(['odds', '--rules', 'viking', '--claim', '1-2'])\n"
        "finally: print([name for name in sys.modules if name.startswith('firmware.commands.')])"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=PROJECT, check=True, capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].strip("[]").replace("'", "").split(", "))
    assert "firmware.commands.odds" in loaded
    assert not loaded & {"firmware.commands.league", "firmware.commands.games", "firmware.commands.demo"}
