"""What a retry tells, in short; `python -m tests.firmware.camera.retries` is the long form."""

from hardware.simulated.simulated_dice import BodyShape
from hardware.simulated.simulated_throws import Habits
from tests.firmware.camera.retries import Retries, count_retries


def test_throws_that_are_asked_again_do_not_tell_their_faces() -> None:
    found = count_retries(40, BodyShape.CUBE, 1, Habits(touching=0.5, at_wall=0.3))
    assert sum(found.thrown) > 60
    assert sum(found.again) > 0, "where nothing is asked again, nothing is proven"
    assert found.fair, found


def test_a_reader_that_abstains_on_sixes_is_detected() -> None:
    assert not Retries((100,) * 6, (2, 2, 2, 2, 2, 30)).fair
    assert Retries((100,) * 6, (2, 3, 2, 4, 1, 3)).fair
