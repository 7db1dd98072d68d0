"""The first start of a card: every step once, and a power cut anywhere."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.config.settings import LANGUAGE, Preferences
from firmware.deploy.card.boot_files import BOOT, DONE, FOLDER, READ_ONLY
from firmware.deploy.card.choices import CardChoices, read_choices
from firmware.deploy.card.setup import FSTAB, NEVER_STOPS, PATIENT, CardSetup
from firmware.deploy.errors import CardError
from firmware.deploy.units import JOURNAL
from tests.firmware.deploy.card.fresh_card import HASHED, FakeCard, PowerCutError, fresh_card

CHOICES = CardChoices(password=HASHED, wifi_name="Tavern", wifi_key="0" * 64, ssh=True, read_only=True, language="de")


def finish(setup: CardSetup) -> list[str]:
    """Runs the remaining steps."""
    ran = []
    for step in setup.remaining():
        ran.append(step.name)
        step.do()
    return ran


def card_of(setup: CardSetup) -> FakeCard:
    assert isinstance(setup.system, FakeCard)
    return setup.system


def result_of(setup: CardSetup) -> dict[str, object]:
    """The state of a finished card."""
    system = setup.system
    boot = system.at(BOOT)
    releases = system.at("/usr/local/lib/meierbox/releases")
    return {
        "fstab": system.at("/etc/fstab").read_text(),
        "command line": (boot / "cmdline.txt").read_text(),
        "config": (boot / "config.txt").read_text(),
        "releases": sorted(path.name for path in releases.iterdir()),
        "Wi-Fi": system.at("/etc/NetworkManager/system-connections/meierbox.nmconnection").read_text(),
        "left on the boot partition": sorted(path.name for path in (boot / FOLDER).iterdir()),
        "mounted": card_of(setup).is_mounted,
    }


def test_a_first_start_takes_every_step_once_and_the_next_start_none(tmp_path: Path) -> None:
    setup = fresh_card(tmp_path, CHOICES)
    assert finish(setup) == [step.name for step in setup.steps()]
    assert setup.system.at(DONE).exists()
    assert finish(setup) == []
    result = result_of(setup)
    assert FSTAB in str(result["fstab"])
    assert f"{BOOT} vfat defaults,{PATIENT},{NEVER_STOPS} 0 2" in str(result["fstab"])
    assert READ_ONLY in str(result["command line"]).split()
    assert result["releases"] == ["0.2.0-1a2b3c4"]


def test_the_box_speaks_the_language_of_its_card(tmp_path: Path) -> None:
    setup = fresh_card(tmp_path, replace(CHOICES, language="da"))
    finish(setup)
    assert Preferences(setup.system.at(JOURNAL)).settings.word(LANGUAGE) == "da"
    with pytest.raises(CardError, match="'tlh' does not work as language"):
        CardChoices(language="tlh")


def test_a_power_cut_at_any_operation_ends_in_the_same_card(tmp_path: Path) -> None:
    whole = fresh_card(tmp_path / "whole", CHOICES)
    finish(whole)
    for cut in range(1, card_of(whole).operations + 1):
        setup = fresh_card(tmp_path / str(cut), CHOICES)
        card = card_of(setup)
        card.cut_at = cut
        with pytest.raises(PowerCutError):
            finish(setup)
        # A mount is gone after a power cut, but fstab restores it at the next start.
        card.is_mounted = FSTAB in setup.system.at("/etc/fstab").read_text()
        finish(setup)
        assert result_of(setup) == result_of(whole), f"after a cut at operation {cut}"


def test_a_start_that_gave_up_on_the_journals_partition_mounts_it_before_anything_is_written_there(
    tmp_path: Path,
) -> None:
    setup = fresh_card(tmp_path, replace(CHOICES, language="da"))
    for step in setup.remaining():
        step.do()
        if step.name == "packages":
            card_of(setup).is_mounted = False
        elif step.name == "service":
            assert card_of(setup).is_mounted


def test_no_secret_stays_on_the_partition_that_every_computer_can_read(tmp_path: Path) -> None:
    setup = fresh_card(tmp_path, CHOICES)
    finish(setup)
    boot = setup.system.at(BOOT)
    text = "".join(
        path.read_text(errors="replace") for path in boot.rglob("*") if path.is_file() and path.suffix != ".zip"
    )
    assert HASHED not in text
    assert "0" * 64 not in text
    assert read_choices(boot / FOLDER / "choices.toml") == CHOICES.without_secrets()


def test_a_card_with_no_room_for_the_journal_stays_writable(tmp_path: Path) -> None:
    """A read-only system without a partition for the journal would forget every game."""
    setup = fresh_card(tmp_path, CHOICES)
    setup.steps()[0].do()
    card_of(setup).third = False
    with pytest.raises(CardError, match="no room for the journal's partition"):
        setup.steps()[1].do()


def test_everything_runs_from_the_bundle_with_the_systems_own_python(tmp_path: Path) -> None:
    """At the first start there is no environment yet: no module may need more than the standard library."""
    code = "import json, sys; import firmware.deploy.card.__main__; print(json.dumps(sorted(sys.modules)))"
    project = Path(__file__).parents[4]
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(project), "PATH": os.environ["PATH"]},
        cwd=tmp_path,
    )
    assert not {"numpy", "cv2", "pygame"} & set(json.loads(done.stdout))
