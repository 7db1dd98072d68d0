"""A bundle: what goes in comes out, and nothing else."""

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.deploy import release_bundle, signature
from firmware.deploy.errors import DeployError
from firmware.deploy.release_bundle import MANIFEST, SIGNATURE, Manifest
from tests.firmware.deploy.installed_box import make_bundle, make_project, whole

Change = Callable[[dict[str, bytes]], None]


def altered(path: Path, change: Change) -> Path:
    """Rewrites the bundle with other members."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def with_file(name: str) -> Change:
    def change(members: dict[str, bytes]) -> None:
        manifest = json.loads(members[MANIFEST])
        manifest["files"][name] = manifest["files"]["meierbox"]
        members[MANIFEST] = json.dumps(manifest).encode()
        members[name] = members["meierbox"]

    return change


def with_fact(name: str, fact: object) -> Change:
    def change(members: dict[str, bytes]) -> None:
        members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), name: fact}).encode()

    return change


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    path = make_bundle(tmp_path)
    with release_bundle.opened(path) as opened:
        assert opened.manifest.name == "0.2.0-1a2b3c4"
        assert opened.signature is None
        opened.unpack(tmp_path / "out")
    assert whole(tmp_path / "out", path)
    assert (tmp_path / "out" / "wheels" / "numpy.whl").read_bytes() == bytes(range(256))


def test_the_same_files_make_the_same_bundle(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    assert make_bundle(tmp_path).read_bytes() == make_bundle(tmp_path / "again").read_bytes()


@pytest.mark.skipif(shutil.which("unzip") is None, reason="unzip is not installed")
def test_anybody_can_unzip_it_and_start(tmp_path: Path) -> None:
    path = make_bundle(tmp_path)
    subprocess.run(["unzip", "-q", path, "-d", tmp_path / "out"], check=True)
    assert whole(tmp_path / "out", path)


def spoil(members: dict[str, bytes]) -> None:
    members["wheels/numpy.whl"] = members["wheels/numpy.whl"][::-1]


def shorten(members: dict[str, bytes]) -> None:
    members["wheels/numpy.whl"] = members["wheels/numpy.whl"][:-1]


def lengthen(members: dict[str, bytes]) -> None:
    members["wheels/numpy.whl"] += b"!"


def take_out(members: dict[str, bytes]) -> None:
    del members["wheels/numpy.whl"]


@pytest.mark.parametrize("change", [spoil, shorten, lengthen, take_out])
def test_a_file_that_is_not_as_the_manifest_says_is_refused(tmp_path: Path, change: Change) -> None:
    with (
        release_bundle.opened(altered(make_bundle(tmp_path), change)) as opened,
        pytest.raises(DeployError, match=r"numpy.whl.*copy it to the USB drive again"),
    ):
        opened.unpack(tmp_path / "out")


def test_what_is_not_in_the_manifest_is_not_unpacked(tmp_path: Path) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["firmware/other.py"] = b"import os"

    with release_bundle.opened(altered(make_bundle(tmp_path), change)) as opened:
        opened.unpack(tmp_path / "out")
    assert not (tmp_path / "out" / "firmware" / "other.py").exists()


@pytest.mark.parametrize("name", ["../outside", "/etc/outside", "a/../../outside", "a\\b", "./a"])
def test_a_file_outside_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    path = altered(make_bundle(tmp_path), with_file(name))
    with pytest.raises(DeployError, match="outside its own folder"), release_bundle.opened(path):
        pass


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_fact("version", "../../etc"), "not the name of a release"),
        (with_fact("format", 2), "update to a release in between"),
        (with_fact("files", 7), "cannot be read"),
        (lambda members: members.pop(MANIFEST), "has no manifest.json"),
    ],
)
def test_an_invalid_manifest_is_refused(tmp_path: Path, change: Change, sentence: str) -> None:
    with pytest.raises(DeployError, match=sentence), release_bundle.opened(altered(make_bundle(tmp_path), change)):
        pass


def test_half_a_bundle_is_refused(tmp_path: Path) -> None:
    path = make_bundle(tmp_path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(DeployError, match="is not a release bundle"), release_bundle.opened(path):
        pass


def test_a_missing_bundle_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match="There is no file"), release_bundle.opened(tmp_path / "none.zip"):
        pass


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two makers' keys: `mine` and `theirs`."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("keys")
    for name in ("mine", "theirs"):
        made = ["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(folder / f"{name}.pem")]
        subprocess.run(made, check=True, capture_output=True)
        told = ["openssl", "pkey", "-in", str(folder / f"{name}.pem"), "-pubout", "-out", str(folder / f"{name}.pub")]
        subprocess.run(told, check=True, capture_output=True)
    return folder


def test_a_signature_is_verified_by_its_makers_key_only(tmp_path: Path, keys: Path) -> None:
    source = make_project(tmp_path / "source")
    path = tmp_path / "signed.zip"
    release_bundle.write(
        path,
        source,
        ["meierbox"],
        lambda files: Manifest("0.2.0", "1a2b3c4", "2026-11-21", (), files),
        lambda data: signature.sign(keys / "mine.pem", data),
    )
    with release_bundle.opened(path) as opened:
        assert opened.signature is not None
        assert signature.is_by(keys / "mine.pub", opened.signed, opened.signature)
        assert not signature.is_by(keys / "theirs.pub", opened.signed, opened.signature)
    with release_bundle.opened(altered(path, with_fact("made", "2027-01-01"))) as opened:
        assert opened.signature is not None
        assert not signature.is_by(keys / "mine.pub", opened.signed, opened.signature)
    assert SIGNATURE not in opened.manifest.files


def test_a_key_that_cannot_sign_is_reported(keys: Path) -> None:
    with pytest.raises(DeployError, match="openssl"):
        signature.sign(keys / "mine.pub", b"manifest")
