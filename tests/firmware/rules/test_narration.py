"""The narration of every kind of event."""

from firmware.rules.record.adjudication import adjudicate

HALL = '[Seats "Astrid; Bjorn; Sigrid"]\n[Opens "Astrid"]\n'
SUMS = f'[Rules "sympkyn-cups"]\n{HALL}[Option "preset" "ildhafn"]\n[Stock "1 1 1"]\ndeal 4 / 2 / 6\n'


def test_every_kind_of_event_is_narrated() -> None:
    for record, said in (
        (f'[Rules "viking"]\n{HALL}Astrid rolls 3-1 claims 1-2', "12 stands; Bjorn answers."),
        (
            f'[Rules "viking"]\n{HALL}Astrid rolls 3-1 claims 1-2\nBjorn accepts',
            "The Meier is accepted, the box stays shut. Bjorn pays 1 life and has 5. Next to open: Bjorn.",
        ),
        (
            f'[Rules "viking"]\n{HALL}[Stock "2 6 6"]\nAstrid rolls 3-1 claims 1-2\nBjorn challenges',
            "The dice are 13: 12 is false. Astrid pays 2 lives and has no lives. "
            "The game is over: Bjorn and Sigrid win; Astrid loses.",
        ),
        (
            f'[Rules "viking"]\n{HALL}Astrid rolls ? claims 1-2\nBjorn challenges',
            "No verdict: the dice are not in the record. Nobody pays. Next to open: Bjorn.",
        ),
        (
            f'[Rules "viking"]\n{HALL}ruling Bjorn -1 "late"',
            "By the table: Bjorn -1, which makes 5 lives (late).",
        ),
        (
            f'[Rules "mia"]\n{HALL}Astrid rolls 3-1 claims 6-1\nBjorn passes',
            "Bjorn answers for 61; Sigrid is next.",
        ),
        (
            f'[Rules "bullshit"]\n{HALL}Astrid rolls 6-1 claims 6-1\nBjorn rolls 4-3 claims 4-3',
            "Bjorn takes 1 tally for not going higher. 43 stands, worth 1 tally; Sigrid answers.",
        ),
        (
            f'[Rules "bullshit"]\n{HALL}Astrid shows 2-1',
            "Astrid shows the 21. Bjorn takes 1 tally and has 1. Sigrid takes 1 tally and has 1. Next to open: Bjorn.",
        ),
        (SUMS.rstrip(), "3 dice lie under the cups."),
        (f"{SUMS}Astrid sums 13", "A total of 13 stands; Bjorn answers."),
        (
            f"{SUMS}Astrid sums 13\nBjorn challenges",
            "The dice come to 12: a total of 13 is false. Astrid pays 1 die and has no dice. Next to open: Bjorn.",
        ),
        (
            f'[Rules "sympkyn-cups"]\n{HALL}[Option "points_to_win" "2"]\n[Stock "1 1 1"]\ndeal 4 / 2 / 6\n'
            "Astrid bids 1x4\nBjorn bids 2x5\nSigrid challenges",
            "The count is 0: 2x5 is false. Astrid wins the round. Next to open: Astrid.",
        ),
        (
            f'[Rules "viking"]\n{HALL.splitlines()[0]}\nroll-off Astrid 6, Bjorn 6, Sigrid 1',
            "Astrid and Bjorn throw again.",
        ),
    ):
        adjudication = adjudicate(record + "\n")
        assert adjudication.error is None, adjudication.error
        assert " ".join(map(str, adjudication.lines[-1].said)) == said
