"""The errors of the journal."""

from pathlib import Path

from firmware.errors import MeierboxError
from firmware.rules.message import Message, literal, message

USE_ANOTHER_FOLDER = message("use that one, or set MEIERBOX_STATE to another folder")


class JournalError(MeierboxError, OSError):
    """The journal cannot be written or read; `message` says why and what to do."""

    def __init__(self, said: Message | str) -> None:
        """Takes the message."""
        super().__init__(literal(said) if isinstance(said, str) else said)


class JournalInUseError(JournalError, BlockingIOError):
    """Another program is using the journal."""


class JournalFormatError(JournalError, ValueError):
    """The journal, or a game in it, is damaged or was written by a newer program."""


class NoSuchGameError(JournalError, LookupError):
    """The journal has no game with this number."""


def unreadable_game(number: int, path: Path, error: Exception) -> JournalFormatError:
    """Returns the error for rows that do not form a game."""
    cannot = message("Game {n} in {folder} cannot be read ({error})", n=number, folder=str(path), error=_reason(error))
    return JournalFormatError(cannot.with_remedy(message("begin another; it is kept as it is")))


def unreadable_row(seq: int, game: int, path: Path, error: Exception) -> JournalFormatError:
    """Returns the error for a row that is not JSON."""
    cannot = message(
        "Row {n} of game {game} in {folder} cannot be read ({error}).",
        n=seq,
        game=game,
        folder=str(path),
        error=_reason(error),
    )
    return JournalFormatError(cannot)


def unreadable_journal(path: Path, error: Exception) -> JournalFormatError:
    """Returns the error for an unreadable journal file."""
    cannot = message("The journal {path} is damaged ({error})", path=str(path), error=_reason(error))
    return JournalFormatError(
        cannot.with_remedy(
            message(
                "`meierbox play` goes on with what can be read of it, `meierbox games recover {path}` saves it",
                path=str(path),
            )
        )
    )


def unwritable_folder(folder: Path, reason: str) -> JournalError:
    """Returns the error for a folder in which no journal can be kept."""
    cannot = message("The journal cannot be kept in {folder} ({why})", folder=str(folder), why=reason)
    return JournalError(cannot.with_remedy(message("make that folder writable, or set MEIERBOX_STATE to another one")))


def newer_journal(path: Path) -> JournalFormatError:
    """Returns the error for a journal written by a newer program."""
    newer = message("The journal {path} was written by a newer meierbox", path=str(path))
    return JournalFormatError(newer.with_remedy(USE_ANOTHER_FOLDER))


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
