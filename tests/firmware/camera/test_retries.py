"""A short run of `python -m tests.firmware.camera.retries`."""

from hardware.simulated.simulated_dice import BodyShape
from hardware.simulated.simulated_throws import Habits
from tests.firmware.camera.retries import Roll, compare_rates, compare_times, compared, roll_dice


def test_what_everybody_sees_of_a_roll_does_not_tell_its_faces() -> None:
    rolls = roll_dice(8, BodyShape.CUBE, 1, Habits(touching=0.5, at_wall=0.3))
    assert len(rolls) > 4
    assert any(roll.again for roll in rolls), "where nothing is asked again, nothing is proven"
    assert all(each.fair for each in compared(rolls)), compared(rolls)


def test_a_reader_that_abstains_on_sixes_or_takes_longer_for_them_is_detected() -> None:
    rolls = [
        Roll((face,), again=face == 6 and n % 2 == 0, frames=3, seconds=n / 60)
        for face in range(1, 7)
        for n in range(60)
    ]
    assert not compare_rates("asked again", rolls, [roll.again for roll in rolls]).fair
    assert compare_times(rolls).fair
    slow = [Roll(roll.faces, again=False, frames=3, seconds=roll.seconds + 0.4 * (6 in roll.faces)) for roll in rolls]
    assert not compare_times(slow).fair
