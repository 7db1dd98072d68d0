"""Sample scenes of the workbench: the camera being calibrated, and dice being blessed."""

from display.scene import BenchScene, Hint, Notice, Photograph, Row, Scene, Tone

_HINTS = (
    Hint("claim", "Move across", True),
    Hint("reveal", "Leave", True),
    Hint("challenge", "", False),
    Hint("dial", "Push: go on. Turn: move", True),
)


def bench_scenes(seen: Photograph) -> dict[str, Scene]:
    """Gives the samples by their names; `seen` is what the camera sees."""
    found = (
        Notice("Light: level 104 of 255, even", Tone.GOOD),
        Notice("Lamp: the left channel gives no light: check its wire to BCM 12 and its MOSFET", Tone.BAD),
        Notice("Focus: 6.6 dioptres, 15 cm", Tone.GOOD),
        Notice("Floor: one edge is not clear: move the frame by hand", Tone.DOUBT),
    )
    figures = (Row("brightness", "104"), Row("sharpness", "87 (best 91)"), Row("scale", "0.149 mm a pixel"))
    return {
        "bench-calibrate": BenchScene(
            "Calibrate",
            "Is the whole floor inside the frame? Turn the dial to move it, push when it is.",
            _HINTS,
            seen.encoded,
            frame=(0.08, 0.1, 0.84, 0.8),
            figures=figures,
            findings=found,
        ),
        "bench-bless": BenchScene(
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
            figures=(Row("throws", "2 of 8"), Row("faces", "1 3 5 6"), Row("size", "25.2 × 19.1 mm")),
        ),
        "bench-blank": BenchScene(
            "Calibrate",
            "Empty the box, shut the lid, then push the dial.",
            _HINTS,
            blank="The camera is being opened.",
        ),
    }
