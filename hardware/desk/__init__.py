"""Devices of an ordinary computer: keyboard, mouse, touch, game controllers, USB camera and speech.

In: the events of pygame's window, frames of OpenCV, text to be spoken. Out: the messages of `hardware.ports` (or, for
speech, a WAV file). Start with `keyboard_mouse`, then `gamepad` and `usb_camera`.
"""
