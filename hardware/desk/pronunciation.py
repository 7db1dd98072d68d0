"""Words of the game that espeak-ng mispronounces, and how to spell them for it.

It says "Sechsen" as "sechs, e, n", and stresses the Spanish "Mia" and "Meier" on their ends. `espeak-ng -x -q -v de`
prints what it would say.
"""

import re
from collections.abc import Mapping

RESPELLED: Mapping[str, Mapping[str, str]] = {
    "de": {"Sechsen": "Sexen", "Sechserpasch": "Sexerpasch", "Einserpasch": "Ainserpasch"},
    "es": {"Meier": "Máier", "Mia": "Mía"},
}
"""Respellings by language and word."""
_WORD = re.compile(r"\w+")


def respelled(text: str, language: str) -> str:
    """Spells a text as espeak-ng pronounces it rightly.

    >>> respelled("Astrid bietet: vier Sechsen.", "de")
    'Astrid bietet: vier Sexen.'
    """
    words = RESPELLED.get(language, {})
    return _WORD.sub(lambda word: words.get(word.group(), word.group()), text) if words else text
