"""The scene of the end of a game."""

from display.scene import WinnerScene
from firmware.app.presenter.poster_scene import story_lines, story_title
from firmware.app.presenter.scene_parts import View, hints, notice, seats
from firmware.config.settings import VERSES
from firmware.table.play.winner import WinnerMode
from firmware.texts.source import text


def winner_scene(view: View, mode: WinnerMode) -> WinnerScene:
    """Builds the winner, or the standings."""
    say, state = view.say, view.state
    if mode.stopped:
        headline, lines = say("winner.stopped"), _standings(view)
    else:
        names = view.names(state.winners)
        headline = say("winner.one", name=names) if len(state.winners) == 1 else say("winner.headline", names=names)
        lines = [line for line in (*_loot(view), _verse(view)) if line]
    return WinnerScene(
        headline=headline,
        lines=tuple(lines),
        seats=seats(view),
        winners=state.winners,
        hints=hints(view),
        notice=notice(view),
        story_title=story_title(view, mode.story) if mode.story is not None else "",
        story=story_lines(view, mode.story) if mode.story is not None else (),
    )


def _standings(view: View) -> list[str]:
    """Returns who is best and worst in a game ended early, or that all are equal."""
    say, state, game = view.say, view.state, view.active_session.game
    tallies = game.stock_after_paying(0, 1) > 0
    worth = state.points or tuple(-stock if tallies else stock for stock in state.stock)
    if len(set(worth)) == 1:
        return [say("winner.alike")]

    def line(key: str, height: int) -> str:
        seats_ = [seat for seat, value in enumerate(worth) if value == height]
        had = text("table.points", n=height) if state.points else view.amount(abs(height), alone=True)
        return say(f"winner.{key}", name=view.names(seats_), stock=had)

    return [line("best", max(worth)), line("worst", min(worth))]


def _loot(view: View) -> list[str]:
    """Returns what the result means: the pot, the drinks, the remaining stock."""
    say, state = view.say, view.state
    if state.pot:
        return [say("winner.pot", pot=state.pot, name=view.names(state.winners))]
    if "end" in state.options and state.options.word("end") == "tavern":
        return [say("winner.tavern", name=view.name(seat)) for seat in state.losers]
    if state.points:
        return [say("winner.points", n=max(state.points))]
    if not state.winners:
        return []
    left = state.stock[state.winners[0]]
    return [say("winner.left_each" if left and len(state.winners) > 1 else "winner.left", stock=view.amount(left))]


def _verse(view: View) -> str:
    if not view.context.preferences.settings.flag(VERSES):
        return ""
    return view.verses.winner(view.active_session, view.texts.language)
