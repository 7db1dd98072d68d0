"""The words of the screen, a file a language; a text that a language lacks is taken from the English one."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from firmware.rules.message import Formatter, Message
from firmware.texts.sentences import BENCH, translated
from firmware.texts.source import Entry, entries, text

__all__ = ["Texts", "languages", "missing", "text"]


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
        entry = self._own.get(key) or self._english[key]
        return (entry if isinstance(entry, str) else entry[values["n"] != 1]).format(**values)

    def render(self, said: Message) -> str:
        """Gives the text of a message in this language.

        >>> Texts("de").render(text("control.challenge"))
        'Lüge!'
        """
        return _Renderer(self).render(said)

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


class _Renderer(Formatter):
    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts

    def render(self, said: Message) -> str:
        if self._texts.language != "en" and not said.context and said.template not in _staged(self._texts.language):
            return translated(str(said), self._texts.language, BENCH)
        return super().render(said)

    def template(self, said: Message) -> str:
        own = entries(self._texts.language).get(said.context) if said.context else None
        own = own or _staged(self._texts.language).get(said.template)
        if own is None:
            return super().template(said)
        if isinstance(own, str):
            return own
        return own[dict(said.fields)["n"] != 1]

    def listing(self, items: Sequence[str]) -> str:
        return self._texts.listing(list(items))

    def words(self, number: int) -> str:
        words = self._texts.say("common.numbers").split("; ")
        return words[number] if 0 <= number < len(words) else str(number)

    def decimal(self, text: str) -> str:
        return text if self._texts.language == "en" else text.replace(".", ",")


@cache
def _staged(language: str) -> Mapping[str, str | tuple[str, str]]:
    found = {}
    for source in (files(__package__) / "staging").iterdir():
        if source.name.endswith(".toml") and language != "en":
            for entry in tomllib.loads(source.read_text("utf-8")).get("entry", []):
                own = entry[language]
                found[entry["id"]] = own if isinstance(own, str) else (own[0], own[1])
    return found


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
def _load(language: str) -> Mapping[str, Entry]:
    if not (files(__package__) / f"{language}.toml").is_file():
        raise LookupError(f"There are no texts in the language {language!r}.")
    return entries(language)
