"""The notation of RECORD.md: reading, and the errors that name their line."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.rules.claims import Bid, Pair, Total
from firmware.rules.errors import NoRecordError, RecordError
from firmware.rules.message import literal
from firmware.rules.record.actions import (
    Accepts,
    Action,
    Bids,
    Challenges,
    Deals,
    Passes,
    Rolls,
    RollsOff,
    Ruling,
    Shows,
    Undoes,
)
from firmware.rules.record.header import Tag
from firmware.rules.record.notation import Record, RecordLine, read_record
from firmware.rules.record.writer import write_record

HEADER = '[Rules "stars"]\n[Seats "Astrid; Bjorn; Sympkyn of the Moor"]\n'


def action(line: str) -> Action:
    (read,) = read_record(f"{HEADER}{line}\n").lines
    assert read.line == 3
    return read.action


def test_every_line_of_the_notation() -> None:
    for line, read in (
        ("Astrid rolls 5-6 claims 1-3", Rolls(0, Pair(5, 6), Pair(1, 3))),
        ("Astrid rolls 66 claims 31", Rolls(0, Pair(6, 6), Pair(1, 3))),
        ("Astrid rolls ? claims 1-3", Rolls(0, None, Pair(1, 3))),
        ("Bjorn blind 3-1 claims 5-1", Rolls(1, Pair(3, 1), Pair(5, 1), blind=True)),
        ("Sympkyn of the Moor passes", Passes(2)),
        ("Sympkyn  of the\tMoor passes   claims 6-5 # with a wink", Passes(2, Pair(6, 5))),
        ("Bjorn accepts", Accepts(1)),
        ("Bjorn shows 2-1", Shows(1, Pair(2, 1))),
        ("Bjorn shows ?", Shows(1, None)),
        ("Bjorn challenges", Challenges(1)),
        ("deal 2 4 4 5 5 / 1 1 4 4 6", Deals(((2, 4, 4, 5, 5), (1, 1, 4, 4, 6)))),
        ("deal 2 ? / ? ?", Deals(((2, None), (None, None)))),
        ("Bjorn bids 4x5", Bids(1, Bid(4, 5))),
        ("Bjorn shows 5 5 rerolls 5 3 bids 4x5", Bids(1, Bid(4, 5), (5, 5), (5, 3))),
        ("Bjorn shows 5 rerolls ? 3 bids 4x5", Bids(1, Bid(4, 5), (5,), (None, 3))),
        ("Bjorn sums 13", Bids(1, Total(13))),
        ("roll-off Astrid 3, Sympkyn of the Moor 6,Bjorn 5", RollsOff(((0, 3), (2, 6), (1, 5)))),
        ("undo", Undoes()),
        ('ruling Bjorn -1 "die on the floor, table agreed"', Ruling(1, -1, literal("die on the floor, table agreed"))),
        ('ruling Bjorn +1 point "the table looked"', Ruling(1, 1, literal("the table looked"), of_points=True)),
        (r'ruling Bjorn +2 "he said \"no # no\" \\o/"', Ruling(1, 2, literal(r'he said "no # no" \o/'))),
    ):
        assert action(line) == read


def test_a_line_that_cannot_be_read_says_how_it_is_written() -> None:
    for line, said in (
        ("Loki rolls 5-6 claims 1-3", "does not begin with a seat"),
        ("Astrid", "Astrid does nothing here"),
        ("Astrid dances", '"dances" is not something that Astrid can do'),
        ("Astrid rolls 5-6", "Astrid rolls 5-6 claims 1-3"),
        ("Astrid rolls 5-7 claims 1-3", "write Astrid rolls 5-6 claims 1-3"),
        ("Astrid rolls 5-6 claims 1-9", '"1-9" is not two dice'),
        ("Astrid bids 4x7", '"4x7" is not a bid'),
        ("Astrid sums many", "Astrid sums 13"),
        ("Astrid sums 0", "A total is at least 1"),
        ("deal", "is not a hand"),
        ("deal 1 2 / 7", '"7" is not a hand'),
        ("roll-off", "needs throws"),
        ("roll-off Astrid 7", "is not a throw"),
        ("roll-off Loki 3", "is not a throw"),
        ("ruling Bjorn -1", "the reason"),
        ('ruling Loki -1 "why"', "A ruling names a seat"),
        ("undo it", "does not begin with a seat"),
        ('[Event "Fair"]', "before the first action"),
    ):
        with pytest.raises(RecordError) as caught:
            read_record(f"{HEADER}undo\n{line}\n")
        assert caught.value.line == 4
        assert said in str(caught.value)


def test_blank_lines_comments_and_unknown_tags() -> None:
    header = f'\ufeff# an evening\r\n\r\n[Event "Fair \\"#1\\""]\r\n{HEADER}'
    text = f"{header}# first round\r\n\r\n  Bjorn challenges # bold\r\n"
    record = read_record(text)
    assert record.tag("Event") == Tag("Event", ('Fair "#1"',))
    assert record.seats == ("Astrid", "Bjorn", "Sympkyn of the Moor")
    assert [(line.action, line.line) for line in record.lines] == [(Challenges(1), 8)]


def test_a_bad_header_names_the_line() -> None:
    for header, line, said in (
        ('[Rules "viking"]\n[Rules "mia"]\n[Seats "A; B; C"]', 2, "given twice"),
        ('[Rules "viking"]\n[Option "end" "tavern"]\n[Option "end" "gambling"]\n[Seats "A; B; C"]', 3, "given twice"),
        ('[Rules "viking"]\n[Option "end"]\n[Seats "A; B; C"]', 2, "a name and a value"),
        ('[Rules "viking"]\n[Seats "A; B" "C"]', 2, "one value"),
        ('[Rules viking]\n[Seats "A; B; C"]', 1, "A tag is written"),
        ('[Rules "viking"', 1, "A tag is written"),
        ('[Seats "A; B; C"]\n[Event "Fair"]', 2, "lacks the tag Rules"),
        ('[Rules "viking"]', 1, "lacks the tag Seats"),
        ('[Rules "viking"]\n[Seats "A; B#2; C"]', 2, "must not contain #"),
    ):
        with pytest.raises(RecordError) as caught:
            read_record(f"{header}\n")
        assert caught.value.line == line
        assert said in str(caught.value)


def test_a_text_that_is_not_a_record() -> None:
    for text in (
        "",
        "\n\n",
        "Dear Sir or Madam",
        "# only a comment",
        '[Event "Fair"]\n',
        "\x00\x01",
    ):
        with pytest.raises(NoRecordError, match="not a game record"):
            read_record(text)


class TestNames:
    def read(self, seats: str, line: str) -> Action:
        return read_record(f'[Rules "viking"]\n[Seats "{seats}"]\n{line}\n').lines[0].action

    def test_the_longest_name_is_meant(self) -> None:
        assert self.read("Astrid; Astrid the Red", "Astrid the Red challenges") == Challenges(1)
        assert self.read("Astrid; Astrid the Red", "Astrid challenges") == Challenges(0)
        assert self.read("Ann; Ann rolls", "Ann rolls 5-6 claims 5-6") == Rolls(0, Pair(5, 6), Pair(5, 6))
        assert self.read("Ann; Ann rolls", "Ann rolls challenges") == Challenges(1)

    def test_a_name_may_be_a_word_of_the_notation(self) -> None:
        assert self.read("deal; undo; ruling", "deal challenges") == Challenges(0)
        assert self.read("deal; undo; ruling", "undo challenges") == Challenges(1)
        assert self.read("deal; undo; ruling", "ruling challenges") == Challenges(2)
        assert self.read("deal; undo; roll-off", "roll-off roll-off 3, deal 4") == RollsOff(((2, 3), (0, 4)))

    def test_names_may_have_commas_and_figures(self) -> None:
        line = "roll-off Olaf, King 3, Bot 2 4"
        assert self.read("Olaf, King; Bot 2; C", line) == RollsOff(((0, 3), (1, 4)))


words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters=';#"[]'), min_size=1, max_size=6)
names = st.lists(words | st.sampled_from(["deal", "undo", "rolls", "ruling"]), min_size=1, max_size=3).map(" ".join)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
faces = st.integers(1, 6)
dice = st.lists(faces | st.none(), min_size=1, max_size=5).map(tuple)
pairs = st.builds(Pair, faces, faces)


@st.composite
def records(draw: st.DrawFn) -> Record:
    seats = draw(st.lists(names, min_size=2, max_size=5, unique=True))
    seat = st.integers(0, len(seats) - 1)
    actions = st.one_of(
        st.builds(Rolls, seat, pairs | st.none(), pairs, st.booleans()),
        st.builds(Passes, seat, pairs | st.none()),
        st.builds(Accepts, seat),
        st.builds(Challenges, seat),
        st.builds(Shows, seat, pairs | st.none()),
        st.builds(Deals, st.lists(dice, min_size=1, max_size=4).map(tuple)),
        st.builds(Bids, seat, st.builds(Bid, st.integers(1, 99), faces) | st.builds(Total, st.integers(1, 99))),
        st.builds(
            Bids,
            seat,
            st.builds(Bid, st.integers(1, 99), faces),
            st.lists(faces, min_size=1, max_size=3).map(tuple),
            dice,
        ),
        st.builds(RollsOff, st.lists(st.tuples(seat, faces), min_size=1, max_size=5).map(tuple)),
        st.just(Undoes()),
        st.builds(Ruling, seat, st.integers(-99, 99), texts.map(literal), st.booleans()),
    )
    tags = [Tag("Rules", (draw(st.sampled_from(["viking", "mia", "stars"])),)), Tag("Seats", ("; ".join(seats),))]
    tags += [Tag(name, (draw(texts),)) for name in draw(st.sets(st.sampled_from(["Event", "Date", "Opens"])))]
    return Record(tuple(tags), tuple(RecordLine(action) for action in draw(st.lists(actions, max_size=8))))


@given(records())
def test_what_is_written_is_read_again(record: Record) -> None:
    assert read_record(write_record(record)) == record


@given(records(), st.data())
def test_a_damaged_record_is_read_or_refused_by_line(record: Record, data: st.DataObject) -> None:
    text = write_record(record)
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + data.draw(st.integers(0, 4)) :]
    _read_or_refused(damaged)


@given(st.text(st.sampled_from('[]"\\#;/,?x-+ \n\r\t16AstridBjornSeatsRules rolls claims deal undo ruling')))
@example('[Rules "\\')
@example(HEADER + 'ruling Bjorn -1 "\\"')
@example(HEADER + "Astrid bids " + "9" * 5000 + "x5")
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    _read_or_refused(text)
    _read_or_refused(HEADER + text)


def _read_or_refused(text: str) -> None:
    record = _read(text)
    if isinstance(record, RecordError):
        assert 1 <= record.line <= text.count("\n") + 1
        assert str(record.message)
    else:
        assert read_record(write_record(record)) == record


def _read(text: str) -> Record | RecordError:
    try:
        return read_record(text)
    except RecordError as error:
        return error
