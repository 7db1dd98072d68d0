"""The computer's seats on the screen: their faces, and what they are waiting for."""

from dataclasses import replace

from display.scene import RevealScene, Scene, TableScene
from firmware.app.presenter.scene_parts import View
from firmware.rules.state import Phase
from firmware.table.trainer import said_at_table


def with_computer_seats(view: View, scene: Scene) -> Scene:
    """Adds the computer's seats to a scene, and what one of them is waiting for."""
    characters = view.table.computer_seats.characters
    if not characters or not isinstance(scene, TableScene | RevealScene):
        return scene
    seats = tuple(
        replace(panel, face=characters[seat]) if seat in characters else panel for seat, panel in enumerate(scene.seats)
    )
    if isinstance(scene, RevealScene):
        return replace(scene, seats=seats)
    if scene.hand_over is not None and scene.hand_over.seat in characters:
        scene = replace(scene, hand_over=None)
    advice = said_at_table(view.context) if view.table.mode.at_table else None
    code, seat = _waits_for(view)
    if not code:
        return replace(scene, seats=seats, prompt=scene.prompt if advice is None else view.sentence(advice))
    name = view.name(seat)
    prompt = view.say(f"computer.{code.removesuffix('_blind')}_prompt", name=name)
    if advice is not None and code == "thinks":
        prompt = view.sentence(advice)
    who = name if code == "thinks" else ""
    return replace(scene, seats=seats, who=who, what=view.say(f"computer.{code}", name=name), prompt=prompt, dial=None)


def _waits_for(view: View) -> tuple[str, int | None]:
    """Returns the code of what a computer's seat is waiting for, and the seat; "" if people act."""
    computers = view.table.computer_seats
    seat, state = computers.deciding, view.state
    if seat is None:
        opens = view.table.mode.at_table and state.phase is Phase.OPEN and state.turn in computers.characters
        return ("shakes", state.turn) if opens else ("", None)
    if computers.shakes:
        return ("shakes_blind" if computers.shakes_blind else "shakes"), seat
    return ("hand" if computers.wants_hand else "thinks"), seat
