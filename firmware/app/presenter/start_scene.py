"""The scene of the start screen."""

from display.scene import StartScene
from display.scene_elements import GameFace, Player, Shield
from firmware.app.presenter.scene_parts import View, hints, notice, shield
from firmware.menus.start import StartMode
from firmware.table.wording import about_game
from firmware.texts.capitals import capitalized


def start_scene(view: View, mode: StartMode) -> StartScene:
    """Shows the game that stands there, and who plays it."""
    say, plan = view.say, mode.plan
    people = tuple(map(shield, view.context.roll_of_arms.of(plan.seats)))
    characters = plan.characters
    at_table = capitalized(say("setup.begin_detail", n=len(plan.seats))).rstrip(".")
    opening = say("setup.opening", opener=mode.opener)
    return StartScene(
        title=say("setup.title"),
        subtitle=say("setup.subtitle"),
        game=GameFace(
            mode.game.name,
            say(f"game.{mode.game.name}"),
            view.render(about_game(mode.game.name, plan.options)),
            (say("setup.by_rules", rules=mode.house_rules),),
        ),
        players=tuple(
            _player(view, name, people[seat], characters.get(name.strip(), "")) for seat, name in enumerate(plan.seats)
        ),
        begin=say("setup.begin"),
        begin_details=(at_table, opening),
        change=say("control.setup"),
        change_detail=say("setup.change_detail"),
        hints=hints(view),
        notice=notice(view),
    )


def _player(view: View, name: str, arms: Shield, character: str) -> Player:
    """Says who sits at a seat; of the computer's, also its character."""
    return Player(name, arms, character, view.say(f"computer.{character}") if character else "")
