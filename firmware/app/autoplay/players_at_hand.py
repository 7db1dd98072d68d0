"""Computer players that answer immediately, in this process: for the tour, which has no secrets."""

import random
from collections.abc import Callable

from firmware.players.answering import answered
from firmware.players.question import AdviceAnswer, AdviceQuestion, Answer, Question


class PlayersAtHand:
    """Answers every question as it is asked, to `post`."""

    def __init__(self, post: Callable[[Answer | AdviceAnswer], None]) -> None:
        """Plays the same game every time."""
        self._post = post
        self._chance = random.Random(1)

    def ask(self, question: Question | AdviceQuestion) -> None:
        """Answers."""
        self._post(answered(question, self._chance))

    def restart(self) -> None:
        """Has nothing to begin afresh."""
