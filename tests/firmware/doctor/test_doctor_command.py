"""`doctor` from the outside: lines, JSON, bundle, exit codes."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[3]


def doctor(*words: str, state: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware", "doctor", *words],
        cwd=ROOT,
        env={**os.environ, "MEIERBOX_STATE": str(state), "DISPLAY": ":0"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_healthy_box_ends_with_0_and_a_line_a_finding(tmp_path: Path) -> None:
    done = doctor("--camera", "sim:7", state=tmp_path)
    assert done.returncode == int("ISSUE " in done.stdout), done.stdout
    assert "OK       camera: simulated box gives" in done.stdout
    assert "OK       focus" in done.stdout


def test_machines_get_an_object_a_line_and_a_missing_camera_is_an_issue_with_a_remedy(tmp_path: Path) -> None:
    done = doctor("--json", "--camera", "usb:97", state=tmp_path)
    assert done.returncode == 1
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    assert {"power", "heat", "clock", "disk", "journal", "screen", "sound", "groups", "packages", "service"} <= {
        finding["part"] for finding in findings
    }
    assert all(set(finding) == {"part", "level", "says", "remedy"} for finding in findings)
    found = next(finding for finding in findings if finding["part"] == "camera")
    assert found["level"] == "ISSUE"
    assert found["remedy"]
    assert "Traceback" not in done.stderr


def test_a_bundle_is_written_or_refused_in_one_sentence(tmp_path: Path) -> None:
    done = doctor("--camera", "none", "--bundle", str(tmp_path / "report.zip"), state=tmp_path)
    assert done.returncode in (0, 1)
    assert zipfile.is_zipfile(tmp_path / "report.zip")
    refused = doctor("--camera", "none", "--bundle", str(tmp_path / "no" / "report.zip"), state=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
