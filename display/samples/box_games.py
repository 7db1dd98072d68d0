"""Sample scenes of the box games, lists and endings, for the gallery, the tests and the README."""

import io
import random
from dataclasses import dataclass

import pygame

from display.draw import dice, wood
from display.draw.drawing_context import DrawingContext
from display.samples.calibration_samples import calibration_scenes
from display.samples.cup_games import cup_scenes
from display.samples.evening_samples import honours, starts, winners
from display.samples.page_samples import page_scenes
from display.scene import (
    XY,
    ClaimDial,
    ClaimPicture,
    Hint,
    ListRow,
    ListScene,
    Notice,
    Photograph,
    RevealScene,
    Scene,
    SealSlip,
    SeatPanel,
    TableScene,
    Throw,
    Tone,
    VerdictPanel,
)
from display.scene_elements import Shield


@dataclass(frozen=True, slots=True)
class SampleDie:
    """A die in a sample photograph."""

    face: int | None
    polygon: tuple[XY, ...]
    pips: tuple[tuple[float, float, float], ...]


NAMES = (
    "Astrid",
    "Gunnar",
    "Sympkyn of the Moor",
    "Þórdís",
    "Björn Järnsida",
    "Wolfram",
    "Íñigo de León",
    "Aud",
    "Søren Kjær",
    "Gytha",
    "Meister Eckhart",
    "Rollo",
)
SHIELDS = (
    Shield(("azure",), charge="lion", charge_tincture="or"),
    Shield(("gules",), ordinary="chevron", ordinary_tincture="argent"),
    Shield(("argent", "sable"), division="per-pale"),
    Shield(("or",), charge="raven", charge_tincture="sable"),
    Shield(("vert",), ordinary="bend", ordinary_tincture="or"),
    Shield(("sable",), charge="wolfs-head", charge_tincture="argent"),
)
"""Arms for the names, in their order and over again."""
_TENS = {1: "", 2: "twenty-", 3: "thirty-", 4: "forty-", 5: "fifty-", 6: "sixty-"}
_ONES = ("", "one", "two", "three", "four", "five", "six")
_MIXED = (56, 46, 45, 36, 35, 34, 26, 25, 24, 23, 16, 15, 14, 13)
_DOUBLES_AND_MEIER = (66, 55, 44, 33, 22, 11, 12)


def claim(pair: str) -> ClaimPicture:
    """Returns a claim of the Viking game, such as "34"."""
    low, high = int(pair[0]), int(pair[1])
    if pair == "12":
        name = "Meier"
    elif low == high:
        name = f"double {_ONES[low]}{'es' if low == 6 else 's'}"
    elif low == 1:
        name = {3: "thirteen", 4: "fourteen", 5: "fifteen", 6: "sixteen"}[high]
    else:
        name = f"{_TENS[low]}{_ONES[high]}"
    return ClaimPicture((low, high), name)


LADDER = tuple(claim(str(pair)) for pair in _MIXED + _DOUBLES_AND_MEIER)


def hints(claim_: str = "", reveal: str = "", challenge: str = "", dial: str = "") -> tuple[Hint, ...]:
    """Returns the four hints; a control without a label is disabled."""
    words = {"claim": claim_, "reveal": reveal, "challenge": challenge, "dial": dial}
    return tuple(Hint(control, label or "·", bool(label)) for control, label in words.items())


def seats(number: int, turn: int = 1, owner: int | None = 0, **lost: int) -> tuple[SeatPanel, ...]:
    """Returns seats with different stocks; `s1=2` says that seat 1 has just lost two lives."""
    panels = []
    for index in range(number):
        broken = lost.get(f"s{index}", 0)
        stock = (6, 4, 5, 2, 3, 6, 1, 4, 0, 6, 2, 5)[index]
        panels.append(
            SeatPanel(
                NAMES[index],
                max(0, stock - broken),
                6,
                turn=index == turn,
                owner=index == owner,
                out=stock == 0,
                lost=broken,
                shield=SHIELDS[index % len(SHIELDS)],
            )
        )
    return tuple(panels)


def photograph(context: DrawingContext, faces: tuple[int, ...], seed: int, caption: str = "") -> Photograph:
    """Draws a photograph of dice, 640 × 480 pixels, with the marks that a reading would give."""
    chance = random.Random(seed)
    width, height, long = 640, 480, 108
    picture = wood.sawn(context, (width, height), context.theme.wall_wood, seed)
    seen: list[SampleDie] = []
    for number, face in enumerate(faces):
        piece = dice.die(context, face, long)
        x = 150 + number * 190 + chance.randint(-25, 25)
        y = 160 + chance.randint(-50, 90)
        dark = dice.cast_shadow(context, piece.get_size())
        picture.blit(dark, dark.get_rect(center=(x + piece.get_width() // 2, y + piece.get_height() // 2)))
        picture.blit(piece, (x, y))
        w, h = dice.top_face(face, long)
        outline = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        pips = tuple((x + px, y + py, r) for px, py, r in dice.pips(face, long))
        seen.append(SampleDie(face, outline, pips))
    stream = io.BytesIO()
    pygame.image.save(picture, stream, "evidence.png")
    return Photograph(stream.getvalue(), tuple(seen), caption)


def slip(*words: str) -> SealSlip:
    """Returns the slip of a seal with these words, and a code that only looks like one."""
    side = 25
    chance = random.Random("".join(words))
    rows = [[chance.randint(0, 1) for _ in range(side)] for _ in range(side)]
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        for y in range(-1, 8):
            for x in range(-1, 8):
                if 0 <= top + y < side and 0 <= left + x < side:
                    ring = max(abs(y - 3), abs(x - 3))
                    rows[top + y][left + x] = int(ring in (0, 1, 3))
    return SealSlip("sealed", words, tuple("".join(map(str, row)) for row in rows))


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
                Throw(NAMES[0], 5),
                Throw(NAMES[1], 2, faded=True),
                Throw(NAMES[2], lit=True),
                Throw(NAMES[3]),
            ),
        ),
    }


def reveals(context: DrawingContext) -> dict[str, Scene]:
    """Returns reveals, by name."""
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
            VerdictPanel("A lie!", Tone.BAD, ("Thirty-six is less than sixteen.", "Gunnar pays one life.")),
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
            VerdictPanel("True!", Tone.GOOD, ("It is the Meier.", "Gunnar pays two lives.")),
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
            (photograph(context, (4, 4), 9),),
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


def all_scenes(context: DrawingContext) -> dict[str, Scene]:
    """Returns every sample scene by its name."""
    laid, seen = photograph(context, (5, 5, 2), 7, "Gunnar"), photograph(context, (1, 5), 9)
    return (
        lists()
        | tables()
        | reveals(context)
        | starts(NAMES)
        | winners(NAMES)
        | honours(NAMES)
        | cup_scenes(laid)
        | page_scenes(LADDER, seen)
        | calibration_scenes(laid)
    )
