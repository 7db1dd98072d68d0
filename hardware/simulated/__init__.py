"""A box that is not there: it draws what the camera in the lid would see."""

from hardware.simulated.box import SimulatedBox, SimulatedLamp
from hardware.simulated.dice import DiceSet, Floor, PipStyle, Shape, Tint
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.throws import Habits, Trouble

__all__ = [
    "DiceSet",
    "Fault",
    "FaultKind",
    "Floor",
    "Habits",
    "PipStyle",
    "Shape",
    "SimulatedBox",
    "SimulatedLamp",
    "Tint",
    "Trouble",
]
