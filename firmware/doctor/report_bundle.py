"""A zip file for bug reports that reveals neither players nor dice.

It contains only findings and facts about the machine: no journal, no photographs, no log lines.
"""

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

HIDDEN = "(hidden)"
_HOMES = re.compile(r"/(?:home|Users)/[^/\s\"']+|/root\b")
_ADDRESSES = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.I)


def redact(text: str, private: Sequence[str] = ()) -> str:
    """Removes home folders, network addresses and `private` words (host and user names) from a text.

    >>> redact("File /home/astrid/meierbox on hall at 10.0.0.7", ["hall"])
    'File ~/meierbox on (hidden) at (hidden)'
    """
    text = _ADDRESSES.sub(HIDDEN, _HOMES.sub("~", text))
    for word in sorted(filter(None, private), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", HIDDEN, text)
    return text


def write_bundle(
    path: Path, findings: Sequence[Mapping[str, str]], facts: Mapping[str, str], private: Sequence[str]
) -> None:
    """Writes the bundle; `findings` are rendered, `facts` are versions and the like."""
    report = json.dumps(list(findings), indent=2, ensure_ascii=False)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("findings.json", redact(report, private) + "\n")
        bundle.writestr("machine.json", json.dumps(dict(facts), indent=2, ensure_ascii=False) + "\n")
