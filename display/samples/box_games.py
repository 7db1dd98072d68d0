"""Sample scenes of the box games: the table between reveals, and reveals."""

from display.draw.drawing_context import DrawingContext
from display.samples.sample_parts import LADDER, NAMES, claim, hints, photograph, seats, slip, with_unread_die
from display.scene import (
    ClaimDial,
    HandOver,
    ListRow,
    Notice,
    RevealScene,
    Scene,
    TableScene,
    ThrowPanel,
    Tone,
    VerdictPanel,
)


def tables() -> dict[str, Scene]:
    """Returns scenes of the game between reveals, by name."""
    first = hints(claim_="Claim this", dial="Turn: choose a claim")
    facing = hints(claim_="Roll, then claim", reveal="Hold: menu", challenge="Call it a lie", dial="")
    return {
        "table-roll": TableScene(
            seats(3, turn=0, owner=None),
            "Astrid",
            "Shake the box",
            "Shake the box, set it down and look under the flap.",
            hints(reveal="Hold: menu"),
            status="Viking Liar’s Dice · round 1",
        ),
        "table-told": TableScene(
            seats(3, turn=2, owner=None),
            "Sympkyn of the Moor",
            "Shake the box",
            "Shut the lid, shake, and set it down.",
            hints(dial="I shook"),
            status="round 1",
            notice=Notice("Sympkyn of the Moor opens."),
        ),
        "table-shaking": TableScene(
            seats(3, turn=0, owner=None),
            "Astrid",
            "The dice are falling",
            "Set the box down when they have had enough.",
            hints(),
            shaking=True,
        ),
        "table-first-claim": TableScene(
            seats(3, turn=0, owner=None),
            "Astrid",
            "What do you claim?",
            "Turn the dial to your claim, then press CLAIM. Lying is allowed.",
            first,
            dial=ClaimDial(LADDER, 8),
            seal=slip("anchor", "willow", "lantern", "otter"),
            status="round 1",
        ),
        "table-facing": TableScene(
            seats(5, turn=1, owner=0),
            "Gunnar",
            "Do you believe it?",
            "Shake and claim at least as much, or call Astrid a liar.",
            facing,
            claim=claim("34"),
            claim_by="Astrid says",
            seal=slip("anchor", "willow", "lantern", "otter"),
            status="round 4",
            hand_over=HandOver(1, "Pass the box to"),
        ),
        "table-raise": TableScene(
            seats(6, turn=2, owner=1),
            "Sympkyn of the Moor",
            "What do you claim?",
            "At least double threes; nothing lower is accepted.",
            first,
            claim=claim("33"),
            claim_by="Gunnar says",
            dial=ClaimDial(LADDER[17:], 1),
            seal=slip("maple", "copper", "harbor", "thistle"),
            status="round 7",
        ),
        "table-twelve": TableScene(
            seats(12, turn=7, owner=6),
            "Aud",
            "Do you believe it?",
            "Shake and claim at least as much, or call Íñigo de León a liar.",
            facing,
            claim=claim("12"),
            claim_by="Íñigo de León says",
            notice=Notice(
                "46 ranks below 34: on this ladder small numbers are high, so turn the dial further.", Tone.BAD
            ),
            seal=slip("castle", "pebble", "tundra", "zebra"),
            status="round 12",
        ),
        "table-frozen": TableScene(
            seats(4, turn=2, owner=1),
            "Sympkyn of the Moor",
            "calls it a lie!",
            "Hands off the box. Press REVEAL and let the eye look.",
            hints(reveal="Open and judge"),
            claim=claim("16"),
            claim_by="Gunnar says",
            frozen=True,
            seal=slip("falcon", "meadow", "silver", "drum"),
            status="round 5",
        ),
        "table-start-throw": TableScene(
            seats(4, turn=2),
            "Sympkyn of the Moor",
            "Throw one die",
            "The highest opens.",
            hints(reveal="Hold: menu"),
            notice=Notice("The two dice touch: shake again.", Tone.DOUBT),
            throws=(
                ThrowPanel(NAMES[0], 5),
                ThrowPanel(NAMES[1], 2, faded=True),
                ThrowPanel(NAMES[2], lit=True),
                ThrowPanel(NAMES[3]),
            ),
        ),
    }


def reveals(context: DrawingContext) -> dict[str, Scene]:
    """Returns reveals, by name."""
    one, two = ("Gunnar pays one life.",), ("Gunnar pays two lives.",)
    on = hints(claim_="Next round", reveal="See it again", dial="Push: go on")
    rule = hints(reveal="Look again", dial="Choose, then push")
    rulings = (
        ListRow("The claim was true"),
        ListRow("The claim was a lie"),
        ListRow("The roll is void, throw again"),
    )
    return {
        "reveal-refuted": RevealScene(
            1,
            seats(4, turn=2, owner=1, s1=1),
            "Sympkyn of the Moor calls Gunnar a liar",
            claim("16"),
            "Gunnar says",
            claim("36"),
            (photograph(context, (3, 6), 3),),
            VerdictPanel("A lie!", Tone.BAD, ("Thirty-six is less than sixteen.", *one), one),
            on,
            seal="sealed falcon meadow silver drum",
        ),
        "reveal-upheld": RevealScene(
            2,
            seats(3, turn=1, owner=0, s1=2),
            "Gunnar calls Astrid a liar",
            claim("12"),
            "Astrid says",
            claim("12"),
            (photograph(context, (1, 2), 5),),
            VerdictPanel("True!", Tone.GOOD, ("It is the Meier.", *two), two),
            on,
        ),
        "reveal-moved": RevealScene(
            3,
            seats(4, turn=2, owner=1),
            "Wolfram calls Gunnar a liar",
            claim("22"),
            "Gunnar says",
            None,
            (photograph(context, (2, 2), 3, "when sealed"), photograph(context, (2, 5), 4, "now")),
            VerdictPanel("No verdict", Tone.DOUBT, ("The dice were moved under the lid.", "The table rules.")),
            rule,
            choices=rulings,
            cursor=1,
        ),
        "reveal-unclear": RevealScene(
            4,
            seats(4, turn=2, owner=1),
            "Wolfram calls Gunnar a liar",
            claim("44"),
            "Gunnar says",
            None,
            (with_unread_die(photograph(context, (4, 4), 9)),),
            VerdictPanel(
                "No verdict",
                Tone.DOUBT,
                (
                    "The eye abstains: one die stands on its edge against the wall of the box; shake again or rule.",
                    "Look together: the table rules.",
                ),
            ),
            rule,
            choices=rulings,
            cursor=0,
        ),
        "reveal-without-eye": RevealScene(
            5,
            seats(3, turn=1, owner=0, s0=1),
            "Gunnar calls Astrid a liar",
            claim("23"),
            "Astrid says",
            claim("56"),
            (),
            VerdictPanel("A lie!", Tone.BAD, ("Fifty-six is the lowest of all.", "Astrid pays one life.")),
            on,
        ),
        "reveal-ruling-without-eye": RevealScene(
            6,
            seats(3, turn=1, owner=0),
            "Gunnar calls Astrid a liar",
            claim("23"),
            "Astrid says",
            None,
            (),
            VerdictPanel("Look for yourselves", Tone.DOUBT, ("The eye is shut: open the lid and rule.",)),
            rule,
            choices=rulings,
            cursor=2,
        ),
    }
