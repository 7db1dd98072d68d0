"""A table with computer seats, and people who do the rest."""

import random
from pathlib import Path

from firmware.app.navigation import open_table, word_list
from firmware.config.settings import Preferences
from firmware.journal.database import Journal
from firmware.players.advice import advice
from firmware.players.characters import character
from firmware.players.question import AdviceAnswer, AdviceQuestion, Answer, Question
from firmware.rules.state import Phase
from firmware.table.context import Equipment
from firmware.table.plan import GamePlan
from firmware.table.progress import destination_of
from firmware.table.requests import ReadDice, WatchRoll
from tests.firmware.evening import observation

PEOPLE = ("Astrid", "Bjorn")


class Company:
    """Computer players that record their questions."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.asked_for_advice: list[AdviceQuestion] = []
        self.answers: list[Answer | AdviceAnswer] = []
        self.chance = random.Random(5)
        self.silent = False
        self.restarts = 0

    def ask(self, question: Question | AdviceQuestion) -> None:
        if isinstance(question, AdviceQuestion):
            self.asked_for_advice.append(question)
            self.answers.append(AdviceAnswer(question.serial, advice(question.view)))
            return
        self.questions.append(question)
        if not self.silent:
            command = character(question.character).choose(question.view, self.chance)
            self.answers.append(Answer(question.serial, command))

    def restart(self) -> None:
        self.restarts += 1


class ComputerEvening:
    """A table with computer seats; a neighbour shakes for them, and dice fall at random."""

    def __init__(self, folder: Path, rules: str, characters: dict[str, str], opens: int = 0) -> None:
        self.now = 0.0
        self.company = Company()
        self.chance = random.Random(1)
        self.preferences = Preferences()
        self.hands: dict[tuple[int, int], tuple[int, ...]] = {}
        self.journal = Journal(folder)
        equipment = Equipment(word_list, random.Random(1), self.preferences, computer_players=self.company)
        self.table = open_table(self.journal, lambda: 1000.0, equipment, rules=rules)
        games = self.table.context.current_game
        seats = (*PEOPLE[: 3 - len(characters)], *characters)
        games.plan = GamePlan(seats, opens, {}, tuple(characters.values()))
        games.begin(seats, {}, opens)
        self.table.go(destination_of(self.table.state))

    def wait(self, seconds: float = 0.0) -> None:
        """Lets the computer think, and the camera answer its requests."""
        self.now += seconds
        self.table.tick(self.now)
        while self.company.answers:
            answer = self.company.answers.pop(0)
            if isinstance(answer, AdviceAnswer):
                self.table.context.advisor.on_answer(answer)
            else:
                self.table.computer_seats.on_answer(answer)
        self.table.tick(self.now)
        for request in self.table.drain_requests():
            if isinstance(request, WatchRoll | ReadDice):
                self.table.on_observation(request.serial, observation(*self.dice(request)))
        self.table.tick(self.now)

    def dice(self, request: WatchRoll | ReadDice) -> tuple[int, ...]:
        """The dice in the box: those of a roll or a hand stay the same until they are thrown again."""
        hand = request.hand if isinstance(request, ReadDice) else None
        key = (hand.roll, hand.seat) if hand else (self.table.active_session.roll or 0, -1)
        if key not in self.hands:
            self.hands[key] = tuple(sorted(self.chance.choices(range(1, 7), k=request.dice)))
        return self.hands[key]

    def help(self) -> None:
        """Has a neighbour do the one thing left to people."""
        offers = self.table.offers()
        order = ("reveal", "dial") if self.table.state.phase is Phase.REVEALING else ("dial", "reveal", "challenge")
        open_ones = [control for control in order if offers[control].enabled]
        assert open_ones, self.table.mode
        self.table.press(open_ones[0])
