"""The computer's seats on the screen: their faces, and what they are waiting for."""

from dataclasses import replace

from display.scene import RevealScene, Scene, TableScene, WinnerScene
from firmware.app.presenter.scene_parts import View
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS
from firmware.rules.state import Phase
from firmware.table.mode import NextStep
from firmware.table.play.roll_off import RollOffMode
from firmware.table.trainer import said_at_table

_PROMPTS = {"shakes_blind": "shakes", "shakes_again": "shakes"}
"""The prompts for characters without their own."""


def with_computer_seats(view: View, scene: Scene) -> Scene:
    """Adds the computer's seats to a scene, and what one of them is waiting for."""
    characters = view.table.computer_seats.characters
    if not characters or not isinstance(scene, TableScene | RevealScene | WinnerScene):
        return scene
    seats = tuple(
        replace(panel, face=characters[seat]) if seat in characters else panel for seat, panel in enumerate(scene.seats)
    )
    if not isinstance(scene, TableScene):
        return replace(scene, seats=seats)
    if scene.hand_over is not None and scene.hand_over.seat in characters:
        scene = replace(scene, hand_over=None)
    advice = said_at_table(view.context) if view.table.mode.at_table else None
    code, seat = _waits_for(view)
    if code in ("", "throws", "deal"):
        prompt = scene.prompt if advice is None else view.sentence(advice)
    elif code == "thinks" and advice is not None:
        prompt = view.sentence(advice)
    elif code == "hand" and view.table.computer_seats.reading:
        prompt = view.say("computer.hand_reading", name=view.name(seat))
    else:
        prompt = view.say(f"computer.{_PROMPTS.get(code, code)}_prompt", name=view.name(seat))
    if code != "hand" and view.table.computer_seats.alone and view.state.phase is not Phase.REVEALING:
        prompt = view.say("computer.alone_prompt")
    if not code:
        return replace(scene, seats=seats, prompt=prompt)
    name = view.name(seat)
    who = name if code == "thinks" else ""
    if code == "deal":
        what = view.say("computer.shakes", name=view.names(view.active_session.game.live(view.state)))
    else:
        what = view.say(f"computer.{code}", name=name)
    return replace(scene, seats=seats, who=who, what=what, prompt=prompt, dial=None)


def _waits_for(view: View) -> tuple[str, int | None]:
    """Returns the code of what a computer's seat is waiting for, and the seat; "" if people act."""
    computers, mode = view.table.computer_seats, view.table.mode
    if isinstance(mode, RollOffMode):
        return ("throws", mode.thrower) if mode.thrower in computers.characters else ("", None)
    seat, state = computers.deciding, view.state
    if seat is None:
        if state.turn not in computers.characters or not mode.at_table:
            return "", None
        if state.phase is Phase.OPEN:
            if isinstance(RULESETS[state.ruleset], BoxGame):
                return "shakes", state.turn
            # In a cup game everybody shakes now.
            return ("deal" if computers.alone else ""), None
        return ("shakes_again", state.turn) if mode.step is NextStep.SHAKE else ("", None)
    if computers.shakes:
        return ("shakes_blind" if computers.shakes_blind else "shakes"), seat
    return ("hand" if computers.wants_hand else "thinks"), seat
