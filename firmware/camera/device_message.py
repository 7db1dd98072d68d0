"""Takes the messages of the devices over into the game, which renders them in the language of the table."""

import hardware.message
from firmware.rules.message import Message, Value


def device_message(said: hardware.message.Message) -> Message:
    """Returns a message of a device, with those inside it, as a message of the game."""
    remedy = None if said.remedy is None else device_message(said.remedy)
    fields = tuple((name, _value(value)) for name, value in said.fields)
    return Message(said.template, fields, said.plural, said.context, remedy)


def _value(value: hardware.message.Value) -> Value:
    match value:
        case hardware.message.Message():
            return device_message(value)
        case tuple():
            return tuple(_value(item) for item in value)
        case _:
            return value
