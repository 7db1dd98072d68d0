"""Sample pages and cards: rules with the ladder, an invitation, games to choose from."""

from display.samples.cup_games import bid
from display.scene import CardsScene, ChoiceCard, ClaimGroup, ClaimPicture, Hint, Notice, PageScene, Photograph, Scene
from display.scene_elements import FaceBar, NumberTable


def _hints(*labels: str) -> tuple[Hint, ...]:
    controls = ("claim", "reveal", "challenge", "dial")
    return tuple(Hint(control, label or "·", bool(label)) for control, label in zip(controls, labels, strict=True))


_CARDS = (
    ChoiceCard(
        "Viking Liar’s Dice",
        ("Small numbers rank high, and nothing beats a Meier.", "Two dice in the box, for three and more."),
        ClaimPicture((1, 2), "Meier"),
        "as written",
    ),
    ChoiceCard(
        "Sympkyn of the Moor, with the box",
        ("Shake, shake blind, or hand it on unseen under a higher claim.", "The last one with a life has won."),
        ClaimPicture((6, 6), "double sixes", oblong=False),
    ),
    ChoiceCard(
        "Liar’s Dice with stars",
        ("Eight dice each, ones are stars.", "What you are wrong by, you pay."),
        bid(4, 1),
        "Ildhafn",
    ),
)


def page_scenes(ladder: tuple[ClaimPicture, ...], seen: Photograph) -> dict[str, Scene]:
    """Returns the scenes by name; `ladder` are 21 claims, lowest first, `seen` a photograph of dice."""
    highest = tuple(reversed(ladder))
    turn = _hints("Back", "", "Back", "Next page")
    return {
        "page-ladder": PageScene(
            "What beats what",
            "Viking Liar’s Dice: from the highest down",
            (),
            turn,
            groups=tuple(ClaimGroup("", highest[start : start + 7]) for start in (0, 7, 14)),
            page=0,
            pages=4,
        ),
        "page-raises": PageScene(
            "What may follow a bid",
            "Liar’s Dice with stars",
            (),
            turn,
            groups=(
                ClaimGroup("After four fives", (bid(4, 6), bid(5, 2), bid(5, 3), bid(5, 4), bid(5, 5), bid(2, 1))),
                ClaimGroup("After two ones", (bid(5, 2), bid(5, 3), bid(5, 4), bid(5, 5), bid(5, 6), bid(3, 1))),
            ),
            page=0,
            pages=3,
        ),
        "page-dice": PageScene(
            "bone",
            "From the last forty games.",
            (
                "An end face comes once in 21 rolls (95 % sure: 17 to 27); the old table says once in 10.",
                "624 rolls of a die counted. The brackets hold 95 %; "
                "the upright line is what the old table or an even die says.",
            ),
            turn,
            bars=tuple(
                FaceBar(face, mean, mean - reach, mean + reach, expected, f"{100 * mean:.1f} %")
                for face, mean, reach, expected in (
                    (1, 0.05, 0.017, 0.1),
                    (2, 0.045, 0.016, 0.1),
                    (3, 0.217, 0.032, 0.2),
                    (4, 0.236, 0.033, 0.2),
                    (5, 0.228, 0.033, 0.2),
                    (6, 0.224, 0.033, 0.2),
                )
            ),
            page=0,
            pages=2,
        ),
        "page-evening": PageScene(
            "Evening of 2026-11-21",
            "From the last forty games.",
            ("Only dice that came to light are counted. Luck 50: neither good nor bad.",),
            turn,
            table=NumberTable(
                ("Seat", "Bluffs caught", "Right calls", "By the odds", "Luck", "Boldest lie"),
                (
                    ("Astrid", "2 of 6", "5 of 8", "6 of 8", "48", "Meier"),
                    ("Bjorn", "7 of 18", "2 of 8", "3 of 8", "36", "double ones"),
                    ("Guðrún", "1 of 1", "3 of 3", "3 of 3", "63", "fifty-two"),
                    ("Hrafnhildur", "5 of 7", "4 of 8", "5 of 8", "51", "double fours"),
                    ("Ketil", "0 of 3", "–", "–", "–", "sixty-one"),
                ),
            ),
            page=1,
            pages=3,
        ),
        "page-text": PageScene(
            "A round",
            "Viking Liar’s Dice",
            (
                "To begin, everybody throws one die: the highest opens. Those who tie throw again.",
                "Whoever opens shakes the box, looks inside without showing anybody, and claims a result.",
                "The shut box goes on clockwise. The next player must believe the claim or call it a lie.",
                "You believe it? Shake again, leaving the old dice unseen, look, and claim as much or more.",
            ),
            turn,
            page=1,
            pages=4,
        ),
        "page-camera": PageScene(
            "What the eye sees",
            "Throw the dice and press REVEAL.",
            ("The eye reads fifteen.", "All is well."),
            _hints("Go on", "Look again", "Skip all", "Go on"),
            photograph=seen,
            page=2,
            pages=5,
            notice=Notice("The eye is reading the dice."),
        ),
        "page-invitation": PageScene(
            "Who dares?",
            "Three of you, five minutes, two lives each",
            ("Take the box, shake it, and lie to your neighbour’s face.", "Press any button."),
            _hints("Begin", "Begin", "Begin", "Begin"),
            festive=True,
        ),
        "cards-first": CardsScene(
            "Which game?", "Turn the dial, then push", _CARDS, 0, _hints("This one", "", "Back", "This one")
        ),
        "cards-middle": CardsScene(
            "Which game?", "Turn the dial, then push", _CARDS, 1, _hints("This one", "", "Back", "This one")
        ),
    }
