"""Sample scenes of the calibration of a camera and of a die set."""

from display.scene import CalibrationFinding, CalibrationScene, Hint, ListRow, Photograph, Scene, Tone

_HINTS = (
    Hint("claim", "Move across", True),
    Hint("reveal", "Leave", True),
    Hint("challenge", "", False),
    Hint("dial", "Push: go on. Turn: move", True),
)


def calibration_scenes(seen: Photograph) -> dict[str, Scene]:
    """Returns the scenes by name; `seen` is the camera picture."""
    found = (
        CalibrationFinding("Light: good", ("The light is right.",), Tone.GOOD),
        CalibrationFinding(
            "Lamp",
            ("The left side of the lamp gives no light.", "Check its lights and its wire."),
            Tone.DOUBT,
        ),
        CalibrationFinding("Focus: good", ("The picture is sharp.",), Tone.GOOD),
        CalibrationFinding("Floor", ("Its left edge is not clear.", "Move the frame by hand."), Tone.DOUBT),
    )
    figures = (
        ListRow("brightness", "good"),
        ListRow("evenness", "poor: one side is dark"),
        ListRow("sharpness", "fair: it was sharper"),
    )
    return {
        "calibration-camera": CalibrationScene(
            "Calibrate",
            "Is the whole floor inside the frame? Turn the dial to move it, push when it is.",
            _HINTS,
            seen.encoded,
            frame=(0.08, 0.1, 0.84, 0.8),
            figures=figures,
            findings=found,
            index=1,
        ),
        "calibration-dice": CalibrationScene(
            "Bless: red-bone",
            "Shake the box and set it down: throw 3 of 8.",
            (
                Hint("claim", "", False),
                Hint("reveal", "Leave", True),
                Hint("challenge", "", False),
                Hint("dial", "", False),
            ),
            seen.encoded,
            dice=seen.dice,
            figures=(ListRow("throws", "2 of 8"), ListRow("faces", "1 3 5 6"), ListRow("size", "25.2 × 19.1 mm")),
        ),
        "calibration-result": CalibrationScene(
            "Bless: red-bone",
            "red-bone is blessed, and known from now on.",
            _HINTS,
            seen.encoded,
            dice=seen.dice,
            findings=(
                *(CalibrationFinding(part, ("All is well.",), Tone.GOOD) for part in ("Size", "Pips", "Faces")),
                CalibrationFinding(
                    "Fairness",
                    (
                        "1, 2, 3, 4, 5 and 6 come alike, as far as 240 dice show; a face that comes 1.6 times its "
                        "share would have been noticed 4 times in 5.",
                    ),
                    Tone.GOOD,
                ),
                CalibrationFinding("Unread", ("Throws that could not be read and do not count: 3.",)),
            ),
            index=3,
            turning=True,
        ),
        "calibration-no-picture": CalibrationScene(
            "Calibrate",
            "Empty the box, shut the lid, then push the dial.",
            _HINTS,
            blank="Opening the camera.",
        ),
    }
