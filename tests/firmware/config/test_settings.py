"""The settings: one table, an editable file, and no content of it stops the box."""

import os
import stat
import tomllib
from pathlib import Path

import pytest

from display.draw.theme import THEMES
from firmware.config.settings import (
    FULLSCREEN,
    LANGUAGE,
    MUTE,
    SETTINGS,
    THEME,
    VOICE,
    VOLUME,
    Preferences,
    Settings,
    changed,
    fresh,
    read,
    table,
)
from firmware.texts import Texts

ROOT = Path(__file__).parents[3]


def test_a_first_start_has_the_defaults_and_writes_nothing(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path / "meierbox")
    assert preferences.settings == Settings()
    assert preferences.complaints == ()
    assert not (tmp_path / "meierbox").exists()


def test_every_default_is_a_value_of_its_option() -> None:
    assert all(option.accepts(option.default) for option in SETTINGS)


def test_the_themes_are_those_of_the_screen() -> None:
    assert set(THEME.words) == set(THEMES)


def test_the_languages_are_those_of_the_texts() -> None:
    assert all(Texts(language).say("settings.own_name") for language in LANGUAGE.words)


def test_a_change_is_kept_with_every_option_explained(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path / "meierbox")
    assert preferences.change(THEME, "day") is None
    assert preferences.path is not None
    text = preferences.path.read_text("utf-8")
    assert tomllib.loads(text) == {option.name: "day" if option is THEME else option.default for option in SETTINGS}
    assert all(f"# {option.comment}\n" in text for option in SETTINGS)
    assert Preferences(tmp_path / "meierbox").settings.word(THEME) == "day"
    assert [path.name for path in preferences.path.parent.iterdir()] == ["settings.toml"]


def test_what_holds_for_this_time_only_is_not_kept(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path)
    preferences.set_temporarily(MUTE, True)
    preferences.change(VOLUME, 3)
    preferences.change(VOICE, True)
    assert preferences.settings.flag(MUTE)
    again = Preferences(tmp_path).settings
    assert (again.number(VOLUME), again.flag(MUTE), again.flag(VOICE)) == (3, False, True)


def test_comments_and_unknown_keys_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('# ours\nvolume = 2 # quiet tent\nlantern = "lit"\n\n[tent]\nvolume = 9\n')
    preferences = Preferences(tmp_path)
    assert [str(complaint) for complaint in preferences.complaints] == [
        f"{file}: {key} is not a setting of this version: check its spelling; it is kept and has no effect."
        for key in ("lantern", "tent")
    ]
    preferences.change(VOLUME, 5)
    preferences.change(THEME, "contrast")
    text = file.read_text()
    assert tomllib.loads(text) == {"volume": 5, "lantern": "lit", "theme": "contrast", "tent": {"volume": 9}}
    assert text.startswith("# ours\n")


def test_a_wrong_value_is_named_and_its_default_used() -> None:
    for line, complaint in (
        ("volume = 11", "volume is 11, so 7 is used: write 0 to 10."),
        ("volume = true", "volume is True, so 7 is used: write 0 to 10."),
        ('volume = "loud"', "volume is 'loud', so 7 is used: write 0 to 10."),
        ("mute = 1", "mute is 1, so false is used: write true, false."),
        ('theme = "noon"', 'theme is \'noon\', so "torch" is used: write "torch", "day", "contrast".'),
        ("theme = []", 'theme is [], so "torch" is used: write "torch", "day", "contrast".'),
        ('fullscreen = "yes"', 'fullscreen is \'yes\', so "auto" is used: write "auto", "on", "off".'),
    ):
        settings, complaints = read(line, "settings.toml")
        assert [str(each) for each in complaints] == [f"settings.toml: {complaint}"]
        assert settings == Settings()


def test_a_complaint_is_read_in_every_language() -> None:
    _, (complaint,) = read("volume = 99", "settings.toml")
    assert Texts("de").render(complaint) == "settings.toml: volume ist 99, darum gilt 7: Schreibt 0 bis 10."
    assert len({Texts(language).render(complaint) for language in LANGUAGE.words}) == len(LANGUAGE.words)


def test_one_wrong_value_leaves_the_others_in_force() -> None:
    settings, _ = read('volume = 99\ntheme = "day"\n', "settings.toml")
    assert (settings.number(VOLUME), settings.word(THEME)) == (7, "day")


def test_a_file_that_cannot_be_used_is_set_aside_and_defaults_hold(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    for content in (b"theme = ", b"\xff\xfe\x00", b"volume = " + b"9" * 5000, b"[" * 9999, b"[a" + b".a" * 9999 + b"]"):
        file.write_bytes(content)
        preferences = Preferences(tmp_path)
        (complaint,) = preferences.complaints
        (aside,) = tmp_path.glob("settings.toml.damaged-*")
        assert str(file) in str(complaint)
        assert aside.name in str(complaint)
        assert aside.read_bytes() == content
        aside.unlink()
        assert preferences.settings == Settings()
        assert preferences.change(VOLUME, 1) is None
        assert Preferences(tmp_path).settings.number(VOLUME) == 1


def test_a_doctor_leaves_a_damaged_file_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("theme = ")
    assert Preferences(tmp_path, keeps_damaged=True).complaints != ()
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_a_file_of_a_thousand_strange_keys_gives_a_few_complaints(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("".join(f"k{n} = 1\n" for n in range(1000)))
    complaints = Preferences(tmp_path).complaints
    assert len(complaints) < 10
    assert "992 more lines have no effect" in str(complaints[-1])


def test_a_value_over_several_lines_is_not_cut_in_two(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('theme = """\nday"""\nvolume = 4\n')
    preferences = Preferences(tmp_path)
    preferences.change(THEME, "contrast")
    assert Preferences(tmp_path).complaints == ()
    assert Preferences(tmp_path).settings.word(THEME) == "contrast"
    assert Preferences(tmp_path).settings.number(VOLUME) == 4
    assert len(list(tmp_path.glob("settings.toml.old-*"))) == 1


def test_a_folder_that_cannot_be_written_is_reported_and_the_change_holds(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    preferences = Preferences(tmp_path / "file" / "meierbox")
    trouble = str(preferences.change(THEME, "day"))
    assert "cannot be written" in trouble
    assert "settings.toml" in trouble
    assert preferences.settings.word(THEME) == "day"


def test_a_folder_in_the_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    preferences = Preferences(tmp_path)
    assert "it is a folder" in str(preferences.complaints[0])
    assert preferences.change(MUTE, True) is None
    assert Preferences(tmp_path).settings.flag(MUTE)


def test_the_file_is_replaced_whole(tmp_path: Path) -> None:
    """A new file takes the place of the old one: nobody ever reads half of it."""
    preferences = Preferences(tmp_path)
    preferences.change(VOLUME, 1)
    assert preferences.path is not None
    with preferences.path.open() as held:
        preferences.change(VOLUME, 2)
        assert tomllib.loads(held.read())["volume"] == 1
        assert os.fstat(held.fileno())[stat.ST_INO] != preferences.path.stat()[stat.ST_INO]


def test_an_invalid_value_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 10"):
        Settings().having(VOLUME, 12)


def test_a_new_key_goes_before_the_first_section() -> None:
    assert tomllib.loads(changed("[tent]\nx = 1\n", MUTE, True)) == {"mute": True, "tent": {"x": 1}}
    assert tomllib.loads(changed("volume = 1", MUTE, True)) == {"volume": 1, "mute": True}


def test_a_fresh_file_reads_as_it_was_written() -> None:
    settings = Settings().having(FULLSCREEN, "on").having(VOLUME, 0)
    assert read(fresh(settings), "settings.toml") == (settings, ())


def test_the_document_holds_the_table() -> None:
    assert table() in (ROOT / "firmware" / "SETTINGS.md").read_text("utf-8")
