"""Every language: a complete one lacks nothing, what another lacks is listed; fields and forms are the English ones."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from firmware.camera.reading_text import reading_message
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import fold, ladder_of, new_game
from firmware.table.wording import amount, claim_name
from firmware.texts import Texts, _load, languages, missing
from firmware.texts.sentences import BENCH, translated
from tests.firmware.evening import Evening, unsure
from vision.reading import Die, Reading, Reason

ROOT = Path(__file__).parents[3]
TEXTS = ROOT / "firmware" / "texts"
OTHERS = tuple(language for language in languages() if language != "en")
COMPLETE = ("de", "da", "es")
SPEAKING = (
    *(f"firmware/rules/{name}.py" for name in ("history", "opener", "ruleset", "rulings")),
    *(f"firmware/rules/games/{name}.py" for name in ("box_game", "bullshit", "cup_game", "mia", "stars")),
    *(f"firmware/rules/games/{name}.py" for name in ("sympkyn_box", "sympkyn_cups", "viking")),
    "firmware/journal/database.py",
    *(f"firmware/config/{name}.py" for name in ("house_rules", "start_guard")),
    *(f"firmware/camera/{name}.py" for name in ("fusion", "worker", "supervisor", "process")),
    "display/audience.py",
    "firmware/app/composition.py",
    "firmware/calibrate/supervisor.py",
    "firmware/table/table.py",
)
"""The modules whose sentences come to the screen."""
AT_THE_BENCH = (
    *(f"firmware/calibrate/{name}.py" for name in ("blessing", "calibration", "camera_thread", "tasks", "learning")),
    "firmware/deploy/state_folder.py",
)
"""The modules whose sentences come to the screen of the workbench."""
OWN_FAULTS = ("TypeError", "ValueError", "RuntimeError", "KeyError")
"""What only a mistake in the program raises."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def spoken(path: Path) -> Iterator[str]:
    """The sentences that a module says, each gap filled with a word."""
    tree = ast.parse(path.read_text("utf-8"))
    silent: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            silent |= set(ast.walk(node.exc)) if getattr(node.exc.func, "id", "") in OWN_FAULTS else set()
        elif isinstance(node, ast.JoinedStr):
            silent |= set(node.values)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(node.value)
    for node in ast.walk(tree):
        if node in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else "Xx" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        if re.fullmatch(r"[A-Z].* .*\.", said):
            yield said


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_lacks_no_text(language: str) -> None:
    assert missing(language) == ()


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_knows_every_sentence_of_the_workbench(language: str) -> None:
    said = [(module, sentence) for module in AT_THE_BENCH for sentence in spoken(ROOT / module)]
    said = [each for each in said if not each[1].endswith((" is kept in Xx.", "calibration of Xx is Xx."))]
    assert len(said) > 10
    assert not [each for each in said if translated(each[1], language, BENCH) == each[1]]


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_knows_every_sentence_of_the_other_parts(language: str) -> None:
    said = [(module, sentence) for module in SPEAKING for sentence in spoken(ROOT / module)]
    assert len(said) > 50
    assert not [each for each in said if translated(each[1], language) == each[1]]


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_language_lacks_is_listed_and_the_game_is_not_among_it(language: str) -> None:
    lacking = missing(language)
    print(f"{language} lacks {len(lacking)} texts: {', '.join(lacking)}")  # shown by pytest -rP
    game = ("common", "control", "why", "table", "peek", "throw", "verdict", "winner", "claim", "game")
    assert not [key for key in lacking if key.partition(".")[0] in game]


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_there_that_nobody_asks_for(language: str) -> None:
    assert not [key for key in _load(language) if key not in _load("en")]


@pytest.mark.parametrize("language", OTHERS)
def test_the_fields_of_a_text_are_those_of_the_english_one(language: str) -> None:
    for key, text in _load(language).items():
        wanted = fields("".join(_load("en")[key]))
        # One thing needs no number in languages whose article says it: "ein Leben".
        own = fields("".join(text))
        assert own == wanted or (key.endswith(("_one", "_alone")) and own == wanted - {"n"}), key


@pytest.mark.parametrize("language", OTHERS)
def test_the_gaps_of_a_sentence_are_those_of_the_english_one(language: str) -> None:
    paths = [TEXTS / f"{book}-{language}.toml" for book in ("sentences", BENCH)]
    books = [tomllib.loads(path.read_text("utf-8")) for path in paths if path.exists()]
    sections = {f"{number} {name}": part for number, book in enumerate(books) for name, part in book.items()}
    for english, own in ((english, own) for part in sections.values() for english, own in part.items()):
        assert fields(own) == fields(english), english


@pytest.mark.parametrize("language", languages())
def test_lists_within_a_text_are_long_enough(language: str) -> None:
    texts = Texts(language)
    assert len(texts.say("common.numbers").split("; ")) == 13
    assert len(texts.say("ruling.reasons").split("; ")) >= 3
    names = texts.names()
    assert len(names) == len(set(names)) >= 12
    assert all(one == other or not one.startswith(other + " ") for one, other in product(names, names))


@pytest.mark.parametrize("rules", ["viking", "mia", "sympkyn-box", "bullshit"])
@pytest.mark.parametrize("language", languages())
def test_all_claims_of_a_ladder_have_names_of_their_own(language: str, rules: str) -> None:
    state = fold(new_game(rules, ("Astrid", "Bjorn", "Sigrid"), opens=0))
    assert len({claim_name(Texts(language), state, pair) for pair in ladder_of(state).pairs}) == 21


@pytest.mark.parametrize(
    ("rules", "claim", "name"),
    [
        ("viking", Pair(5, 6), "sechsundfünfzig"),
        ("viking", Pair(1, 2), "Meier"),
        ("viking", Pair(3, 3), "Dreierpasch"),
        ("mia", Pair(5, 6), "fünfundsechzig"),
        ("mia", Pair(1, 2), "Mia"),
        ("sympkyn-cups", Bid(4, 5), "vier Fünfen"),
        ("sympkyn-cups", Bid(1, 1), "eine Eins"),
        ("sympkyn-cups", Total(13), "zusammen 13"),
        ("stars", Bid(1, 1), "ein Stern"),
        ("stars", Bid(14, 6), "14 Sechsen"),
    ],
)
def test_german_claims_are_named_as_the_table_speaks_them(rules: str, claim: Claim, name: str) -> None:
    state = fold(new_game(rules, ("Astrid", "Bjorn", "Sigrid"), opens=0))
    assert claim_name(Texts("de"), state, claim).replace("\u00ad", "") == name


def test_german_counts_what_is_paid_in_its_own_forms() -> None:
    lives = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), opens=0))
    tallies = fold(new_game("bullshit", ("Astrid", "Bjorn", "Sigrid"), opens=0))
    german = Texts("de")
    assert [amount(german, lives, count) for count in (0, 1, 2)] == ["keine Leben", "ein Leben", "zwei Leben"]
    assert [amount(german, tallies, count) for count in (1, 2)] == ["einen Strich", "zwei Striche"]
    assert [amount(german, tallies, count, alone=True) for count in (1, 2)] == ["ein Strich", "zwei Striche"]


def test_a_refusal_of_the_rules_and_an_abstention_of_the_eye_are_read_in_german(tmp_path: Path) -> None:
    from firmware.app.presenter.scene_parts import notice  # noqa: PLC0415 - loads the scenes only here

    evening = Evening(tmp_path)
    evening.table.texts = Texts("de")
    evening.begin()
    evening.shake(seen=unsure("A die lies aslant: shake again.", "cocked"))
    told = notice(evening.table)
    assert told
    assert told.text == "Astrid: Ein Würfel liegt schief: Schüttelt noch einmal."
    evening.table.refuse("It is Astrid's turn, not Bjorn's.")
    told = notice(evening.table)
    assert told
    assert told.text == "Am Zug ist Astrid, nicht Bjorn."
    evening.table.eye_lost("The camera gives no sign of life: check its cable; the eye is being woken again.")
    evening.table.tell("")
    told = notice(evening.table)
    assert told
    assert told.text.startswith("Das Auge ist zu (Die Kamera gibt kein Lebenszeichen")


def test_no_number_of_dice_in_an_abstention_stays_english() -> None:
    numbers = Texts().say("common.numbers").split("; ")
    die = Die(None, 0.4, (8.0, 8.0), (), ())
    for language in OTHERS:
        own = {"de": {"die"}, "es": {"no"}}.get(language, set())
        english = re.compile(rf"\b({'|'.join(numbers)}|the|die|dice)\b")
        for reason, found, wanted in product((Reason.TOO_FEW, Reason.TOO_MANY), range(14), (*range(1, 14), None)):
            said = reading_message(Reading(None, reason, 0.1, (die,) * found, 1.0, wanted))
            assert said is not None
            told = Texts(language).render(said)
            assert not set(english.findall(told)) - own, told


@pytest.mark.parametrize("language", OTHERS)
def test_measured_numbers_have_a_decimal_comma(language: str) -> None:
    assert "1,3" in translated("the floor is even to a factor of 1.3", language, BENCH)
    assert "0,46" in translated("blurred at 2.5 dioptres (40 cm) (0.71, sharp is under 0.46)", language, BENCH)
    assert "0,71" in translated("blurred at 2.5 dioptres (40 cm) (0.71, sharp is under 0.46)", language, BENCH)


def test_several_sentences_are_looked_up_one_by_one() -> None:
    said = "CHALLENGE sticks: free it; everything else goes on, with keyboard or finger as well. DIAL is free again."
    assert translated(said, "de") == (
        "CHALLENGE klemmt: Macht es frei; alles andere geht weiter, auch mit Tasten oder Finger. DIAL ist wieder frei."
    )
    assert translated("Nobody ever wrote this. DIAL is free again.", "de") == (
        "Nobody ever wrote this. DIAL ist wieder frei."
    )
