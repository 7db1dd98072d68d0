"""Words why a reading abstained, and the remedy."""

from firmware.rules.message import Message, message, plural
from vision.reading import JointReason, Reading, Reason


def reading_message(reading: Reading) -> Message | None:
    """Returns the reason for an abstention with its remedy; None for a reading with faces."""
    if reading.reason is None:
        return None
    if reading.cause is not None:
        return _OF_CAUSE[reading.cause]
    match reading.reason:
        case Reason.TOO_FEW:
            return _too_few(len(reading.dice), reading.expected)
        case Reason.TOO_MANY:
            return _too_many(len(reading.dice), reading.expected)
        case reason:
            return _OF_REASON[reason]


def _too_few(found: int, expected: int | None) -> Message:
    if expected is None:
        problem = message("Not all of the dice can be seen")
    elif found == 0:
        problem = message("No dice can be seen, but there should be {wanted}", wanted=_dice(expected))
    else:
        problem = message(
            "Only {seen} can be seen, but there should be {wanted}", seen=_dice(found), wanted=_dice(expected)
        )
    missing = 2 if expected is None else expected - found
    remedy = plural("find the missing die and shake again", "find the missing dice and shake again", missing)
    return problem.with_remedy(remedy)


def _too_many(found: int, expected: int | None) -> Message:
    if expected is None:
        problem = message("There seem to be too many dice")
    else:
        problem = message(
            "There seem to be {seen}, but there should be {wanted}", seen=_dice(found), wanted=_dice(expected)
        )
    return problem.with_remedy(message("take out the extra dice and shake again"))


def _dice(count: int) -> Message:
    return plural("one die", "{n:words} dice", count)


_SHAKE_AGAIN = message("shake again")
_OF_REASON = {
    Reason.EMPTY: message("There are no dice").with_remedy(message("put them in and shake")),
    Reason.TOUCHING: message("Dice touch so closely that they cannot be told apart").with_remedy(_SHAKE_AGAIN),
    Reason.COCKED: message("A die is leaning").with_remedy(_SHAKE_AGAIN),
    Reason.STACKED: message("One die is on top of another").with_remedy(_SHAKE_AGAIN),
    Reason.MOVING: message("The dice were still moving").with_remedy(message("wait until they rest, then read again")),
    Reason.CUT_OFF: message("A die is partly outside the picture").with_remedy(_SHAKE_AGAIN),
    Reason.FOREIGN_OBJECT: message("There is something in the picture that is not a die").with_remedy(
        message("take it out and read again")
    ),
    Reason.TOO_DARK: message("It is too dark to read the dice").with_remedy(message("add light and read again")),
    Reason.TOO_BRIGHT: message("It is too bright to read the dice").with_remedy(
        message("reduce the light and read again")
    ),
    Reason.BLURRED: message("The picture is blurred").with_remedy(message("focus or clean the lens and read again")),
    Reason.UNCLEAR: message("The pips of a die are not clear enough").with_remedy(_SHAKE_AGAIN),
    Reason.CAMERA: message("The camera gave no picture").with_remedy(message("check its cable")),
}
_OF_CAUSE = {
    JointReason.CONTRADICTION: message("The faces changed from one picture to the next").with_remedy(_SHAKE_AGAIN),
    JointReason.RESTLESS: message("Something keeps moving in the box").with_remedy(
        message("let the dice lie and keep hands out")
    ),
    JointReason.FAILURE: message("This picture could not be read").with_remedy(_SHAKE_AGAIN),
}
