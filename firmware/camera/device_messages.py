"""Converts the messages of devices and of the reader, which have a class of their own, to the game's."""

from typing import Any

from firmware.rules.message import Message, literal


def message_of(said: object) -> Message:
    """Returns the message of a device, an error or a reading.

    A plain string becomes a template without fields, so that it is translated if a translation exists.

    >>> str(message_of(OSError("The camera is gone: plug it in.")))
    'The camera is gone: plug it in.'
    """
    if isinstance(said, BaseException):
        said = getattr(said, "message", None) or str(said)
    if isinstance(said, Message):
        return said
    if isinstance(said, str):
        return literal(said) if {"{", "}"} & set(said) else Message(said)
    return _taken_over(said)


def _taken_over(said: Any) -> Message:
    """Converts a message of another class.

    Raises:
        AttributeError: where it is no message.
    """
    return Message(
        said.template,
        tuple((name, _value(value)) for name, value in said.fields),
        said.plural,
        said.context,
        None if said.remedy is None else _taken_over(said.remedy),
    )


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_value(item) for item in value)
    return _taken_over(value) if hasattr(value, "template") else value
