"""The story of an evening, line by line, and its poster."""

from fractions import Fraction

from display.evening_poster import EveningPoster, PosterStanding
from display.scene_elements import Player, StoryKind, StoryLine
from firmware.app.presenter.scene_parts import View, shield
from firmware.rules.message import Message
from firmware.statistics.evening_story import EveningStory, ToldLie
from firmware.table.play.winner import WinnerMode
from firmware.table.wording import claim_name, day
from firmware.texts.source import text

DIE_THRESHOLD = Fraction(1, 2)
MAX_PLAYERS = 12


def story_title(view: View, story: EveningStory) -> str:
    """Names the story: of the game, or of an evening with several."""
    return view.say("story.evening" if story.games > 1 else "story.game")


def story_lines(view: View, story: EveningStory) -> tuple[StoryLine, ...]:
    """Returns the lines of the story."""
    found: list[tuple[StoryKind, str, Message]] = []
    if (lie := story.lie) is not None:
        found.append((StoryKind.LIE, lie.name, _lie(lie)))
    if (nose := story.nose) is not None:
        right = text("story.nose_right", n=nose.right, of=nose.judged)
        always = text("story.nose_both") if nose.right == 2 else text("story.nose_always", n=nose.right)
        found.append((StoryKind.NOSE, nose.name, always if nose.right == nose.judged else right))
    if story.streak is not None:
        name, number = story.streak
        found.append((StoryKind.STREAK, name, text("story.streak_right", n=number)))
    if story.unlucky is not None:
        name, better = story.unlucky
        share = Fraction(min(9, max(1, round(10 * better))), 10)
        told = text("story.dice_better", n=share.numerator, of=share.denominator)
        found.append((StoryKind.DICE, name, told))
    return tuple(
        StoryLine(memory, view.say(f"story.{memory.value}", name=name), view.sentence(told))
        for memory, name, told in found
    )


def _lie(lie: ToldLie) -> Message:
    how = "caught" if lie.caught else "believed"
    claim = claim_name(lie.state, lie.claim)
    if lie.chance == 0:
        return text(f"story.lie_{how}_impossible", claim=claim)
    if lie.chance >= DIE_THRESHOLD:
        return text(f"story.lie_{how}_likely", claim=claim)
    return text(f"story.lie_{how}", claim=claim, n=round(1 / lie.chance))


def evening_poster(view: View, mode: WinnerMode, now: float) -> EveningPoster:
    """Describes the poster of the evening that ends with the game that is over; `now` in seconds since 1970."""
    state, story = view.state, mode.story
    rules = state.ruleset
    names = view.names(state.winners)
    headline = view.say("poster.stopped")
    if state.winners and not mode.stopped:
        headline = view.say("winner.one" if len(names) == 1 else "winner.headline", name=names, names=names)
    wins = story.wins if story is not None else tuple((name, int(name in names), 1) for name in state.seats)
    wins = tuple(sorted(wins, key=lambda each: -each[1]))[:MAX_PLAYERS]
    everybody = _players(view, tuple(name for name, _, _ in wins))
    return EveningPoster(
        title=view.say("poster.title"),
        day=day(now),
        art=rules,
        game=view.say(f"game.{rules}"),
        headline=headline,
        winners=() if mode.stopped else _players(view, names),
        story_title=story_title(view, story) if story is not None else "",
        story=story_lines(view, story) if story is not None else (),
        standings=tuple(
            PosterStanding(player, view.say("poster.won", n=won, of=played))
            for player, (_, won, played) in zip(everybody, wins, strict=True)
        ),
        foot=view.say("poster.foot"),
    )


def _players(view: View, names: tuple[str, ...]) -> tuple[Player, ...]:
    arms = view.context.roll_of_arms.of(names)
    characters = view.table.computer_seats.characters
    faces = {view.state.seats[seat]: kind for seat, kind in characters.items()}
    return tuple(Player(name, shield(own), faces.get(name, "")) for name, own in zip(names, arms, strict=True))
