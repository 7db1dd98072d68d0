"""Messages become text in the reader's language, whatever state its catalogue is in."""

import logging
from gettext import NullTranslations
from pathlib import Path

import pytest

from firmware.rules.message import Formatter, Message, literal, message, plural
from firmware.texts import languages, text
from firmware.texts.rendering import Renderable, Texts
from firmware.texts.translations import load
from hardware.message import message as device_message

UNTRANSLATED = "{name} was never translated"


def compiled(folder: Path, *entries: tuple[str, str]) -> Path:
    """Writes a compiled catalogue by hand: a header, two tables of lengths and offsets, the texts."""
    texts = [tuple(part.encode() + b"\0" for part in pair) for pair in sorted(entries)]
    keys, values = b"".join(key for key, _ in texts), b"".join(value for _, value in texts)
    start = 28 + 16 * len(texts)
    tables, place = b"", start
    for column in (0, 1):
        for pair in texts:
            tables += (len(pair[column]) - 1).to_bytes(4, "little") + place.to_bytes(4, "little")
            place += len(pair[column])
    numbers = (0x950412DE, 0, len(texts), 28, 28 + 8 * len(texts), 0, start)
    path = folder / "meierbox.mo"
    path.write_bytes(b"".join(number.to_bytes(4, "little") for number in numbers) + tables + keys + values)
    return path


def test_a_coded_text_is_translated_and_its_fields_are_filled_in() -> None:
    said = text("table.says", name="Astrid")
    assert Texts("en").render(said) == str(said) == "Astrid says"
    for language in languages()[1:]:
        texts = Texts(language)
        assert texts.render(said) == texts.say("table.says", name="Astrid") != str(said)
        assert "Astrid" in texts.render(said)


def test_a_plural_is_chosen_by_its_number() -> None:
    said = [
        Message("{n:words} life for each", (("n", n),), "{n:words} lives for each", context="rulesheet")
        for n in (0, 1, 2, 30)
    ]
    assert list(map(Texts("en").render, said)) == [
        "no lives for each",
        "one life for each",
        "two lives for each",
        "30 lives for each",
    ]
    assert list(map(Texts("de").render, said)) == ["je keine Leben", "je ein Leben", "je zwei Leben", "je 30 Leben"]


def test_a_plural_without_a_context_is_translated_too() -> None:
    said = [plural("its last row is missing", "its last {n} rows are missing", n) for n in (1, 2)]
    english, german = ([Texts(language).render(each) for each in said] for language in ("en", "de"))
    assert english == ["its last row is missing", "its last 2 rows are missing"]
    assert german == ["seine letzte Zeile fehlt", "seine letzten 2 Zeilen fehlen"]


def test_lists_numbers_in_words_and_decimals_are_those_of_the_language() -> None:
    said = message("{names}: {n:words}, {mm:.1f}", names=("Astrid", "Bjorn", "Sigrid"), n=3, mm=2.25)
    assert {language: Texts(language).render(said) for language in languages()} == {
        "en": "Astrid, Bjorn and Sigrid: three, 2.2",
        "da": "Astrid, Bjorn og Sigrid: tre, 2,2",
        "de": "Astrid, Bjorn und Sigrid: drei, 2,2",
        "es": "Astrid, Bjorn y Sigrid: tres, 2,2",
    }


def test_a_list_of_one_is_that_one_and_an_empty_list_is_nothing() -> None:
    assert Texts("de").listing(["Astrid"]) == "Astrid"
    assert Texts("de").listing([]) == ""


def test_messages_in_fields_and_remedies_are_translated_too() -> None:
    challenge, shake = text("control.challenge"), text("table.says", name="Astrid")
    said = message("{what}", what=(challenge, challenge)).with_remedy(shake)
    assert Texts("de").render(said) == "Lüge! und Lüge!: Astrid sagt."
    assert Texts("de").render(said.without_remedy()) == "Lüge! und Lüge!"


def test_messages_of_the_devices_are_rendered_wherever_they_stand() -> None:
    fault: Renderable = device_message("USB camera {n}", n=2).with_remedy(device_message("plug it in"))
    assert Texts("en").render(fault) == "USB camera 2: plug it in."
    outer = Message("{name}: {fault}", (("name", "Astrid"), ("fault", fault)))  # type: ignore[arg-type]
    assert Texts("en").render(outer) == "Astrid: USB camera 2: plug it in."


def test_what_is_nobodys_to_translate_stays_as_it_is() -> None:
    for language in languages():
        assert Texts(language).render(literal("{0} and {first}")) == "{0} and {first}"
        assert Texts(language).render(message(UNTRANSLATED, name="Astrid")) == "Astrid was never translated"
        assert Texts(language).render(plural("{n} die of a kind", "{n} dice of a kind", 2)) == "2 dice of a kind"
        assert Texts(language).render(message("")) == "", "and not the header of the catalogue"


def test_a_missing_language_is_named() -> None:
    with pytest.raises(LookupError, match="'xx'"):
        Texts("xx")


def test_a_missing_code_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        Texts("de").say("table.nonsense")


def test_a_missing_or_damaged_catalogue_is_logged_and_everything_is_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = compiled(tmp_path, ("", "Content-Type: text/plain; charset=utf-8\n"), ("dice", "Würfel"))
    assert load(whole).gettext("dice") == "Würfel"
    data = whole.read_bytes()
    damaged = tmp_path / "damaged.mo"
    for broken in (b"", data[:3], data[:20], data[:40], data[:-4], b"x" * 400, data.replace("ü".encode(), b"\xff\xff")):
        damaged.write_bytes(broken)
        caplog.clear()
        assert load(damaged).gettext("dice") == "dice"
        assert [record.levelno for record in caplog.records] == [logging.ERROR], broken
        assert str(damaged) in caplog.text
    assert type(load(tmp_path / "nothing.mo")) is NullTranslations


def test_a_translation_that_does_not_take_its_fields_gives_way_to_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    header = "Content-Type: text/plain; charset=utf-8\n"
    wrong = load(compiled(tmp_path, ("", header), ("{name} is out", "{nome} ist raus"), ("{n} dice", "{n:.1q}")))
    texts = Texts("de", wrong)
    assert texts.render(message("{name} is out", name="Astrid")) == "Astrid is out"
    assert [texts.render(message("{n} dice", n=n)) for n in (3, 4)] == ["3 dice", "4 dice"]
    assert len(caplog.records) == 2, "once each"
    wrong = load(compiled(tmp_path, ("", header), ("{n} die\0{n} dice", "{m} Würfel\0{m} Würfel")))
    faulty = [Texts("de", wrong).render(plural("{n} die", "{n} dice", n)) for n in (1, 2)]
    assert faulty == ["1 die", "2 dice"]
    assert "Astrid" not in caplog.text, "what fills a field may be secret"
    with pytest.raises(KeyError):
        texts.render(message("{name} is out"))


def test_english_is_what_the_formatter_of_the_rules_says() -> None:
    said = plural("{n:words} die of {names}", "{n:words} dice of {names}", 2, names=("Astrid", "Bjorn"))
    assert Texts("en").render(said) == Formatter().render(said) == "two dice of Astrid and Bjorn"
