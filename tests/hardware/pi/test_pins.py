"""The table of pins: no pin is used twice or reserved for other uses, and the header is the real one."""

from hardware.pi.pins import HEADER, PINS, PWM, RESERVED, SEATS, SUPPLY, Part, pin_of, title_of_part


def test_every_part_has_one_pin_and_no_pin_has_two_parts() -> None:
    assert sorted(pin.part for pin in PINS) == sorted(Part)
    assert len({pin.bcm for pin in PINS}) == len(PINS)


def test_pins_of_others_are_left_alone() -> None:
    assert not {pin.bcm for pin in PINS} & set(RESERVED)


def test_the_header_is_the_real_one() -> None:
    # gpiozero's own description of a board is another source than our table.
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415

    (board,) = [header for name, header in MockFactory(revision="902120").board_info.headers.items() if name == "J8"]
    real = {
        int(info.name.removeprefix("GPIO")): place for place, info in board.pins.items() if info.name.startswith("GPIO")
    }
    assert {bcm: place for bcm, place in HEADER.items() if bcm > 1} == {b: p for b, p in real.items() if b > 1}
    assert {place for place, info in board.pins.items() if info.name == "GND"} == {
        place for place, what in SUPPLY.items() if what == "ground"
    }
    assert not set(HEADER.values()) & set(SUPPLY)
    assert len(HEADER) + len(SUPPLY) == 40


def test_the_lamp_has_two_hardware_channels_of_its_own() -> None:
    left, right = pin_of(Part.LAMP_LEFT).bcm, pin_of(Part.LAMP_RIGHT).bcm
    assert {left, right} <= set(PWM)
    assert {left, right} not in ({12, 18}, {13, 19})


def test_nothing_shines_while_the_pi_starts() -> None:
    assert all(pin.bcm >= 9 for pin in PINS if pin.wiring.output), "BCM 0 to 8 are pulled up until they are taken"


def test_the_power_button_can_wake_the_pi() -> None:
    assert pin_of(Part.POWER).bcm == 3


def test_the_game_needs_only_the_three_buttons_the_dial_and_one_lamp() -> None:
    needed = {pin.part for pin in PINS if not pin.optional}
    dial = {Part.DIAL_A, Part.DIAL_B, Part.DIAL_PUSH}
    assert needed == {Part.CLAIM, Part.REVEAL, Part.CHALLENGE, Part.LID, Part.LAMP_LEFT} | dial
    assert len(SEATS) == 8


def test_every_part_has_the_same_name_in_messages_as_in_the_table() -> None:
    assert [str(title_of_part(part)) for part in Part] == list(Part)
