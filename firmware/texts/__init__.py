"""Text for people: renders messages in the reader's language.

`source` makes the messages of the screen from their codes, `rendering` renders any message, `translations` loads the
gettext catalogues. README.md says how to add a text or a language.
"""

from firmware.texts.rendering import Texts
from firmware.texts.source import text
from firmware.texts.translations import languages

__all__ = ["Texts", "languages", "text"]
