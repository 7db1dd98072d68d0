"""The steps from a bundle to a trial, and updates that are refused before anything is changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.deploy import release_bundle
from firmware.deploy.errors import DeployError
from firmware.deploy.release_bundle import SIGNATURE
from firmware.deploy.releases import Trial
from firmware.deploy.steps import carry_out
from firmware.deploy.trial import finish_trial
from firmware.deploy.update import abandon, go_back
from tests.firmware.deploy.installed_box import GAMES, Box, make_bundle, whole

NEW = "0.2.0-1a2b3c4"


def update(box: Box, path: Path) -> list[str]:
    with release_bundle.opened(path) as opened:
        return [str(line) for line in carry_out(box.update(opened).steps())]


def test_a_release_is_unpacked_set_up_and_tried_before_it_becomes_current(box: Box, tmp_path: Path) -> None:
    old = box.releases.current
    path = make_bundle(tmp_path)
    said = update(box, path)
    assert box.releases.current == box.releases.place(NEW)
    assert box.releases.previous == old
    assert box.releases.trial == Trial(NEW)
    assert whole(box.releases.place(NEW), path)
    assert (box.releases.place(NEW) / "meierbox").stat().st_mode & 0o777 == 0o755
    assert box.machine.deeds == [f"set up {NEW}", f"try {NEW}", "sync", "stop"]
    assert said[-1] == f"done: make {NEW} the current release"


def test_a_release_that_fails_its_trial_never_becomes_current(box: Box, tmp_path: Path) -> None:
    old = box.releases.current
    box.machine.bad = frozenset({f"{NEW} plays wrongly"})
    with pytest.raises(DeployError, match="plays wrongly"):
        update(box, make_bundle(tmp_path))
    assert box.releases.current == old
    assert box.machine.running, "it was not even stopped"


def test_what_an_interrupted_update_left_is_deleted(box: Box, tmp_path: Path) -> None:
    for left in (box.releases.place(NEW), box.releases.beside(NEW), box.releases.beside("0.1.5-other")):
        left.mkdir(parents=True)
        (left / "half").write_text("")
    path = make_bundle(tmp_path)
    update(box, path)
    assert {place.name for place in (box.releases.folder / "releases").iterdir()} == {NEW}
    assert not (box.releases.place(NEW) / "half").exists()


def test_an_interrupted_update_leaves_the_box_running_as_it_was(box: Box, tmp_path: Path) -> None:
    old = box.releases.current
    with release_bundle.opened(make_bundle(tmp_path)) as opened:
        ordered = box.update(opened)
        for step in ordered.steps():
            if str(step.says).startswith("make"):
                break
            step.do()
    assert not box.machine.running
    abandon(ordered, box.machine)
    assert (box.releases.current, box.releases.trial, box.machine.running) == (old, None, True)


def test_the_current_release_is_not_an_update(box: Box, tmp_path: Path) -> None:
    path = make_bundle(tmp_path)
    update(box, path)
    finish_trial(box.releases, box.machine, box.journal, box.machine.clock)
    with pytest.raises(DeployError, match="is on this box already"):
        update(box, path)


def test_no_update_begins_while_another_is_on_trial(box: Box, tmp_path: Path) -> None:
    update(box, make_bundle(tmp_path))
    with pytest.raises(DeployError, match="on trial: wait"):
        update(box, make_bundle(tmp_path, "0.3.0"))


def test_wheels_for_other_machines_are_refused(box: Box, tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"is for Python 3.13 aarch64, and this machine has 3.11 aarch64"):
        update(box, make_bundle(tmp_path, machines=["3.13 aarch64"]))
    assert not (box.releases.folder / "releases").exists()


def test_a_system_with_an_overlay_in_memory_is_refused(box: Box, tmp_path: Path) -> None:
    box.machine.on_a_disk = False
    with pytest.raises(DeployError, match="turn the overlay off"):
        update(box, make_bundle(tmp_path))


def test_a_release_that_cannot_read_the_journal_is_refused(box: Box, tmp_path: Path) -> None:
    with pytest.raises(DeployError, match="cannot read the newer journal of this box"):
        update(box, make_bundle(tmp_path, journal=0))
    assert box.machine.running


def test_an_update_without_an_installed_box_is_refused_with_a_remedy(box: Box, tmp_path: Path) -> None:
    (box.releases.folder / "current").unlink()
    with pytest.raises(DeployError, match=r"sudo \./meierbox install"):
        update(box, make_bundle(tmp_path))


def test_a_rollback_on_request_keeps_the_games(box: Box, tmp_path: Path) -> None:
    old = box.releases.current
    update(box, make_bundle(tmp_path, journal=2))
    finish_trial(box.releases, box.machine, box.journal, box.machine.clock)
    assert box.journal_kind() == 2
    list(carry_out([go_back(box.releases)]))
    result = finish_trial(box.releases, box.machine, box.journal, box.machine.clock)
    assert box.releases.current == old
    assert box.machine.running
    assert (box.journal_kind(), box.games()) == (1, GAMES)
    assert result is not None
    assert result.requested
    assert "is kept in" in str(result.says)
    with pytest.raises(DeployError, match="no release to go back to"):
        go_back(box.releases)


def test_a_release_that_was_rolled_back_can_be_tried_again(box: Box, tmp_path: Path) -> None:
    path = make_bundle(tmp_path)
    for _ in range(2):
        update(box, path)
        finish_trial(box.releases, box.machine, box.journal, box.machine.clock)
        assert box.releases.current == box.releases.place(NEW)
        list(carry_out([go_back(box.releases)]))
        finish_trial(box.releases, box.machine, box.journal, box.machine.clock)


def test_a_box_without_a_makers_key_takes_only_the_bundle_that_its_owner_names(box: Box, tmp_path: Path) -> None:
    with release_bundle.opened(make_bundle(tmp_path)) as opened:
        assert "you vouch for it" in str(box.update(opened).signer)
        for named in ("", "1a2b-3c4d", "0" * 32, opened.fingerprint[:-1]):
            strange = replace(box.update(opened), unsigned=named)
            with pytest.raises(DeployError, match=opened.fingerprint):
                list(carry_out(strange.steps()))
    assert not (box.releases.folder / "releases").exists(), "nothing was written"
    assert box.machine.deeds == []


def test_another_bundle_has_another_fingerprint(tmp_path: Path) -> None:
    with (
        release_bundle.opened(make_bundle(tmp_path)) as one,
        release_bundle.opened(make_bundle(tmp_path, journal=2)) as other,
    ):
        assert one.fingerprint != other.fingerprint


def test_an_older_release_is_refused_unless_told(box: Box, tmp_path: Path) -> None:
    update(box, make_bundle(tmp_path, "0.10.0"))
    finish_trial(box.releases, box.machine, box.journal, box.machine.clock)
    for older in ("0.9.0", "0.10.0rc1"):
        with release_bundle.opened(make_bundle(tmp_path, older)) as opened:
            with pytest.raises(DeployError, match=r"older than the release of this box.*--allow-downgrade"):
                list(carry_out(box.update(opened).steps()))
            assert next(box.update(opened, downgrade=True).steps()) is not None
    with release_bundle.opened(make_bundle(tmp_path, "0.10.1")) as opened:
        assert next(box.update(opened).steps()) is not None


def test_a_damaged_bundle_leaves_nothing_behind(box: Box, tmp_path: Path) -> None:
    path = make_bundle(tmp_path)
    data = bytearray(path.read_bytes())
    data[data.index(bytes(range(256))) + 100] ^= 1
    path.write_bytes(data)
    with release_bundle.opened(path) as opened:
        ordered = box.update(opened)
        with pytest.raises(DeployError, match="damaged"):
            list(carry_out(ordered.steps()))
        assert not box.releases.beside(ordered.name).exists()


def test_a_release_that_plays_wrongly_is_deleted_again(box: Box, tmp_path: Path) -> None:
    box.machine.bad = frozenset({f"{NEW} plays wrongly"})
    with release_bundle.opened(make_bundle(tmp_path)) as opened:
        ordered = box.update(opened)
        with pytest.raises(DeployError, match="plays wrongly"):
            list(carry_out(ordered.steps()))
        abandon(ordered, box.machine)
    assert list((box.releases.folder / "releases").iterdir()) == []
    assert box.machine.running


def test_a_box_with_a_makers_key_takes_no_unsigned_bundle(box: Box, tmp_path: Path) -> None:
    box.key.write_text("a key")
    with release_bundle.opened(make_bundle(tmp_path)) as opened:
        assert SIGNATURE not in opened.manifest.files
        with pytest.raises(DeployError, match="is not signed by the owner"):
            _ = box.update(opened).signer
