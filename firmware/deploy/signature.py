"""Signatures of releases: Ed25519 by the openssl program, which every Debian and Raspberry Pi OS has (ca-certificates).

A publisher signs with a private key; a box with the public key in `KEY` then accepts nothing else.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.deploy.errors import ProgramError
from firmware.deploy.steps import command
from firmware.rules.message import message

KEY = "/etc/meierbox-release.pub"
"""The public key (PEM) for releases. Without it, the box accepts only a bundle that its owner names by fingerprint.

Without the file it takes none but the one that its owner names by its fingerprint.
"""


def sign(key: Path, data: bytes) -> bytes:
    """Signs with a private key (PEM, Ed25519); raises ProgramError if that fails."""
    with TemporaryDirectory(prefix="meierbox-") as name:
        signed, signature = Path(name, "signed"), Path(name, "signature")
        signed.write_bytes(data)
        command(
            ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", str(key), "-in", str(signed), "-out", str(signature)]
        )()
        return signature.read_bytes()


def is_by(key: Path, data: bytes, signature: bytes) -> bool:
    """Returns whether these bytes were signed with the key belonging to a public key (PEM, Ed25519)."""
    with TemporaryDirectory(prefix="meierbox-") as name:
        signed, said = Path(name, "signed"), Path(name, "signature")
        signed.write_bytes(data)
        said.write_bytes(signature)
        files = ["-inkey", str(key), "-in", str(signed), "-sigfile", str(said)]
        words = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", *files]
        try:
            done = subprocess.run(words, check=False, stdin=subprocess.DEVNULL, capture_output=True)
        except FileNotFoundError as error:
            says = message("There is the key {file}, but no openssl to check with", file=str(key))
            raise ProgramError(says.with_remedy(message("sudo apt install openssl"))) from error
        return done.returncode == 0
