"""The computer players' process: questions in, answers out. It has no camera, no journal and no dice."""

import random
from multiprocessing.connection import Connection

from firmware.players.advice import advice
from firmware.players.characters import character
from firmware.players.question import AdviceAnswer, AdviceQuestion, Answer, Question


def answer_questions(line: Connection) -> None:
    """Answers questions one at a time until the other end of the pipe is closed."""
    chance = random.Random()
    while True:
        try:
            question: Question | AdviceQuestion = line.recv()
        except (EOFError, OSError):
            return
        try:
            line.send(answered(question, chance))
        except OSError:
            return


def answered(question: Question | AdviceQuestion, chance: random.Random) -> Answer | AdviceAnswer:
    """Answers a question."""
    if isinstance(question, AdviceQuestion):
        return AdviceAnswer(question.serial, advice(question.view))
    return Answer(question.serial, character(question.character).choose(question.view, chance))
