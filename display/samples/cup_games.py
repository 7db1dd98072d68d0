"""Sample scenes of the cup games and of the game with tallies."""

from dataclasses import replace

from display.scene import (
    ClaimDial,
    ClaimPicture,
    Count,
    Hint,
    Photograph,
    RevealScene,
    Scene,
    SeatPanel,
    TableScene,
    Tone,
)
from display.scene import VerdictPanel as Verdict
from display.scene_elements import Shield

_FACES = ("", "one", "two", "three", "four", "five", "six")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def bid(quantity: int, face: int) -> ClaimPicture:
    """Returns the bid that `quantity` dice show `face`."""
    plural = "" if quantity == 1 else "es" if face == 6 else "s"
    return ClaimPicture((face,), f"{_NUMBERS[quantity]} {_FACES[face]}{plural}", oblong=False, quantity=quantity)


def _hints(*labels: str) -> tuple[Hint, ...]:
    controls = ("claim", "reveal", "challenge", "dial")
    return tuple(Hint(control, label or "·", bool(label)) for control, label in zip(controls, labels, strict=True))


_SUN = Shield(("azure",), charge="lion", charge_tincture="or")
_CHEVRON = Shield(("gules",), ordinary="chevron", ordinary_tincture="argent")
_SEATS = (
    SeatPanel("Astrid", 5, 5, owner=True, kind="die", shield=_SUN),
    SeatPanel("Gunnar", 3, 5, turn=True, kind="die", shown=(5, 5), shield=_CHEVRON),
    SeatPanel("Sympkyn of the Moor", 4, 5, kind="die"),
)
_TALLIES = tuple(
    SeatPanel(name, tallies, 21, turn=seat == 1, owner=seat == 0, kind="tally")
    for seat, (name, tallies) in enumerate((("Astrid", 0), ("Gunnar", 7), ("Þórdís", 3), ("Aud", 20)))
)


def cup_scenes(laid: Photograph) -> dict[str, Scene]:
    """Returns the scenes by name; `laid` is a photograph of revealed dice."""
    marked = replace(laid, dice=laid.dice[:2], others=laid.dice[2:], whole=True)
    return {
        "table-deal": TableScene(
            tuple(replace(seat, owner=False, shown=()) for seat in _SEATS),
            "Everybody",
            "Shake and look",
            "Gunnar bids first. Push when all have looked.",
            _hints("All have looked", "", "", "All have looked"),
            status="Round 3",
        ),
        "table-bid": TableScene(
            _SEATS,
            "Gunnar",
            "Do you believe it?",
            "Bid more, call it a lie, or push the dial to show dice and re-roll.",
            _hints("Bid five fives", "Look at the dice", "A lie!", "Turn the face"),
            claim=bid(4, 5),
            claim_by="Astrid bids",
            dial=ClaimDial(tuple(bid(quantity, 5) for quantity in range(5, 13)), 0),
            status="Round 3 · 12 dice in play",
        ),
        "table-sum": TableScene(
            tuple(replace(seat, stock=1, shown=()) for seat in _SEATS),
            "Gunnar",
            "Do you believe it?",
            "Bid more, or call it a lie.",
            _hints("Bid a total of 13", "", "A lie!", "Bid a total of 13"),
            claim=ClaimPicture((), "in all", oblong=False, total=12),
            claim_by="Astrid bids",
            status="Round 9 · 3 dice in play",
        ),
        "table-laid": TableScene(
            _SEATS,
            "Sympkyn of the Moor",
            "Lay four dice",
            "Press REVEAL to have them read, or tell them with the dial.",
            _hints("The table rules", "Read the dice", "", "Enter a 1"),
            claim=bid(4, 5),
            claim_by="Astrid bids",
            frozen=True,
            photograph=replace(marked, caption="Gunnar · 3 so far"),
            status="Round 3 · 12 dice in play",
        ),
        "table-tallies": TableScene(
            _TALLIES,
            "Gunnar",
            "Do you believe it?",
            "Shake and claim anything; going no higher costs you. Anybody may call it a lie.",
            _hints("", "", "A lie!", "I shook"),
            claim=ClaimPicture((5, 2), "fifty-two", oblong=False),
            claim_by="Astrid says",
            stake="for three tallies",
            status="Round 6",
        ),
        "reveal-hands": RevealScene(
            7,
            (replace(_SEATS[0], stock=4, lost=1), *_SEATS[1:]),
            "Gunnar called Astrid a liar",
            bid(4, 5),
            "Astrid says",
            None,
            (marked, replace(marked, caption="Astrid"), replace(marked, caption="Sympkyn of the Moor")),
            Verdict(
                "TRUE",
                Tone.GOOD,
                ("The count is 6: four fives is true.", "Astrid pays one die."),
                ("Astrid pays one die.",),
            ),
            _hints("", "See it slowly", "", "Go on"),
            count=Count(6, "against four fives"),
        ),
        "reveal-tallies": RevealScene(
            8,
            tuple(replace(seat, stock=seat.stock + 3, lost=3, owner=False) for seat in _TALLIES),
            "Ulf shows a twenty-one",
            ClaimPicture((2, 1), "twenty-one", oblong=False),
            "Ulf says",
            ClaimPicture((2, 1), "twenty-one", oblong=False),
            (laid,),
            Verdict("TWENTY-ONE", Tone.GOOD, ("Astrid, Gunnar, Þórdís and Aud pay three tallies.",)),
            _hints("Go on", "", "", "Go on"),
        ),
    }
