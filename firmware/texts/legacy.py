"""Looks up what the catalogues do not hold yet, in the files of sentences and staged entries; to be removed."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from firmware.texts import rendering
from firmware.texts.rendering import Renderable
from firmware.texts.sentences import BENCH, translated
from firmware.texts.source import Entry, entries
from firmware.texts.translations import translations


class Texts(rendering.Texts):
    """The texts of one language, those of the old files included."""

    def __init__(self, language: str = "en") -> None:
        """Takes a language by its two letters."""
        super().__init__(language)
        self._formatter = _OldTranslator(language)

    def say(self, key: str, /, **values: Any) -> str:
        """Gives a text; a `reason` or `cause` that is an English sentence is looked up."""
        if isinstance(reason := values.get("reason"), str):
            values["reason"] = self.sentence(reason)
        if isinstance(cause := values.get("cause"), str):
            values["cause"] = self.sentence(cause).partition(": ")[0].removesuffix(".") + "."
        return super().say(key, **values)

    def sentence(self, text: str) -> str:
        """Looks up an English sentence."""
        return translated(text, self.language)

    def bench(self, text: str) -> str:
        """Looks up an English sentence of the calibration."""
        return translated(text, self.language, BENCH)


class _OldTranslator(rendering.Translator):
    def __init__(self, language: str) -> None:
        super().__init__(translations(language))
        self._language = language

    def render(self, said: Renderable) -> str:
        if self._language == "en" or said.context or self._found(said, dict(said.fields)) is not None:
            return super().render(said)
        return translated(str(said), self._language, BENCH)

    def translated(self, said: Renderable, fields: dict[str, Any]) -> str:
        return self._found(said, fields) or super().translated(said, fields)

    def _found(self, said: Renderable, fields: dict[str, Any]) -> str | None:
        known = super().translated(said, fields)
        if self._language == "en" or known not in (said.template, said.plural):
            return known
        own: Entry | None = _coded(self._language).get(said.context) if said.context else None
        own = own or _staged(self._language).get(said.template)
        return own[fields["n"] != 1] if isinstance(own, tuple) else own


@cache
def _coded(language: str) -> Mapping[str, Entry]:
    return entries(f"{language}.toml") if (files(__package__) / f"{language}.toml").is_file() else {}


@cache
def _staged(language: str) -> Mapping[str, Entry]:
    found: dict[str, Entry] = {}
    for source in (files(__package__) / "staging").iterdir():
        if source.name.endswith(".toml"):
            for entry in tomllib.loads(source.read_text("utf-8")).get("entry", []):
                own = entry[language]
                found[entry["id"]] = own if isinstance(own, str) else (own[0], own[1])
    return found
