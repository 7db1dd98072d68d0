"""Sample scenes of what stands around a game: the start screen, the winner with the story of the game."""

from collections.abc import Sequence

from display.scene import Hint, HonoursScene, Notice, Scene, SeatPanel, StartScene, Tone, WinnerScene
from display.scene_elements import GameFace, Honour, Player, Shield, StoryKind, StoryLine
from display.widgets.control_hints import ANY

_SHIELDS = (
    Shield(("gules",), charge="estoile", charge_tincture="or"),
    Shield(("argent",), charge="bear", charge_tincture="sable"),
    Shield(("azure",), ordinary="chevron", ordinary_tincture="argent"),
    Shield(("or", "vert"), division="per-pale", charge="tower", charge_tincture="sable"),
    Shield(("sable",), ordinary="cross", ordinary_tincture="or"),
)
_FACES = {
    "viking": GameFace(
        "viking",
        "Viking Liar’s Dice",
        "Two dice in the box; small numbers rank high, and nothing beats a Meier.",
        ("Rules: as written",),
    ),
    "bullshit": GameFace(
        "bullshit", "Bullshit Dice", "The cup gains worth with every higher claim.", ("Rules: The long night",)
    ),
    "stars": GameFace(
        "stars",
        "Liar’s Dice with stars",
        "Eight dice each, ones are stars; what you miss, you pay.",
        ("Rules: Ildhafn",),
    ),
}


def _hints(*labels: str) -> tuple[Hint, ...]:
    controls = ("claim", "reveal", "challenge", "dial")
    return tuple(Hint(control, label or "·", bool(label)) for control, label in zip(controls, labels, strict=True))


def _start(rules: str, names: Sequence[str], face: str = "", notice: Notice | None = None) -> StartScene:
    players = tuple(Player(name, _SHIELDS[seat % len(_SHIELDS)]) for seat, name in enumerate(names))
    if face:
        players = (*players[:-1], Player("Loki", face=face))
    return StartScene(
        "meierbox",
        "Who dares to believe it?",
        _FACES[rules],
        players,
        "Begin",
        (f"{len(names)} at the table", "Opens: the highest throw"),
        "Seats and rules",
        "and game, arms, settings",
        _hints("Quick game", "Rules", "Seats and rules", "Begin"),
        notice,
    )


def starts(names: Sequence[str]) -> dict[str, Scene]:
    """Returns start screens by name; `names` are those of twelve players."""
    return {
        "start": _start("viking", names[:3]),
        "start-eight": _start("bullshit", names[:8], "bold"),
        "start-twelve": _start(
            "stars", names, notice=Notice("No camera answers: the table itself will look into the box.", Tone.DOUBT)
        ),
    }


def honours(names: Sequence[str]) -> dict[str, Scene]:
    """Returns those who have won today, by name; `names` are those of twelve players."""
    come = (
        Hint(ANY, "Come and play!", True, "Nobody is playing: the box only shows how it is done. Any button begins."),
    )
    won = tuple(
        Honour(
            tuple(Player(name, _SHIELDS[place % len(_SHIELDS)]) for name in names[place : place + 1 + place % 2]),
            f"{_FACES['stars' if place % 3 else 'viking'].name}, 21:{place}7",
        )
        for place in range(6)
    )
    told = Notice("They were there today. Who beats them?", aloud=True)
    return {
        "honours": HonoursScene("Today’s winners", "", won, come, told),
        "honours-one": HonoursScene("Today’s winners", "", won[:1], come, told),
    }


def winners(names: Sequence[str]) -> dict[str, Scene]:
    """Returns endings by name; `names` are those of twelve players."""
    again = _hints("Play again", "", "Seats, rules", "Another game")
    return {
        "winner-tavern": WinnerScene(
            "Gunnar buys the drinks!",
            ("Astrid and Sympkyn of the Moor drink for free.",),
            tuple(SeatPanel(name, stock, 6, out=stock == 0) for name, stock in zip(names[:3], (4, 0, 3), strict=True)),
            (0, 2),
            again,
        ),
        "winner-pot": WinnerScene(
            "Sympkyn of the Moor wins!",
            ("The pot of 12 is his.", "Twenty-three rounds, nine lies found out."),
            tuple(SeatPanel(name, 2 if index == 2 else 0, 6, out=index != 2) for index, name in enumerate(names)),
            (2,),
            again,
        ),
        "winner-story": _told(names[:3], "Astrid won!", (0,)),
        "winner-story-twelve": _told(names, "Sympkyn of the Moor and Astrid won!", (0, 2)),
    }


def _told(names: Sequence[str], headline: str, winners: tuple[int, ...]) -> WinnerScene:
    return WinnerScene(
        headline,
        ("Gunnar buys the drinks.", "So falls the tower whose foundation was a word."),
        tuple(
            SeatPanel(name, (4, 0, 3, 1)[seat % 4], 6, out=seat % 4 == 1, shield=_SHIELDS[seat % len(_SHIELDS)])
            for seat, name in enumerate(names)
        ),
        winners,
        _hints("Save a poster", "", "Seats, rules", "Another game"),
        story_title="The story of the evening",
        story=(
            StoryLine(
                StoryKind.LIE,
                "Boldest lie: Sympkyn of the Moor",
                "Double ones, a chance of one in fifty; nobody doubted it.",
            ),
            StoryLine(StoryKind.NOSE, "Best nose: Astrid", "Right seven times in nine."),
            StoryLine(StoryKind.STREAK, "Longest streak: Astrid", "Right four times in a row."),
            StoryLine(StoryKind.DICE, "Unluckiest dice: Gunnar", "Seven throws in ten would have been better."),
        ),
    )
