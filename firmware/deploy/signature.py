"""Signatures of releases: Ed25519 by OpenSSL's program, which every Debian and Raspberry Pi OS has (ca-certificates).

A maker signs with a key of the maker's own; a box that has the maker's public key in `KEY` takes nothing else any more.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.deploy.steps import InstallError, call

KEY = "/etc/meierbox-release.pub"
"""The public key (PEM) of whom this box takes releases from; without the file it takes them from anybody."""


def sign(key: Path, data: bytes) -> bytes:
    """Signs with a private key (PEM, Ed25519); raises InstallError where that key cannot."""
    with TemporaryDirectory(prefix="meierbox-") as name:
        signed, signature = Path(name, "signed"), Path(name, "signature")
        signed.write_bytes(data)
        call(
            ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", str(key), "-in", str(signed), "-out", str(signature)]
        )()
        return signature.read_bytes()


def is_by(key: Path, data: bytes, signature: bytes) -> bool:
    """Tells whether the owner of a public key (PEM, Ed25519) has signed these bytes."""
    with TemporaryDirectory(prefix="meierbox-") as name:
        signed, said = Path(name, "signed"), Path(name, "signature")
        signed.write_bytes(data)
        said.write_bytes(signature)
        files = ["-inkey", str(key), "-in", str(signed), "-sigfile", str(said)]
        words = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", *files]
        try:
            done = subprocess.run(words, check=False, stdin=subprocess.DEVNULL, capture_output=True)
        except FileNotFoundError as error:
            raise InstallError(
                f"The key {key} is there, but no openssl to check with: sudo apt install openssl."
            ) from error
        return done.returncode == 0
