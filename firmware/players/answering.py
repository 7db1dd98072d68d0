"""The process of the computer players: questions in, answers out. It has no camera, no journal and no dice."""

import random
from multiprocessing.connection import Connection

from firmware.players.characters import character
from firmware.players.question import Answer, Question


def answer_questions(line: Connection) -> None:
    """Answers one question after another, until the other end of the line is closed."""
    chance = random.Random()
    while True:
        try:
            question: Question = line.recv()
        except (EOFError, OSError):
            return
        command = character(question.character).choose(question.view, chance)
        try:
            line.send(Answer(question.serial, command))
        except OSError:
            return
