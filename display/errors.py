"""The errors of this package.

Their text is English, for logs and the terminal. What players see is made from the type of the error.
"""


class DisplayError(Exception):
    """The base of every error of the display."""


class NoScreenError(DisplayError, OSError):
    """Neither a window nor a full screen can be opened."""

    def __init__(self, cause: str) -> None:
        """Takes SDL's own description of the cause."""
        self.cause = cause
        super().__init__(
            f"No screen can be opened ({cause}): start from a desktop or from the box's own console as a user in the"
            " groups video and render, or set SDL_VIDEODRIVER to a driver that this machine has."
        )


class ScreenLostError(DisplayError, OSError):
    """The screen that was open can no longer be drawn on."""

    def __init__(self, cause: str) -> None:
        """Takes SDL's own description of the cause."""
        self.cause = cause
        super().__init__(f"The screen is lost ({cause}): check its cable; it is being opened again.")


class AudienceError(DisplayError, OSError):
    """No window can be opened for the audience; the table's own window is not affected."""


class SingleWindowError(AudienceError):
    """This build of pygame supports only one window."""

    def __init__(self) -> None:
        """Has no further cause."""
        super().__init__("pygame supports only one window: install pygame-ce instead.")


class AudienceWindowError(AudienceError):
    """SDL does not open a second window."""

    def __init__(self, cause: str) -> None:
        """Takes SDL's own description of the cause."""
        self.cause = cause
        super().__init__(f"SDL does not open a second window: {cause}.")
