"""Until everything is in the catalogues, English sentences are still looked up by their shape."""

from firmware.rules.message import message
from firmware.texts import Texts


def test_what_no_catalogue_holds_is_looked_up_among_the_sentences() -> None:
    german = Texts("de")
    said = message("It is {turn}'s turn, not {name}'s.", turn="Astrid", name="Bjorn")
    assert german.render(said) == "Am Zug ist Astrid, nicht Bjorn."
    assert german.say("table.eye_lost", reason="46 ranks below 34.").startswith("Das Auge ist zu (46 steht unter 34.)")
    assert "Ein Würfel liegt schief." in german.say("verdict.unread_line", cause="A die lies aslant: shake again.")
