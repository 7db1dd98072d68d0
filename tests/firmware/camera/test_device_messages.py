"""Messages from devices are rendered in the table's language, including nested ones."""

from firmware.camera.device_messages import message_of
from firmware.texts import Texts
from hardware.errors import CalibrationError
from hardware.message import in_a_row, message
from hardware.pi.camera import pi_camera_title
from hardware.pi.pin_factory import pin_unavailable
from hardware.pi.pins import Part


def test_names_remedies_and_lists_are_translated_too() -> None:
    closed = message("{name} is closed", name=pi_camera_title(1)).with_remedy(message("reopen it"))
    missing = CalibrationError(message("{names} missing", names=("red", "gain"))).message
    pin = pin_unavailable(Part.LID, RuntimeError("GPIO busy"))
    german = [Texts("de").render(message_of(said)) for said in (in_a_row([closed, closed]), missing, pin)]
    assert german == [
        "Pi-Kamera 1 ist zu: Öffnet sie neu. Pi-Kamera 1 ist zu: Öffnet sie neu.",
        "es fehlt: red und gain",
        "Stift 36 (BCM 16: Deckelschalter) ist nicht zu haben (GPIO busy): "
        "Beendet, was ihn hält, oder gebt ihn in config.txt frei.",
    ]
    assert str(message_of(pin)) == str(pin)
