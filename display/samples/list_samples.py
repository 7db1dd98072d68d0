"""Sample scenes of lists."""

from display.samples.sample_parts import NAMES, hints
from display.scene import (
    ListRow,
    ListScene,
    Notice,
    Scene,
    Tone,
)


def lists() -> dict[str, Scene]:
    """Returns lists, by name."""
    push = hints(claim_="Begin", reveal="Back", dial="Turn and push")
    start = (
        ListRow("Begin the game", "", "Three seats, tavern: whoever first has no life left buys the drinks."),
        ListRow("Seats", "3", "From three to twelve players."),
        ListRow("Names", "Astrid, Gunnar, Sympkyn of the Moor", "Who sits where, clockwise."),
        ListRow("House rules", "tavern", "Lives, ending, what a raise must be."),
        ListRow("Rules of the game", "", "The ladder as drawn dice."),
    )
    rules = tuple(
        ListRow(label, value, detail)
        for label, value, detail in (
            ("Ending", "tavern", "The first without lives buys the drinks; or play for the pot until one is left."),
            ("Lives", "6", "How many lives everybody starts with."),
            ("A raise may be", "equal or higher", "Whether the same claim may be repeated."),
            ("Who opens next", "the challenger", ""),
            ("Meier accepted costs", "1", ""),
            ("Meier challenged costs", "2", ""),
            ("First starter", "highest die", ""),
            ("Computer seats", "none", ""),
            ("Odds shown", "never", ""),
            ("Sound", "on", ""),
        )
    )
    return {
        "welcome": ListScene("meierbox", "The dice box with an eye", start, 0, push, festive=True),
        "welcome-notice": ListScene(
            "meierbox",
            "The dice box with an eye",
            start,
            1,
            push,
            notice=Notice("No camera answers: the table itself will look into the box.", Tone.DOUBT),
            festive=True,
            changing=True,
        ),
        "house-rules": ListScene("House rules", "Viking Liar’s Dice", rules, 2, push, changing=True),
        "house-rules-end": ListScene("House rules", "Viking Liar’s Dice", rules, 9, push),
        "names": ListScene(
            "Names",
            "Who sits where, clockwise",
            tuple(ListRow(f"Seat {index + 1}", name) for index, name in enumerate(NAMES[:6])),
            2,
            hints(claim_="Done", reveal="Back", dial="Turn: letters"),
            typing=True,
        ),
        "resume": ListScene(
            "An unfinished game",
            "Astrid, Gunnar and Sympkyn of the Moor · round 7 · yesterday evening",
            (
                ListRow("Play on", "", "Everything stands as it stood."),
                ListRow("End it", "", "The record is kept."),
                ListRow("Start anew", "", "", enabled=False),
            ),
            0,
            push,
        ),
    }
