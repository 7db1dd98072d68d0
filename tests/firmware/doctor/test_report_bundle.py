"""A bundle describes the machine and no person."""

import json
import zipfile
from pathlib import Path

from firmware.doctor.report_bundle import redact, write_bundle


def test_it_holds_findings_and_facts_and_no_private_words(tmp_path: Path) -> None:
    path = tmp_path / "bundle.zip"
    finding = {"says": "/home/astrid/.local/state is read-only", "remedy": "ask astrid on hall.local"}
    write_bundle(path, [finding], {"opencv": "4.11.0.86"}, ["hall", "astrid"])
    with zipfile.ZipFile(path) as bundle:
        assert sorted(bundle.namelist()) == ["findings.json", "machine.json"]
        text = bundle.read("findings.json").decode()
        assert json.loads(bundle.read("machine.json")) == {"opencv": "4.11.0.86"}
    assert json.loads(text)[0]["says"] == "~/.local/state is read-only"
    assert "astrid" not in text
    assert "hall" not in text


def test_what_is_private_is_taken_out() -> None:
    for text, left in (
        ("/Users" + "/astrid/meierbox", "~/meierbox"),
        ("/root" + "", "~"),
        ("from 192.168.1.20", "from (hidden)"),
        ("at b8:27:eb:01:02:03", "at (hidden)"),
        ("the hallway of hall", "the hallway of (hidden)"),
        ("42 °C", "42 °C"),
    ):
        assert redact(text, ["hall", ""]) == left
