"""The translations of a language: its compiled gettext catalogue, `locale/LL/LC_MESSAGES/meierbox.mo`."""

import logging
import struct
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

DOMAIN = "meierbox"
SOURCE_LANGUAGE = "en"

_LOCALE = files(__package__) / "locale"
_LOG = logging.getLogger(__name__)


def languages() -> tuple[str, ...]:
    """Returns the two-letter languages, the source language first.

    >>> languages()
    ('en', 'da', 'de', 'es')
    """
    return (SOURCE_LANGUAGE, *sorted(folder.name for folder in _LOCALE.iterdir() if len(folder.name) == 2))


@cache
def translations(language: str) -> NullTranslations:
    """Loads the translations of a language; if they are unreadable, the text stays English.

    Raises:
        LookupError: where there is no such language.
    """
    if language not in languages():
        raise LookupError(f"There are no texts in the language {language!r}.")
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    return load(_LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo")


def load(catalogue: Traversable) -> NullTranslations:
    """Loads a compiled catalogue; a missing or damaged one is logged and translates nothing."""
    try:
        with catalogue.open("rb") as file:
            return GNUTranslations(file)
    except (OSError, ValueError, LookupError, struct.error) as error:
        _LOG.error("The translations in %s cannot be read (%s): everything is shown in English.", catalogue, error)
        return NullTranslations()
