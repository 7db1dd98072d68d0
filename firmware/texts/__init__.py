"""The words of the screen, a file a language; a text that a language lacks is taken from the English one."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from firmware.texts.sentences import BENCH, translated


class Texts:
    """The texts of one language, by section and key.

    >>> Texts("en").say("control.challenge")
    'A lie!'
    >>> Texts("en").say("table.shake", name="Astrid")
    'Astrid, shake the box'
    """

    def __init__(self, language: str = "en") -> None:
        """Takes a language by its two letters.

        Raises:
            LookupError: where there is no file of that language.
        """
        self.language = language
        self._own = _load(language)
        self._english = _load("en")

    def say(self, key: str, /, **values: object) -> str:
        """Gives a text with its `{fields}` filled in; a `reason` is a sentence that another part says (`sentence`).

        A `cause` is such a sentence too, of which only what is the matter is said, without the remedy after its colon.

        >>> Texts().say("verdict.unread_line", cause="A die lies aslant: shake again.")
        'The eye abstains: A die lies aslant.'

        Raises:
            KeyError: where no text of that key exists even in English.
        """
        if isinstance(reason := values.get("reason"), str):
            values["reason"] = self.sentence(reason)
        if isinstance(cause := values.get("cause"), str):
            values["cause"] = self.sentence(cause).partition(": ")[0].removesuffix(".") + "."
        return (self._own.get(key) or self._english[key]).format(**values)

    def sentence(self, text: str) -> str:
        """Gives a sentence that another part says in English, such as a refusal of the rules.

        >>> Texts("de").sentence("46 ranks below 34.")
        '46 steht unter 34.'
        """
        return translated(text, self.language)

    def bench(self, text: str) -> str:
        """Gives a phrase that the workbench says in English: what it asks, finds and measures.

        >>> Texts("de").bench("the lamp comes on at once")
        'die Lampe geht schlagartig an'
        """
        return translated(text, self.language, BENCH)

    def names(self) -> tuple[str, ...]:
        """Gives period names to choose from."""
        return tuple(self.say("setup.names").split("; "))

    def listing(self, words: list[str]) -> str:
        """Joins words as a sentence does.

        >>> Texts("en").listing(["Astrid", "Bjorn", "Sigrid"])
        'Astrid, Bjorn and Sigrid'
        """
        if len(words) < 2:
            return "".join(words)
        return self.say("common.and", first=", ".join(words[:-1]), last=words[-1])


def languages() -> tuple[str, ...]:
    """Gives the languages of which there is a file, by their two letters, English first.

    >>> languages()[0]
    'en'
    """
    names = (source.name.removesuffix(".toml") for source in files(__package__).iterdir())
    return tuple(sorted((name for name in names if len(name) == 2), key=lambda name: (name != "en", name)))


def missing(language: str) -> tuple[str, ...]:
    """Gives the keys of the texts that a language lacks, which are then said in English, in their order."""
    own = _load(language)
    return tuple(key for key in _load("en") if key not in own)


@cache
def _load(language: str) -> Mapping[str, str]:
    source = files(__package__) / f"{language}.toml"
    if not source.is_file():
        raise LookupError(f"There are no texts in the language {language!r}.")
    sections = tomllib.loads(source.read_text("utf-8"))
    return MappingProxyType({f"{part}.{key}": text for part, texts in sections.items() for key, text in texts.items()})
