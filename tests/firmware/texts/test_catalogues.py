"""The catalogues are complete, up to date and compiled, and every message of the program is found in them."""

import ast
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from firmware.texts import languages
from firmware.texts.catalogues import catalogue_commands, po_files
from firmware.texts.catalogues.extraction import (
    PROJECT,
    Template,
    all_templates,
    called_templates,
    comments,
    literal,
    message_calls,
    modules,
)
from firmware.texts.source import source
from tests.firmware.texts.parsed_modules import parsed

TRANSLATED = languages()[1:]
OF_ONE = ("_one", "_alone")
"""Codes of texts of one thing, which needs no number where an article says it: `ein Leben`."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@cache
def template_catalogue() -> Catalog:
    return po_files.template_catalogue(all_templates())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_of_every_package_is_translated(language: str) -> None:
    """Each is there, is not fuzzy, has all plural forms and the fields of the English one; no other is there."""
    catalogue = po_files.read(po_files.po_path(language), language)
    wanted = {(entry.context, entry.id): entry for entry in template_catalogue() if entry.id}
    assert not wanted.keys() - {(entry.context, entry.id) for entry in catalogue}, "extract them"
    assert po_files.untranslated(catalogue) == []
    assert not [entry.id for entry in catalogue if entry.id and (entry.context, entry.id) not in wanted], "unused"
    wrong = []
    for entry in catalogue:
        if entry.id:
            english = fields("".join(entry.id))
            forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            # The singular may omit its number.
            spared = {"n"} if entry.pluralizable or (entry.context or "").endswith(OF_ONE) else set()
            wrong += [form for form in forms if fields(form) | spared != english | spared]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_shipped_is_compiled_from_what_translators_edit(language: str) -> None:
    path = po_files.po_path(language)
    assert path.with_suffix(".mo").read_bytes() == po_files.compiled(po_files.read(path, language)), "run compile"


def test_catalogues_are_as_the_tool_writes_them(tmp_path: Path) -> None:
    """So an update changes only what it must."""
    template = template_catalogue()
    for path, catalogue in (
        (po_files.TEMPLATE_FILE, template),
        *((po_files.po_path(each), po_files.read(po_files.po_path(each), each)) for each in TRANSLATED),
    ):
        again = tmp_path / path.name
        again.write_bytes(path.read_bytes())
        po_files.write(again, catalogue if catalogue is template else po_files.updated(catalogue, template))
        assert again.read_text("utf-8") == path.read_text("utf-8"), f"run update: {path.name} has changed"
        header = path.read_text("utf-8").partition("\n\n")[0]
        assert not re.search(r"Date|Translator|Team|Generated|@", header)


def test_every_template_is_a_literal_and_is_given_its_fields() -> None:
    """A template that is built at run time is not found by the extraction tool and has no translation."""
    found = []
    for path in modules():
        place = path.relative_to(PROJECT).as_posix()
        for call in message_calls(path.read_text("utf-8")):
            texts = [literal(each) for each in (*call.templates, call.context)]
            if None in texts:
                found.append(f"{place}:{call.line}: not a literal")
            elif call.fields is not None:
                needed = fields("".join(filter(None, texts[:-1])))
                # The number of a plural need not be said.
                unsaid = {"n"} if len(call.templates) > 1 else set()
                if needed | unsaid != call.fields | unsaid:
                    found.append(f"{place}:{call.line}: {sorted(needed ^ call.fields)}")
    assert found == []


def test_messages_are_made_by_their_functions() -> None:
    """Only what is a message already, or comes out of a file, is made one directly."""
    found = []
    for place, nodes in parsed():
        if not place.endswith("/message.py"):
            for node in nodes:
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                    written = (*node.args[:1], *(word.value for word in node.keywords if word.arg == "template"))
                    if any(isinstance(each, ast.Constant | ast.JoinedStr | ast.BinOp) for each in written):
                        found.append(f"{place}:{node.lineno}")
    assert found == []


def coded_calls() -> Iterator[tuple[str, str, set[str] | None]]:
    """The calls that name a code: where, the code, and the fields that they give (None: they pass on others')."""
    for place, nodes in parsed():
        for node in nodes:
            if isinstance(node, ast.Call) and node.args and (code := literal(node.args[0])) in source():
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ("say", "text"):
                    given = {word.arg for word in node.keywords}
                    yield f"{place}:{node.lineno}", code or "", None if None in given else {*filter(None, given)}


def test_every_coded_text_is_given_its_fields() -> None:
    found = []
    for place, code, given in coded_calls():
        if given is not None and not fields("".join(source()[code])) <= given:
            found.append(f"{place}: {code} needs {sorted(fields(''.join(source()[code])) - given)}")
    assert found == []


def test_calls_are_found_however_they_are_written(tmp_path: Path) -> None:
    module = tmp_path / "firmware" / "table.py"
    module.parent.mkdir()
    module.write_text(
        "from firmware.rules.message import message as say, plural\n"
        "from hardware.message import message\n"
        "from vision.doubt import message as reason\n"
        "say('one ' 'text', name=name)\n"
        "say('open', context='door')\n"
        "plural('{n} die', '{n} dice', len(dice)).with_remedy(message('shake again'))\n"
        "say(f'no {literal}')\n"
        "reason('is another function')\n"
        "'say(\"is a text\")'\n"
    )
    place = "firmware/table.py"
    assert sorted(called_templates(tmp_path), key=lambda each: each.one) == [
        Template("one text", place=place),
        Template("open", context="door", place=place),
        Template("shake again", place=place),
        Template("{n} die", "{n} dice", place=place),
    ]
    assert [call.fields for call in message_calls(module.read_text())][:3] == [
        frozenset({"name"}),
        frozenset(),
        frozenset({"n"}),
    ]


def test_an_update_drops_unused_translations_and_guesses_none(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    path.write_text('# About our German.\nmsgid ""\nmsgstr ""\n', "utf-8")
    first = po_files.template_catalogue(
        [Template("dice"), Template("{n} die", "{n} dice"), Template("dice", context="x")]
    )
    catalogue = po_files.updated(Catalog(locale="de", fuzzy=False), first)
    assert len(po_files.untranslated(catalogue)) == 3
    catalogue.get("dice").string = "Würfel"  # type: ignore[union-attr]
    catalogue.get(("{n} die", "{n} dice")).string = ("ein Würfel", "{n} Würfel")  # type: ignore[union-attr]
    assert po_files.untranslated(first), "the template stays as it is, for the next language"
    second = po_files.template_catalogue([Template("dices"), Template("{n} die", "{n} dice")])
    po_files.write(path, po_files.updated(catalogue, second))
    written = path.read_text("utf-8")
    assert written.startswith('# About our German.\nmsgid ""\n')
    assert "#~" not in written, "unused translations are not kept"
    assert 'msgid "dice"\n' not in written
    assert 'msgstr[0] "ein Würfel"' in written, "used ones are"
    again = po_files.read(path, "de")
    assert [entry.id for entry in po_files.untranslated(again)] == ["dices"]
    again.get("dices").flags.add("fuzzy")  # type: ignore[union-attr]
    again.get("dices").string = "Würfel"  # type: ignore[union-attr]
    assert [entry.id for entry in po_files.untranslated(again)] == ["dices"], "what is fuzzy is not yet translated"
    assert b"dices" not in po_files.compiled(again)


def test_comments_above_a_text_are_for_its_translators() -> None:
    toml = '# Of the file.\n\n[door]\n# Said by\n# a guest.\nopen = "Open"\nshut = "Shut"\n# Of a section.\n[book]\n'
    assert comments(toml) == {"door.open": "Said by a guest."}
    said = po_files.template_catalogue([Template("a", comment="Of a door."), Template("a", comment="Of a book.")])
    assert [entry.auto_comments for entry in said if entry.id] == [["Of a door.", "Of a book."]]


def test_the_tool_lists_what_is_missing_and_refuses_what_is_no_language() -> None:
    assert catalogue_commands.missing() == (0, ["All texts are translated."])
    for nonsense in ("xx", "german", "../x"):
        code, said = catalogue_commands.update(nonsense)
        assert code == 2
        assert nonsense in said[0]
    assert po_files.languages_with_po() == TRANSLATED


def test_without_babel_the_tool_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "babel.py").write_text("raise ModuleNotFoundError('No module named babel', name='babel')\n")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import runpy, sys; sys.argv[1:] = ['missing'];"
            f" sys.path[:0] = [{str(tmp_path)!r}, {str(PROJECT)!r}];"
            " runpy.run_module('firmware.texts.catalogues', run_name='__main__')",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"[^\n]*Babel, which is not installed[^\n]*\.\n", done.stderr)


def test_the_program_needs_no_babel() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from firmware.texts import Texts; Texts('de').say('control.claim');"
            " print([name for name in sys.modules if name.startswith('babel')])",
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "[]\n", done.stderr
