"""The text console behind a box that has a screen to itself.

SDL leaves the keyboard to the console as well (SDL_INPUT_LINUX_KEEP_KBD=1), so that Ctrl+Alt+F2 opens a login beside
the running box. But then every key reaches the console too, where Ctrl+C would end the program and Ctrl+S stop it.
"""

import termios

_INPUT, _LOCAL = 0, 3
"""The index of the flags in `termios.tcgetattr`."""


def ignore_keys(descriptor: int) -> bool:
    """Makes a terminal ignore keys: no signals, echo, flow control or bell; returns whether it is a terminal."""
    try:
        modes = termios.tcgetattr(descriptor)
        modes[_INPUT] &= ~(termios.IXON | termios.IXOFF | termios.BRKINT | termios.IMAXBEL)
        modes[_LOCAL] &= ~(termios.ISIG | termios.ICANON | termios.ECHO | termios.IEXTEN)
        termios.tcsetattr(descriptor, termios.TCSANOW, modes)
    except (termios.error, OSError):
        return False
    return True
